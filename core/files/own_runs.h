// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/compare/compared_run.h"
#include "core/files/csv.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Whether a file that begins with these bytes is a CSV of this program.
[[nodiscard]] bool isOwnFile(std::string_view bytes) noexcept;

/// `samples`, `sleeps`, `summary`, `experiment`: what a CSV that begins like this holds; empty: it is none of
/// this program.
[[nodiscard]] std::string ownKind(std::string_view head);

/// Whether a JSON text may be a file of this program: its files begin with their schema.
[[nodiscard]] bool isOwnJson(std::string_view head) noexcept;

/// The runs of a CSV or JSON of this program that begins with `head`; a session has a reader of its own.
/// Error: as readSamplesCsv, readOversleeps and readOwnFigures; the message names the file.
[[nodiscard]] Result<std::vector<ComparedRun>> readOwnRuns(const std::string& path, std::string_view head,
                                                           const CancelFlag* cancel = nullptr,
                                                           const ReadProgress& progress = {});

} // namespace jitterscope

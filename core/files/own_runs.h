// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/compare/compared_run.h"
#include "core/files/csv.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What a figure is called in this program's files. Names of nested objects are joined by `_`:
/// `late_fraction`. In a name, `{q}` stands for a quantity (`error`) and `{s}` for a statistic (`p50`).
struct FigureName {
    std::string_view name;                     ///< as a run's JSON and the summary CSV have it
    std::array<std::string_view, 2> aliases{}; ///< as tables of experiments have it; some may be empty
};
[[nodiscard]] std::span<const FigureName> figureNames() noexcept;

/// `name` and its aliases, in the order in which a reader looks for them.
[[nodiscard]] std::vector<std::string> spellingsOf(std::string_view name);
/// The same for a statistic of a quantity.
[[nodiscard]] std::vector<std::string> spellingsOf(std::string_view quantity, std::string_view statistic);

/// The files of this program that hold figures but no samples: a summary CSV, the CSV of an experiment or a
/// race, and the JSON of a run, an experiment, a race or a diagnosis. One run for each row, result, stretch
/// or loop that has a figure of frame time, lateness or error; there are no intervals. Of more than 1000 the
/// first 1000 are taken, and the first of them has a warning. `text` is the whole file. Error: Cancelled;
/// Format: none of these, damaged, or without such a figure.
[[nodiscard]] Result<std::vector<ComparedRun>> readOwnFigures(const std::string& path, std::string_view text,
                                                              const CancelFlag* cancel = nullptr);

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

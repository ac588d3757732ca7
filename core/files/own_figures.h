// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/compare/compared_run.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The files of this program that hold figures but no samples: a summary CSV, the CSV of an experiment or a
/// race, and the JSON of a run, an experiment, a race or a diagnosis. One run for each row, result, stretch
/// or loop that has a figure of frame time, lateness or error; there are no intervals. Of more than 1000 the
/// first 1000 are taken, and the first of them has a warning. `text` is the whole file. Error: Cancelled;
/// Format: none of these, damaged, or without such a figure.
[[nodiscard]] Result<std::vector<ComparedRun>> readOwnFigures(const std::string& path, std::string_view text,
                                                              const CancelFlag* cancel = nullptr);

} // namespace jitterscope

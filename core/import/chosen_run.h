// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/compare/compared_run.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// `run.csv#2`: a file, and which of its runs.
struct RunChoice {
    std::string path;
    std::optional<std::size_t> number; ///< from 1
};
/// A file whose name ends like that is meant by its name.
[[nodiscard]] RunChoice runChoice(const std::string& text);

/// The runs of each recording of a file that are histograms of the same: threads of a cyclictest. Of an rtla
/// timerlat the last kind, that of the thread. Empty: the runs are something else.
[[nodiscard]] std::vector<std::vector<ComparedRun>> histogramsOf(const std::vector<ComparedRun>& runs);

/// All histograms of a recording as one. Error: as pooledCounts().
[[nodiscard]] Result<ComparedRun> allAsOne(const std::vector<ComparedRun>& parts);

/// The chosen one of a file's runs, or all of a recording that is made of histograms: then `parts` are these.
/// Error (Usage): there are several, and none is chosen, or not so many.
[[nodiscard]] Result<ComparedRun> chosenRun(const RunChoice& choice, std::vector<ComparedRun> runs,
                                            std::vector<ComparedRun>& parts);

/// `#1 a.csv, #2 …`: runs to choose from, for a message.
[[nodiscard]] std::string runsToChoose(const std::vector<ComparedRun>& runs);

} // namespace jitterscope

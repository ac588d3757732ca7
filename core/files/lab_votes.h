// SPDX-License-Identifier: MIT
#pragma once

#include "core/files/lab_file.h"

#include <span>
#include <vector>

namespace jitterscope {

/// The guesses of a class, from the files that it handed in: those for one lab at one setting.
struct LabVotes {
    std::string lab; ///< id; empty: no file has a vote
    ParameterValues knobs;
    std::vector<double> votes; ///< in the order of the files
    std::size_t others = 0;    ///< files with a guess for another lab or another setting
    std::size_t without = 0;   ///< files without a guess, or with one for a machine that was to be measured
};

/// The votes for the lab and setting that most files have guessed for; of several with as many, the first.
/// Guesses for a machine that was to be measured are no votes: each machine has another answer.
[[nodiscard]] LabVotes gatherVotes(std::span<const LabState> files);

} // namespace jitterscope

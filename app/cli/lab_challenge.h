// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/challenge.h"

#include <string>

namespace jitterscope::cli {

/// The id of the challenge among those of the labs.
inline constexpr const char* kChallengeId = "challenge";

/// A play of the challenge as it was asked for on the command line.
struct ChallengeCall {
    ChallengePlay play;
    std::string jsonFile; ///< empty: none; `-`: standard output
    std::string svgFile;
    bool redact = false;
};

/// Plays the minute, writes the files, and prints goals and score. Returns an ExitCode: kDone even if goals
/// are missed.
[[nodiscard]] int playChallenge(const ChallengeCall& call);

} // namespace jitterscope::cli

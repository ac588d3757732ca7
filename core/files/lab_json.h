// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/challenge.h"
#include "core/lab/lab.h"
#include "core/privacy/redactor.h"

#include <optional>
#include <string>

namespace jitterscope {

/// A lab as it was run: its knobs, the guess, the answer, every table and line, the explanation and the
/// closing question. `"jitterscope": "lab"`; absent cells and an absent guess are null.
[[nodiscard]] std::string labJson(const LabEntry& entry, const ParameterValues& values,
                                  std::optional<double> guess, const LabResult& result,
                                  const Privacy& privacy = {});

/// A play of the challenge: choices, machine (`seed`), each goal with its limit and what came out, the score
/// and every frame. `"jitterscope": "challenge"`.
[[nodiscard]] std::string challengeJson(const ChallengePlay& play, const ChallengeResult& result,
                                        const Privacy& privacy = {});

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/target.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

enum class Fitness { NotEnoughData, Fit, Marginal, Unfit };
/// `not-enough-data`, `fit`, `marginal`, `unfit`
[[nodiscard]] std::string_view fitnessId(Fitness fitness) noexcept;
[[nodiscard]] std::string_view fitnessName(Fitness fitness) noexcept; ///< `Not enough data`, `Fit`, …

/// Something outside this program that disturbed the measurement.
struct Disturbance {
    std::string id;       ///< `others`, `steal`, `quota`, `heat`, `suspend`
    std::string text;     ///< half a sentence: `other programs used 61 % of the processors`
    bool invalid = false; ///< the result says nothing about the machine without it
};

/// Whether a loop is fit for its job, as said everywhere.
struct Verdict {
    Fitness fitness = Fitness::NotEnoughData;
    std::optional<Share> late;
    std::int64_t lateFrames = 0;
    std::int64_t frames = 0;
    std::int64_t lost = 0;         ///< of `lateFrames`: slots that were given up
    std::int64_t framesNeeded = 0; ///< at least this many, to show what is allowed; 0: there are enough
    std::string causeId;           ///< of the account's first finding; empty: none or too few are late
    std::string sentence;          ///< one sentence, without the disturbances
    std::string detail; ///< what could not be looked at, the interval, the counts, the cause's share
    std::vector<Disturbance> disturbances;
    std::string disturbedBy; ///< a sentence, or empty
};

/// Fit if the whole 95 % interval is at most what is allowed, unfit if it is wholly beyond. Between them it
/// is marginal, or there is not enough data: fewer frames than would show it if none were late.
[[nodiscard]] Fitness judge(const std::optional<Share>& late, std::int64_t frames, double allowed) noexcept;
/// Frames that are needed to show that at most `allowed` are late, if none is.
[[nodiscard]] std::int64_t framesToShow(double allowed) noexcept;

[[nodiscard]] std::vector<Disturbance> disturbancesIn(const MachineUse& use);
[[nodiscard]] Verdict verdictOf(const Target& target, const LoopEvidence& loop, const MachineUse& use,
                                const Findings& findings);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/diagnosis/evidence.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/target.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// How well a loop keeps what its job allows; see judge().
enum class Fitness { NotEnoughData, Fit, Marginal, Unfit };
/// `not-enough-data`, `fit`, `marginal`, `unfit`
[[nodiscard]] std::string_view fitnessId(Fitness fitness) noexcept;
[[nodiscard]] std::string_view fitnessName(Fitness fitness) noexcept; ///< `Not enough data`, `Fit`, …

/// Something outside this program that disturbed the measurement.
struct Disturbance {
    std::string id;       ///< `others`, `steal`, `quota`, `heat`, `suspend`
    std::string text;     ///< half a sentence: `other programs used 61 % of the processors`
    bool invalid = false; ///< the result says nothing about the machine without this disturbance
};

/// Whether a loop is fit for its job. Window, reports and terminal all show this.
struct Verdict {
    Fitness fitness = Fitness::NotEnoughData;
    std::optional<Share> late;
    std::int64_t lateFrames = 0;
    std::int64_t frames = 0;
    std::int64_t lost = 0;         ///< number of `lateFrames` that are slots given up
    std::int64_t framesNeeded = 0; ///< so many frames are needed to show what is allowed; 0: there are enough
    std::string causeId;           ///< of the account's first finding; empty: no frame is late, or too few
    std::string sentence;          ///< one sentence, without the disturbances
    std::string detail; ///< what could not be looked at, the interval, the counts, the cause's share
    std::vector<Disturbance> disturbances;
    std::string disturbedBy; ///< a sentence, or empty
};

/// Fit if the whole 95 % interval is at most what is allowed, unfit if all of it is beyond. Otherwise it is
/// marginal, or there is not enough data: so few frames that they would not show it even if none were late.
[[nodiscard]] Fitness judge(const std::optional<Share>& late, std::int64_t frames, double allowed) noexcept;
/// The number of frames that are needed to show that at most `allowed` are late, if none is.
[[nodiscard]] std::int64_t framesToShow(double allowed) noexcept;

/// `quotaCost`: the share of the late frames' lateness that a quota caused.
[[nodiscard]] std::vector<Disturbance> disturbancesIn(const MachineUse& use, double quotaCost);
[[nodiscard]] Verdict verdictOf(const Target& target, const LoopEvidence& loop, const MachineUse& use,
                                const Findings& findings);

/// The verdict on a recording, for one job.
struct RecordedVerdict {
    Fitness fitness = Fitness::NotEnoughData;
    /// Absent: the recording does not say how many are late. Lost slots count. The interval allows for
    /// bursts, with blocks of a second; without frame times it is Wilson's.
    std::optional<Share> late;
    std::int64_t frames = 0;  ///< number of frames and lost slots, or of wake-ups
    bool independent = false; ///< the interval takes the values as independent of each other
    std::string sentence;     ///< `Unfit for a 144 Hz game: 3.1 % late, 1 % allowed.`, or why it is unknown

    [[nodiscard]] bool known() const noexcept { return late.has_value(); }
    /// As fitnessId(); `unknown` without a share.
    [[nodiscard]] std::string_view id() const noexcept;
};

/// Judges a recording by a job's figures, as a diagnosis does: by frames later than the job allows, and by
/// lost slots. Of a log of wake-ups, their lateness counts, from single values or from a histogram.
[[nodiscard]] RecordedVerdict judgeRecorded(const ComparedRun& run, const Target& target);

} // namespace jitterscope

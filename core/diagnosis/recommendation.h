// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/diagnosis/target.h"
#include "core/diagnosis/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// A way of waiting that was measured for this job.
struct Candidate {
    std::string name; ///< `absolute sleep, timer slack 1 ns`
    bool now = false; ///< the loop as the user has it
    LoopEvidence evidence;
    bool noDeepIdle = false;          ///< measured with /dev/cpu_dma_latency held at 0
    std::vector<std::string> cures{}; ///< the trials whose cures it has, if it was measured by a trial

    [[nodiscard]] Fitness fitness(const Target& target) const;
};

/// The name of a plan's way of waiting: its strategy, then the settings of its thread.
[[nodiscard]] std::string planName(const RunPlan& plan);

/// Which X and start value to use for a strategy of the kind mean + X·σ. It is a forecast: the sleeps and the
/// losses of the processor that were measured here are replayed in virtual time.
struct XAdvice {
    struct Row {
        double x = 0;
        double start = 0; ///< ns
        Share late;
        double cpuPercent = 0; ///< of one core
    };
    std::string strategy; ///< id
    Row pick;
    std::vector<Row> rows;
    std::string sentence; ///< says that it is a forecast, and how it was checked
    /// A way of waiting that was measured, and what the same forecast says of it. Absent: there is none.
    struct Check {
        std::string name;
        Share foretold;
        Share measured;
        [[nodiscard]] bool holds() const noexcept {
            return foretold.interval.high >= measured.interval.low &&
                   foretold.interval.low <= measured.interval.high;
        }
    };
    std::optional<Check> check;
    /// False: the forecast does not agree with what was measured, so there is no advice.
    [[nodiscard]] bool trusted() const noexcept { return !check || check->holds(); }
};

/// A way of waiting and what was measured of it, for code that waits in this way.
struct MeasuredWay {
    std::string name;
    std::string strategy; ///< id
    std::string policy;   ///< id
    ThreadPlan thread;
    bool noDeepIdle = false;
    std::int64_t frames = 0;
    std::string figures; ///< `0.21 % late (0.07 … 0.61 %), CPU for waiting 0.6 %`
};

/// What to do, from what was measured.
struct Recommendation {
    std::optional<Candidate> pick;
    std::optional<Candidate> runnerUp;
    std::string sentence; ///< `Pick absolute sleep, because nothing cheaper keeps …`
    std::string expected; ///< `0.21 % late (0.07 … 0.61 %), CPU for waiting 0.6 %`
    std::string whyNot;   ///< why it is not the runner-up
    /// The name of the trial that tries what is advised against the first cause, if nobody has run it: so the
    /// pick, and its code, are without that cure. Empty: there is none.
    std::string notTried;
    std::optional<XAdvice> x;
    std::vector<MeasuredWay> measured; ///< all ways among which it was chosen
};

/// The cheapest candidate that is fit; differences in CPU below 0.3 points do not count. If none is fit, the
/// one that is late least often. `findings`: the account of the loop now. With it, the sentence about a
/// choice that is not fit says what makes it late, and whether its cure was tried. No way of waiting is
/// advised if work takes longer than the period.
[[nodiscard]] Recommendation recommend(const Target& target, std::vector<Candidate> candidates,
                                       bool quick = false, const Findings* findings = nullptr);

} // namespace jitterscope

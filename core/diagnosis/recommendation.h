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
    bool noDeepIdle = false; ///< measured with /dev/cpu_dma_latency held at 0

    [[nodiscard]] Fitness fitness(const Target& target) const;
};

/// What a plan's waiting is called: strategy, then what is set on its thread.
[[nodiscard]] std::string planName(const RunPlan& plan);

/// Which X and start value to take for a strategy of the kind mean + X·σ, by replaying the sleeps measured
/// here in virtual time.
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
    std::string sentence;
};

/// What to do, from what was measured.
struct Recommendation {
    std::optional<Candidate> pick;
    std::optional<Candidate> runnerUp;
    std::string sentence; ///< `Pick absolute sleep, because nothing cheaper keeps …`
    std::string expected; ///< `0.21 % late (0.07 … 0.61 %), CPU for waiting 0.6 %`
    std::string whyNot;   ///< of the runner-up
    std::optional<XAdvice> x;
};

/// The cheapest candidate that is fit, where differences in CPU below 0.3 points do not count; if none is,
/// the one that is late least often.
[[nodiscard]] Recommendation recommend(const Target& target, std::vector<Candidate> candidates,
                                       bool quick = false);

} // namespace jitterscope

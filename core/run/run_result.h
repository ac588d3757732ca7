// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/facts.h"
#include "core/meter/cpu_meter.h"
#include "core/plan/run_plan.h"
#include "core/record/anatomy.h"
#include "core/record/samples.h"
#include "core/run/frame_loop.h"
#include "core/run/statistics.h"
#include "core/time/clock_facts.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace jitterscope {

/// The frames between two changes of settings. `plan` holds the settings in force.
struct Stretch {
    std::uint32_t index = 0;
    RunPlan plan;
    std::int64_t firstIteration = 0;
    std::int64_t firstStart = 0; ///< ns from the first release of the run
    FrameStatistics statistics;
    FrameMetrics metrics; ///< set when the run has ended
    CpuUsage cpu;         ///< set when the stretch has ended; begins and ends at a drain, not at a frame
    Anatomy anatomy{};
};

/// Everything of a run except its samples.
struct RunSummary {
    std::uint64_t id = 0;
    RunPlan plan;           ///< as started
    std::string startedUtc; ///< ISO 8601; empty for a simulated run, whose rows depend on the plan only
    EndReason end = EndReason::Running;
    FrameStatistics statistics; ///< of the whole run
    FrameMetrics metrics;       ///< exact if all samples are held
    std::vector<Stretch> stretches;
    Anatomy anatomy;                ///< of the late frames, each judged by the tolerance of its stretch
    std::int64_t framesNotKept = 0; ///< older samples that were dropped from memory
    std::int64_t sleepsNotKept = 0;
    std::uint64_t lostSamples = 0; ///< frames and sleeps that were lost because the ring was full
    std::uint64_t lostSleeps = 0;  ///< how many of these were sleeps
    CpuUsage cpu;
    ClockFacts clock; ///< measured before the run
    std::vector<SettingOutcome> settings;
    std::vector<Fact> facts;
    std::vector<std::string> notes; ///< sentences about fallbacks and gaps

    /// Whether the run reached the end set by its plan. A plan without one is complete when the user ends it.
    [[nodiscard]] bool whole() const noexcept {
        const bool limited = plan.frames > 0 || plan.duration.count() > 0;
        return end == EndReason::Stopped ? !limited : end != EndReason::Running;
    }
};

/// A run with its samples. Any page may keep a finished run, as shared_ptr<const RunResult>.
struct RunResult : RunSummary {
    std::deque<FrameSample> frames; ///< the newest, at most Collector::kKeptFrames
    std::deque<SleepSample> sleeps;

    /// A copy without samples. It is cheap, however long the run is.
    [[nodiscard]] RunResult withoutSamples() const { return {*this, {}, {}}; }
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison.h"
#include "core/experiment/bench.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "tests/support/sanitized.h"

#include <cmath>

namespace jitterscope {

/// By so much fewer pairs: everything takes as many times longer.
inline constexpr int kSpeed = kSanitized ? 10 : 1;

/// A run of these columns, as the window would keep it.
inline ComparedRun runOf(RunColumns columns, double rateHz, Nanoseconds tolerance) {
    ComparedRun run;
    run.name = "run";
    run.origin = RunOrigin::Simulated;
    run.columns = std::make_shared<const RunColumns>(std::move(columns));
    run.rateHz = rateHz;
    run.tolerance = tolerance;
    summarizeColumns(run);
    return run;
}

/// A simulated run; its lateness stretched by a factor.
inline ComparedRun simulated(const char* strategy, const char* machineId, std::int64_t frames,
                             std::uint64_t seed, double stretchedBy = 1) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.machine = machineChoice(machineId);
    plan.frames = frames;
    JobControl control;
    BenchMachine machine(*modelOf(plan.machine).value(), seed, control);
    RunColumns columns;
    for (const FrameSample& frame : measureLoop(machine, plan, control).frames) {
        if (!frame.counts())
            continue;
        columns.frameTime.push_back(frame.frameTime);
        columns.lateness.push_back(std::llround(static_cast<double>(frame.lateness()) * stretchedBy));
        columns.spin.push_back(frame.spin);
        columns.lost.push_back(frame.lost);
    }
    return runOf(std::move(columns), plan.period.hertz(), plan.effectiveTolerance());
}

/// Frame times of a log: a sawtooth of so many ns around a period, and every `spikeEvery`-th longer.
inline ComparedRun logOf(std::size_t frames, std::int64_t period, std::int64_t spread, std::size_t spikeEvery,
                         std::int64_t spike) {
    RunColumns columns;
    for (std::size_t i = 0; i < frames; ++i) {
        const auto step = static_cast<std::int64_t>(i * 7919 % 101) - 50;
        columns.frameTime.push_back(period + step * spread / 50 +
                                    (i % spikeEvery == spikeEvery - 1 ? spike : 0));
    }
    ComparedRun run = runOf(std::move(columns), 60, {});
    run.tolerance.reset();
    run.origin = RunOrigin::Log;
    run.rateEstimated = true;
    return run;
}

inline bool calledDifferent(const Comparison& comparison) {
    return comparison.verdict == PairVerdict::Better || comparison.verdict == PairVerdict::Worse ||
           comparison.verdict == PairVerdict::Faster || comparison.verdict == PairVerdict::Slower ||
           comparison.verdict == PairVerdict::Mixed;
}

} // namespace jitterscope

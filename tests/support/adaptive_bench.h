// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/random.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/time/scripted_time.h"
#include "tests/support/loop_bench.h"

#include <string_view>
#include <vector>

namespace jitterscope::test {

inline const SleepEntry& adaptive() {
    return *findEntry(sleepCatalog(), "adaptive");
}

inline ParameterValues with(std::string_view name, double value) {
    ParameterValues values(adaptive().parameters);
    values.set(name, value);
    return values;
}

/// Frames of a loop on a simulated machine, and its CPU in % of a core.
struct Measured {
    std::vector<FrameSample> frames;
    double cpu = 0;
    [[nodiscard]] double late(std::size_t from, std::size_t to) const {
        double count = 0;
        for (std::size_t i = from; i < to; ++i)
            count += frames[i].lateness() > 1000 ? 1 : 0;
        return count / static_cast<double>(to - from);
    }
};

inline Measured measure(std::string_view machine, std::string_view strategy, const char* rate,
                        std::int64_t frames, const ParameterValues* values = nullptr) {
    const auto time = makeSimulatedTime(machineChoice(machine), 17).value();
    LoopBench bench(*time, 1 << 18);
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    if (values != nullptr)
        plan.strategy.values = *values;
    plan.period = Period::parseRate(rate).value();
    plan.frames = frames;
    const CpuCounters before = time->counters();
    bench.run(plan);
    Measured measured;
    measured.cpu = *usageBetween(before, time->counters()).threadPercent;
    measured.frames = std::move(bench.frames);
    return measured;
}

/// A wait of 16 ms whose sleeps end late by a uniform share of `spread`; returns the oversleep that was met.
struct UniformMachine {
    ScriptedTime time;
    Random random{3};
    std::unique_ptr<SleepStrategy> strategy = adaptive().make(time, ParameterValues(adaptive().parameters));
    Nanoseconds keptBack{}; // by the first sleep of the last wait; 0: there was none

    /// Whether the frame started late.
    bool frame(double spread) {
        return frameWith(Nanoseconds(static_cast<std::int64_t>(spread * random.uniform())));
    }
    bool frameWith(Nanoseconds oversleep) {
        time.setOversleep(oversleep);
        const TimePoint deadline = time.at() + 16ms;
        const std::size_t before = time.sleeps().size();
        strategy->sleepUntil(deadline);
        keptBack = time.sleeps().size() > before ? 16ms - time.sleeps()[before].asked : 0ns;
        return time.at() > deadline;
    }
};

} // namespace jitterscope::test

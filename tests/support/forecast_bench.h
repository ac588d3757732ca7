// SPDX-License-Identifier: MIT
#pragma once

#include "core/record/recording_time.h"
#include "core/run/recent_waits.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"

#include <string_view>

namespace jitterscope::test {

/// What `adaptive` foretold on a simulated machine, and what then came: late frames by the clock read after
/// each wait, CPU time by the machine's own count.
struct Foretold {
    WaitForecast forecast;
    double late = 0; ///< share of the frames
    double cpu = 0;  ///< of one core
};

inline Foretold foretell(std::string_view machine, int hertz, std::uint64_t seed,
                         std::int64_t warmup = 8'192) {
    const auto time = makeSimulatedTime(machineChoice(machine), seed).value();
    SampleRing<SleepSample> ring(1 << 10);
    RecordingTime recorder(*time, ring);
    const SleepEntry& entry = *findEntry(sleepCatalog(), "adaptive");
    const auto strategy = entry.make(recorder, ParameterValues(entry.parameters));
    RecentWaits recent;
    Foretold result;
    const Nanoseconds period(1'000'000'000 / hertz);
    TimePoint due = time->now();
    CpuCounters before;
    std::int64_t late = 0;
    const std::int64_t ahead = RecentWaits::kBlock * static_cast<std::int64_t>(RecentWaits::kBlocks);
    for (std::int64_t frame = 0; frame < warmup + ahead; ++frame) {
        if (frame == warmup) {
            LearnedLatency learned;
            static_cast<void>(strategy->learned(learned));
            result.forecast = recent.next(learned).value();
            before = time->counters();
        }
        due += period;
        recorder.beginWait(frame, due);
        strategy->sleepUntil(due);
        const TimePoint now = time->now();
        recent.add(recorder.facts(), due, now, strategy->lateAfter());
        late += frame >= warmup && now - due > Nanoseconds{1'000} ? 1 : 0;
        while (due + period < now)
            due += period;
        ring.drain([](const SleepSample&) {});
    }
    const CpuCounters after = time->counters();
    result.late = static_cast<double>(late) / static_cast<double>(ahead);
    result.cpu = static_cast<double>((*after.thread - *before.thread).count()) /
                 static_cast<double>((after.at - before.at).count());
    return result;
}

} // namespace jitterscope::test

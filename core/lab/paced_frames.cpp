// SPDX-License-Identifier: MIT
#include "core/lab/paced_frames.h"

#include "core/pacing/pacing_catalog.h"

#include <algorithm>

namespace jitterscope {

std::vector<SimulatedFrame> pacedFrames(const PacedLoop& loop) {
    const PacingEntry& entry = *findEntry(pacingCatalog(), loop.policy);
    ParameterValues values(entry.parameters);
    values.setIfThere("form", loop.printed ? 0 : 1);
    const auto policy = entry.make(values);
    std::vector<SimulatedFrame> frames;
    FrameTimes times;
    std::int64_t lost = 0;
    policy->start(loop.period, 0, times.release);
    while (static_cast<std::int64_t>(frames.size()) < loop.frames) {
        const Nanoseconds work = loop.work(times.iteration);
        times.workEnd = times.release + work;
        const Release next = policy->schedule(times);
        const Nanoseconds rest = std::max(next.due - times.workEnd, Nanoseconds{0});
        frames.push_back({times.iteration, lost, times.release.time_since_epoch(), work, rest});
        lost = next.lost;
        const TimePoint release = times.workEnd + rest + (rest > 0ns ? loop.oversleep : 0ns);
        times = {next.iteration, times.workEnd, release, {}};
    }
    return frames;
}

} // namespace jitterscope

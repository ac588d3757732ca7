// SPDX-License-Identifier: MIT
#include "core/meter/cpu_meter.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr Nanoseconds kShortestForMachine{500'000'000}; // its counters tick in 10 ms

std::optional<double> percent(std::optional<Nanoseconds> from, std::optional<Nanoseconds> to,
                              Nanoseconds of) {
    if (!from || !to || of.count() <= 0)
        return std::nullopt;
    return 100.0 * static_cast<double>((*to - *from).count()) / static_cast<double>(of.count());
}

std::optional<std::int64_t> difference(std::optional<std::int64_t> from, std::optional<std::int64_t> to) {
    return from && to ? std::optional(*to - *from) : std::nullopt;
}

} // namespace

CpuUsage usageBetween(const CpuCounters& from, const CpuCounters& to) noexcept {
    CpuUsage usage;
    usage.wall = to.at - from.at;
    usage.threadPercent = percent(from.thread, to.thread, usage.wall);
    usage.processPercent = percent(from.process, to.process, usage.wall);
    if (usage.wall >= kShortestForMachine) {
        if (from.machineTotal && to.machineTotal) {
            const Nanoseconds total = *to.machineTotal - *from.machineTotal;
            usage.machinePercent = percent(from.machineBusy, to.machineBusy, total);
            usage.stealPercent = percent(from.machineSteal, to.machineSteal, total);
        }
        usage.pressurePercent = percent(from.cpuPressure, to.cpuPressure, usage.wall);
        if (usage.pressurePercent) // the kernel counts it by another clock
            usage.pressurePercent = std::clamp(*usage.pressurePercent, 0.0, 100.0);
    }
    usage.voluntary = difference(from.voluntary, to.voluntary);
    usage.involuntary = difference(from.involuntary, to.involuntary);
    return usage;
}

} // namespace jitterscope

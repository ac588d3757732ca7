// SPDX-License-Identifier: MIT
#include "core/machine/snapshot.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr double kPercent = 100;

double secondsOf(Nanoseconds time) {
    return 1e-9 * static_cast<double>(time.count());
}

/// The difference; absent if one is missing or it ran backwards.
template <typename Count>
std::optional<Count> increase(const std::optional<Count>& before, const std::optional<Count>& after) {
    return before && after && *after >= *before ? std::optional<Count>(*after - *before) : std::nullopt;
}

/// The time spent waiting for disks may run backwards (proc(5)), so no difference is below 0.
ProcessorTimes between(const ProcessorTimes& before, const ProcessorTimes& after) {
    const auto rise = [](std::int64_t from, std::int64_t to) { return std::max<std::int64_t>(to - from, 0); };
    return {rise(before.busy, after.busy), rise(before.interrupts, after.interrupts),
            rise(before.idle, after.idle), rise(before.steal, after.steal)};
}

/// Percent of the time; absent if the time is too short for the ticks.
std::optional<double> share(double part, const ProcessorTimes& all) {
    constexpr std::int64_t kFewest = 20;
    const std::int64_t total = all.busy + all.idle + all.steal;
    if (total < kFewest)
        return std::nullopt;
    return std::clamp(kPercent * part / static_cast<double>(total), 0.0, kPercent);
}

void addMachine(const MachineSnapshot& before, const MachineSnapshot& after, MachineUse& use) {
    if (!before.machine || !after.machine)
        return;
    const ProcessorTimes times = between(*before.machine, *after.machine);
    use.stealPercent = share(static_cast<double>(times.steal), times);
    const auto own = increase(before.ownCpu, after.ownCpu);
    if (!own)
        return;
    use.ownPercent = share(static_cast<double>(*own), times);
    use.othersPercent = share(static_cast<double>(times.busy - *own), times);
    use.othersRan = std::max<std::int64_t>(times.busy - *own, 0) * kCpuTick;
}

void addClocks(const MachineSnapshot& before, const MachineSnapshot& after, MachineUse& use) {
    constexpr Nanoseconds kShortest{100'000'000}; // below, the reading of two clocks shows
    const auto steered = increase(before.monotonic, after.monotonic);
    const auto raw = increase(before.raw, after.raw);
    const auto boot = increase(before.boot, after.boot);
    if (!steered)
        return;
    use.seconds = secondsOf(*steered);
    if (boot)
        use.suspended = std::max(*boot - *steered, Nanoseconds{0});
    if (raw && *raw >= kShortest)
        use.slewPpm =
            1e6 * static_cast<double>((*steered - *raw).count()) / static_cast<double>(raw->count());
    if (const auto waited = increase(before.cpuPressure, after.cpuPressure); waited && use.seconds > 0)
        use.cpuPressurePercent = std::min(kPercent * secondsOf(*waited) / use.seconds, kPercent);
}

void addThread(const MachineSnapshot& before, const MachineSnapshot& after, MachineUse& use) {
    if (!before.thread || !after.thread)
        return;
    const ThreadTimes& first = *before.thread;
    const ThreadTimes& last = *after.thread;
    const auto rise = [](std::int64_t from, std::int64_t to) {
        return to >= from ? std::optional(to - from) : std::nullopt;
    };
    use.involuntary = rise(first.involuntary, last.involuntary);
    use.minorFaults = rise(first.minorFaults, last.minorFaults);
    use.majorFaults = rise(first.majorFaults, last.majorFaults);
    use.processor = last.processor;
    if (last.slices > first.slices && last.waiting >= first.waiting) {
        use.queueWait = last.waiting - first.waiting;
        use.slices = last.slices - first.slices;
    }
}

/// What happened on the measuring processor. What else it did is known if the thread was pinned to it.
void addProcessor(const MachineSnapshot& before, const MachineSnapshot& after, MachineUse& use) {
    const auto countedFirst = before.interrupts.find(use.processor);
    const auto countedLast = after.interrupts.find(use.processor);
    if (countedFirst != before.interrupts.end() && countedLast != after.interrupts.end() && use.seconds > 0 &&
        countedLast->second >= countedFirst->second)
        use.interruptsPerSecond =
            static_cast<double>(countedLast->second - countedFirst->second) / use.seconds;
    const auto first = before.processors.find(use.processor);
    const auto last = after.processors.find(use.processor);
    if (first == before.processors.end() || last == after.processors.end())
        return;
    const ProcessorTimes times = between(first->second, last->second);
    use.interruptPercent = share(static_cast<double>(times.interrupts), times);
    if (!after.thread || !before.thread || !before.thread->pinned || !after.thread->pinned ||
        before.thread->processor != after.thread->processor)
        return;
    const double ran = static_cast<double>((after.thread->running - before.thread->running).count()) /
                       static_cast<double>(kCpuTick.count());
    use.processorOthersPercent = share(static_cast<double>(times.busy) - ran, times);
}

void addIdle(const MachineSnapshot& before, const MachineSnapshot& after, MachineUse& use) {
    if (use.seconds <= 0 || after.idleProcessors == 0)
        return;
    for (const auto& [name, last] : after.idle) {
        const auto first = before.idle.find(name);
        if (first == before.idle.end() || last.entered < first->second.entered ||
            last.microseconds < first->second.microseconds)
            continue;
        const double seconds = 1e-6 * static_cast<double>(last.microseconds - first->second.microseconds);
        use.idle.push_back({name,
                            std::min(kPercent * seconds / (use.seconds * after.idleProcessors), kPercent),
                            last.entered - first->second.entered, last.exit});
    }
    std::ranges::stable_sort(use.idle, {}, &IdleUse::exit);
}

/// What a process used since `before`. A process that started later used all of its time since then.
std::int64_t ticksUsed(const MachineSnapshot& before, std::int64_t id, const ProcessTimes& last) {
    const auto first = before.processes.find(id);
    if (first != before.processes.end() && first->second.start == last.start)
        return last.cpu - first->second.cpu;
    const auto now = before.boot ? before.boot : before.monotonic;
    return now && last.start >= *now / kCpuTick ? last.cpu : 0;
}

void addProcesses(const MachineSnapshot& before, const MachineSnapshot& after, MachineUse& use) {
    constexpr std::size_t kMost = 5;
    if (use.seconds <= 0)
        return;
    std::map<std::string, ProcessUse> programs;
    for (const auto& [id, last] : after.processes) {
        const std::int64_t ticks = ticksUsed(before, id, last);
        if (ticks <= 0 || id == after.own)
            continue;
        ProcessUse& program = programs.try_emplace(last.name, ProcessUse{last.name, 0, 0}).first->second;
        program.cpuPercent += kPercent * secondsOf(kCpuTick) * static_cast<double>(ticks) / use.seconds;
        ++program.processes;
    }
    for (const auto& [name, program] : programs)
        use.processes.push_back(program);
    std::ranges::stable_sort(use.processes, std::ranges::greater(), &ProcessUse::cpuPercent);
    use.processes.resize(std::min(use.processes.size(), kMost));
}

} // namespace

MachineUse useBetween(const MachineSnapshot& before, const MachineSnapshot& after) {
    MachineUse use;
    use.system = after.system;
    addClocks(before, after, use);
    addMachine(before, after, use);
    addThread(before, after, use);
    addProcessor(before, after, use);
    addIdle(before, after, use);
    addProcesses(before, after, use);
    use.throttledPeriods = increase(before.throttledPeriods, after.throttledPeriods);
    use.throttledTime = increase(before.throttledTime, after.throttledTime);
    use.thermalThrottles = increase(before.thermalThrottles, after.thermalThrottles);
    return use;
}

} // namespace jitterscope

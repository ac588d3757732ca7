// SPDX-License-Identifier: MIT
#include "core/machine/snapshot.h"

#include "core/base/parse.h"
#include "core/machine/control_groups.h"
#include "core/machine/fact_reader.h"
#include "core/platform/clock_readings.h"
#include "core/platform/windows_readings.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

const std::string kProcessorFolder = "/sys/devices/system/cpu/cpu";
constexpr std::int64_t kMostCount = INT64_MAX / 4096; // a sum of so many does not overflow

/// A counter; absent if it is none.
std::optional<std::int64_t> counted(std::string_view text) {
    const auto value = parseInteger(text);
    return value && *value >= 0 && *value <= kMostCount ? value : std::nullopt;
}

/// Fields of /proc/PID/stat, as processFields() counts them: number in proc(5) − 4.
enum Field : std::size_t {
    MinorFaults = 6,
    MajorFaults = 8,
    UserTime = 10,
    SystemTime = 11,
    Start = 18,
    Processor = 35
};

/// cpu user nice system idle iowait irq softirq steal guest guest_nice; `user` contains `guest`.
std::optional<ProcessorTimes> processorTimes(const std::vector<std::string_view>& words) {
    constexpr std::size_t kColumns = 8;
    constexpr std::size_t kIdle = 3;
    constexpr std::size_t kWait = 4;
    constexpr std::size_t kInterrupt = 5;
    constexpr std::size_t kSoft = 6;
    constexpr std::size_t kSteal = 7;
    ProcessorTimes times;
    if (words.size() <= kColumns)
        return std::nullopt;
    for (std::size_t i = 0; i < kColumns; ++i) {
        const auto ticks = counted(words[i + 1]);
        if (!ticks)
            return std::nullopt;
        if (i == kIdle || i == kWait)
            times.idle += *ticks;
        else if (i == kSteal)
            times.steal += *ticks;
        else
            times.busy += *ticks;
        if (i == kInterrupt || i == kSoft)
            times.interrupts += *ticks;
    }
    return times;
}

void readProcessors(const FactReader& reader, MachineSnapshot& snapshot) {
    constexpr std::string_view kName = "cpu";
    constexpr std::int64_t kMostId = 1'000'000;
    const std::string text = reader.text("/proc/stat", FactReader::kMostBytesOfBig).value_or("");
    forEachLine(text, [&](std::string_view line) {
        if (!line.starts_with(kName))
            return;
        const std::vector<std::string_view> words = wordsOf(line);
        const auto times = processorTimes(words);
        const auto id = parseInteger(words.front().substr(kName.size()));
        if (times && words.front() == kName)
            snapshot.machine = times;
        else if (times && id && *id >= 0 && *id <= kMostId)
            snapshot.processors[static_cast<int>(*id)] = *times;
    });
}

/// /proc/interrupts has a line with the processors' names, then a line for each interrupt with a column for
/// each processor. It grows with both, and the kernel takes long to write it. So it is not read on machines
/// with very many processors.
void readInterrupts(const FactReader& reader, MachineSnapshot& snapshot) {
    constexpr std::size_t kMostColumns = 512;
    constexpr std::int64_t kMostInterrupts = INT64_MAX / FactReader::kMostBytesOfBig; // there are fewer lines
    constexpr std::string_view kName = "CPU";
    if (snapshot.processors.size() > kMostColumns)
        return;
    const std::string text = reader.text("/proc/interrupts", FactReader::kMostBytesOfBig).value_or("");
    std::vector<int> columns;
    forEachLine(text, [&](std::string_view line) {
        const std::vector<std::string_view> words = wordsOf(line);
        if (!words.empty() && words.front().ends_with(':')) {
            for (std::size_t i = 0; i < columns.size() && i + 1 < words.size(); ++i)
                snapshot.interrupts[columns[i]] +=
                    std::min(counted(words[i + 1]).value_or(0), kMostInterrupts);
            return;
        }
        for (const std::string_view word : words) {
            const auto id = word.starts_with(kName) ? counted(word.substr(kName.size())) : std::nullopt;
            if (id && columns.size() < kMostColumns)
                columns.push_back(static_cast<int>(std::min<std::int64_t>(*id, INT32_MAX)));
        }
    });
}

std::optional<ProcessTimes> processTimes(const std::optional<std::string>& stat) {
    ProcessTimes times;
    const std::vector<std::int64_t> fields = processFields(stat.value_or(""), &times.name);
    if (fields.size() <= Start || fields[UserTime] < 0 || fields[SystemTime] < 0 ||
        fields[UserTime] > kMostCount || fields[SystemTime] > kMostCount)
        return std::nullopt;
    times.start = fields[Start];
    times.cpu = fields[UserTime] + fields[SystemTime];
    return times;
}

void readProcesses(const FactReader& reader, MachineSnapshot& snapshot) {
    if (const auto own = reader.text("/proc/self/stat")) {
        snapshot.own = counted(own->substr(0, own->find(' ')));
        const auto times = processTimes(own);
        snapshot.ownCpu = times ? std::optional(times->cpu) : std::nullopt;
    }
    for (const std::string& name : reader.names("/proc")) {
        const auto id = counted(name);
        const auto times = id ? processTimes(reader.text("/proc/" + name + "/stat")) : std::nullopt;
        if (times)
            snapshot.processes[*id] = *times;
    }
}

/// `some avg10=… total=123`, in µs.
std::optional<Nanoseconds> pressureTotal(const FactReader& reader) {
    constexpr std::string_view kKey = "total=";
    const std::string text = reader.text("/proc/pressure/cpu").value_or("");
    const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
    const std::size_t place = line.starts_with("some ") ? line.find(kKey) : std::string_view::npos;
    const auto total =
        place == std::string_view::npos ? std::nullopt : counted(line.substr(place + kKey.size()));
    return total ? std::optional(Nanoseconds(*total * 1000)) : std::nullopt;
}

void readIdleStates(const FactReader& reader, MachineSnapshot& snapshot) {
    for (const int cpu : usableProcessors(reader)) {
        const std::string folder = kProcessorFolder + std::to_string(cpu) + "/cpuidle/state";
        int found = 0;
        for (int i = 0; i < kMostIdleStates; ++i, ++found) {
            const std::string state = folder + std::to_string(i) + "/";
            const auto name = reader.text(state + "name");
            const auto entered = counted(reader.text(state + "usage").value_or(""));
            const auto time = counted(reader.text(state + "time").value_or(""));
            if (!name || !entered || !time)
                break;
            IdleTimes& sum = snapshot.idle[*name];
            sum.entered += *entered;
            sum.microseconds += *time;
            const std::int64_t exit = counted(reader.text(state + "latency").value_or("")).value_or(0);
            sum.exit = std::max(sum.exit, Nanoseconds(std::min<std::int64_t>(exit, INT32_MAX) * 1000));
        }
        snapshot.idleProcessors += found > 0 ? 1 : 0;
    }
}

std::optional<ThreadTimes> threadTimes(const FactReader& reader, int id) {
    const std::string folder = "/proc/self/task/" + std::to_string(id) + "/";
    const std::vector<std::int64_t> fields = processFields(reader.text(folder + "stat").value_or(""));
    const std::string status = reader.text(folder + "status").value_or("");
    const std::string waits = reader.text(folder + "schedstat").value_or("");
    if (fields.size() <= Processor)
        return std::nullopt;
    ThreadTimes times;
    times.minorFaults = std::clamp<std::int64_t>(fields[MinorFaults], 0, kMostCount);
    times.majorFaults = std::clamp<std::int64_t>(fields[MajorFaults], 0, kMostCount);
    times.processor = static_cast<int>(std::clamp<std::int64_t>(fields[Processor], -1, INT32_MAX));
    times.pinned = processorCount(lineValue(status, "Cpus_allowed_list").value_or("")) == 1;
    times.voluntary = counted(lineValue(status, "voluntary_ctxt_switches").value_or("")).value_or(0);
    times.involuntary = counted(lineValue(status, "nonvoluntary_ctxt_switches").value_or("")).value_or(0);
    const std::vector<std::string_view> words = wordsOf(waits);
    if (words.size() >= 3) {
        times.running = Nanoseconds(counted(words[0]).value_or(0));
        times.waiting = Nanoseconds(counted(words[1]).value_or(0));
        times.slices = counted(words[2]).value_or(0);
    }
    return times;
}

/// A recorded machine has one clock: the time since boot, in seconds.
void readRecordedClock(const FactReader& reader, MachineSnapshot& snapshot) {
    constexpr double kLongest = 1e9;
    const std::string text = reader.text("/proc/uptime").value_or("");
    const auto seconds = parseDouble(text.substr(0, text.find(' ')));
    if (seconds && *seconds >= 0 && *seconds < kLongest)
        snapshot.monotonic = Nanoseconds(std::llround(1e9 * *seconds));
}

/// The counters of a real machine with Windows, which tells programs neither interrupts nor idle states.
void takeWindowsTimes(const WindowsTimes& times, MachineSnapshot& snapshot) {
    snapshot.system = SystemFamily::Windows;
    snapshot.machine = ProcessorTimes{times.busy / kCpuTick, 0, times.idle / kCpuTick, 0};
    snapshot.own = times.own;
    for (const WindowsTimes::Process& process : times.processes) {
        if (process.id == times.own)
            snapshot.ownCpu = process.cpu / kCpuTick;
        if (snapshot.processes.size() < FactReader::kMostEntries)
            snapshot.processes[process.id] = {process.start, process.cpu / kCpuTick, process.name};
    }
}

} // namespace

std::optional<std::int64_t> readThermalThrottles(const FactReader& reader) {
    std::int64_t cores = 0;
    std::int64_t packages = 0; // each processor of a package shows the package's number
    bool found = false;
    for (const int cpu : usableProcessors(reader)) {
        const std::string folder = kProcessorFolder + std::to_string(cpu) + "/thermal_throttle/";
        const auto core = counted(reader.text(folder + "core_throttle_count").value_or(""));
        const auto package = counted(reader.text(folder + "package_throttle_count").value_or(""));
        found = found || core || package;
        cores += core.value_or(0);
        packages = std::max(packages, package.value_or(0));
    }
    return found ? std::optional(cores + packages) : std::nullopt;
}

MachineSnapshot takeSnapshot(const std::string& root, int threadId) {
    const FactReader reader(root.ends_with('/') ? root.substr(0, root.size() - 1) : root);
    MachineSnapshot snapshot;
    if (reader.ofThisMachine()) {
        const ClockReadings clocks = readClocks();
        snapshot.monotonic = clocks.monotonic;
        snapshot.raw = clocks.raw;
        snapshot.boot = clocks.boot;
    } else {
        readRecordedClock(reader, snapshot);
    }
    if (const auto times = reader.ofThisMachine() ? windowsTimes() : std::nullopt) {
        takeWindowsTimes(*times, snapshot);
        return snapshot;
    }
    // First what is counted quickly and compared with the clock.
    readProcessors(reader, snapshot);
    snapshot.cpuPressure = pressureTotal(reader);
    if (threadId > 0)
        snapshot.thread = threadTimes(reader, threadId);
    if (const auto throttling = readThrottling(reader)) {
        snapshot.throttledPeriods = throttling->periods;
        snapshot.throttledTime = throttling->time;
    }
    readProcesses(reader, snapshot);
    readInterrupts(reader, snapshot);
    readIdleStates(reader, snapshot);
    snapshot.thermalThrottles = readThermalThrottles(reader);
    return snapshot;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/machine/fact_reader.h"
#include "core/platform/thread_control.h"

#include <algorithm>
#include <charconv>

namespace jitterscope {
namespace {

Fact timerSlack(const FactReader& reader) {
    constexpr const char* kId = "timer_slack";
    constexpr const char* kName = "Timer slack";
    constexpr std::int64_t kSmall = 1000;
    const auto slack = reader.integer("/proc/self/timerslack_ns");
    if (!slack || *slack < 0)
        return unknownFact(kId, kName, "/proc/self/timerslack_ns cannot be read.");
    if (*slack <= kSmall)
        return knownFact(kId, kName, durationText(Nanoseconds{*slack}), FactState::Good,
                         "The kernel does not delay the end of a sleep on purpose.");
    return knownFact(kId, kName, durationText(Nanoseconds{*slack}), FactState::Note,
                     "The kernel may end each sleep this much later; --slack sets it for a run.");
}

Fact realtimeBudget(const FactReader& reader) {
    constexpr const char* kId = "realtime_budget";
    constexpr const char* kName = "Real-time budget";
    const auto runtime = reader.integer("/proc/sys/kernel/sched_rt_runtime_us");
    const auto period = reader.integer("/proc/sys/kernel/sched_rt_period_us");
    if (!runtime || !period || *period <= 0)
        return unknownFact(kId, kName, "/proc/sys/kernel/sched_rt_runtime_us cannot be read.");
    if (*runtime < 0)
        return knownFact(kId, kName, "not limited", FactState::Note,
                         "A real-time thread that spins can stop everything else on its processor.");
    return knownFact(kId, kName, std::to_string(*runtime) + " of " + std::to_string(*period) + " µs",
                     FactState::Note,
                     "A real-time thread that never sleeps is stopped for the rest of each period.");
}

constexpr const char* kRightId = "realtime_right";
constexpr const char* kRightName = "Real-time priority";
constexpr const char* kRightNeeds = "--realtime needs root, CAP_SYS_NICE or an rtprio limit of 20.";

/// 0 if it is not such a number.
std::uint64_t hexadecimal(std::string_view text) noexcept {
    std::uint64_t value = 0;
    constexpr int kBase = 16;
    std::from_chars(text.data(), text.data() + text.size(), value, kBase);
    return value;
}

/// For a recorded machine: what its files say. CAP_SYS_NICE is bit 23 of the effective capabilities.
Fact recordedRight(const FactReader& reader) {
    constexpr std::string_view kLine = "Max realtime priority";
    constexpr unsigned kSysNice = 23;
    const auto status = reader.text("/proc/self/status");
    const auto capabilities = status ? lineValue(*status, "CapEff") : std::nullopt;
    if (capabilities && (hexadecimal(*capabilities) >> kSysNice & 1) != 0)
        return knownFact(kRightId, kRightName, "allowed", FactState::Good,
                         "--realtime works: the process has CAP_SYS_NICE.");
    const auto limits = reader.text("/proc/self/limits");
    const std::size_t place = limits ? limits->find(kLine) : std::string::npos;
    if (place == std::string::npos)
        return unknownFact(kRightId, kRightName, "/proc/self/limits cannot be read.");
    const std::string_view rest = trimmed(std::string_view(*limits).substr(place + kLine.size()));
    const std::string soft(rest.substr(0, rest.find_first_of(" \t\n")));
    if (soft == "unlimited" || parseInteger(soft).value_or(0) >= kRealtimePriority)
        return knownFact(kRightId, kRightName, "up to " + soft, FactState::Good, "--realtime works.");
    return knownFact(kRightId, kRightName, "not for this process", FactState::Note, kRightNeeds);
}

/// Files do not show everything that the kernel checks (namespaces, filters, group budgets), so the kernel is
/// asked.
Fact realtimeRight(const FactReader& reader) {
    if (!reader.ofThisMachine())
        return recordedRight(reader);
    const Support support = realtimeSupport();
    if (support.available)
        return knownFact(kRightId, kRightName, "allowed", FactState::Good,
                         "--realtime works: the kernel let a thread of this process into the class.");
    return knownFact(kRightId, kRightName, "not for this process", FactState::Note,
                     "The kernel said: " + support.reason + ". " + kRightNeeds);
}

/// Share of processors that a quota grants: "50000 100000" of cpu.max, or the two files of version 1.
struct Quota {
    bool readable = false;
    std::optional<double> processors;
};

/// Not positive: no limit.
void tighten(Quota& quota, std::int64_t most, std::int64_t period) {
    if (most <= 0 || period <= 0)
        return;
    const double processors = static_cast<double>(most) / static_cast<double>(period);
    quota.processors = std::min(quota.processors.value_or(processors), processors);
}

void readVersion2(const FactReader& reader, const std::string& folder, Quota& quota) {
    const auto text = reader.text(folder + "/cpu.max");
    if (!text)
        return;
    const std::size_t blank = text->find(' ');
    const std::string_view line = *text;
    const std::int64_t most = parseInteger(line.substr(0, blank)).value_or(0);
    const std::int64_t period = blank == std::string::npos ? 0 : parseInteger(line.substr(blank)).value_or(0);
    quota.readable = quota.readable || line.starts_with("max") || (most > 0 && period > 0);
    tighten(quota, most, period);
}

void readVersion1(const FactReader& reader, const std::string& folder, Quota& quota) {
    const auto most = reader.integer(folder + "/cpu.cfs_quota_us");
    if (!most)
        return;
    quota.readable = true;
    tighten(quota, *most, reader.integer(folder + "/cpu.cfs_period_us").value_or(0));
}

using ReadQuota = void (*)(const FactReader&, const std::string&, Quota&);

/// The group and all groups above it: each limits those below. In a container the path may not exist; its own
/// group is then at the mount point.
void readUpwards(const FactReader& reader, const std::string& mount, std::string group, ReadQuota read,
                 Quota& quota) {
    constexpr int kMostLevels = 64;
    for (int i = 0; i < kMostLevels && group.size() > 1; ++i) {
        read(reader, mount + group, quota);
        group.resize(std::min(group.rfind('/'), group.size()));
    }
    read(reader, mount, quota);
}

/// Whether `cpu` is in a list such as `cpu,cpuacct`.
bool namesCpu(std::string_view controllers) {
    while (!controllers.empty()) {
        const std::string_view name = controllers.substr(0, controllers.find(','));
        if (name == "cpu")
            return true;
        controllers.remove_prefix(std::min(controllers.size(), name.size() + 1));
    }
    return false;
}

Quota readQuota(const FactReader& reader) {
    Quota quota;
    const std::string groups = reader.text("/proc/self/cgroup").value_or("");
    std::string_view rest = groups;
    std::string path2 = "/";
    std::string path1 = "/";
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos || line.find("..") != std::string_view::npos)
            continue;
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        if (controllers.empty())
            path2 = line.substr(second + 1);
        else if (namesCpu(controllers))
            path1 = line.substr(second + 1);
    }
    readUpwards(reader, "/sys/fs/cgroup", path2, readVersion2, quota);
    for (const char* mount : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"})
        readUpwards(reader, mount, path1, readVersion1, quota);
    return quota;
}

Fact quota(const FactReader& reader) {
    constexpr const char* kId = "cpu_quota";
    constexpr const char* kName = "Processor quota";
    const Quota found = readQuota(reader);
    if (found.processors)
        return knownFact(
            kId, kName, numberText(*found.processors) + " processors", FactState::Warn,
            "A container or service limit: once used up, everything in it stands still for a while.");
    if (found.readable)
        return knownFact(kId, kName, "none", FactState::Good, "No control group limits the processor time.");
    return unknownFact(kId, kName, "No control group shows a limit.");
}

Fact affinity(const FactReader& reader) {
    constexpr const char* kId = "affinity";
    constexpr const char* kName = "Allowed processors";
    const auto status = reader.text("/proc/self/status");
    const auto list = status ? lineValue(*status, "Cpus_allowed_list") : std::nullopt;
    const std::int64_t allowed = processorCount(list.value_or("")).value_or(0);
    if (allowed < 1)
        return unknownFact(kId, kName, "/proc/self/status does not list them.");
    if (allowed < processorsOnline(reader))
        return knownFact(kId, kName, *list, FactState::Note,
                         "This process may not run on the other processors.");
    return knownFact(kId, kName, *list, FactState::Good, "The scheduler may use every processor.");
}

} // namespace

void addLimitFacts(const FactReader& reader, std::vector<Fact>& facts) {
    facts.push_back(timerSlack(reader));
    facts.push_back(realtimeBudget(reader));
    facts.push_back(realtimeRight(reader));
    facts.push_back(quota(reader));
    facts.push_back(affinity(reader));
}

} // namespace jitterscope

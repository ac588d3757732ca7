// SPDX-License-Identifier: MIT
#include "core/machine/control_groups.h"

#include "core/base/parse.h"
#include "core/base/said.h"

#include <algorithm>

namespace jitterscope {
namespace {

/// Whether one is in a list such as `cpu,cpuacct`.
bool namesController(std::string_view controllers, std::string_view wanted) {
    while (!controllers.empty()) {
        const std::string_view name = controllers.substr(0, controllers.find(','));
        if (name == wanted)
            return true;
        controllers.remove_prefix(std::min(controllers.size(), name.size() + 1));
    }
    return false;
}

/// The group below a mount and all groups above it. In a container the path may not exist; its own group is
/// then at the mount point.
void addFolders(const std::string& mount, std::string group, std::vector<std::string>& folders) {
    constexpr int kMostLevels = 64;
    for (int i = 0; i < kMostLevels && group.size() > 1; ++i) {
        folders.push_back(mount + group);
        group.resize(std::min(group.rfind('/'), group.size()));
    }
    folders.push_back(mount);
}

/// The groups of a process: of version 2, and of a controller of version 1.
struct GroupPaths {
    std::string version1 = "/";
    std::string version2 = "/";
};

GroupPaths groupPaths(const FactReader& reader, const std::string& process, std::string_view controller) {
    GroupPaths paths;
    forEachLine(reader.text("/proc/" + process + "/cgroup").value_or(""), [&](std::string_view line) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos || line.find("..") != std::string_view::npos)
            return;
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        if (controllers.empty())
            paths.version2 = line.substr(second + 1);
        else if (namesController(controllers, controller))
            paths.version1 = line.substr(second + 1);
    });
    return paths;
}

/// Where the groups of a process keep their files about the processor, in both versions.
struct GroupFolders {
    std::vector<std::string> version1;
    std::vector<std::string> version2;
};

GroupFolders groupFolders(const FactReader& reader, const std::string& process) {
    const GroupPaths paths = groupPaths(reader, process, "cpu");
    GroupFolders folders;
    addFolders("/sys/fs/cgroup", paths.version2, folders.version2);
    for (const char* mount : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"}) {
        // One is often a link to the other, and must not count twice.
        if (folders.version1.empty() && reader.exists(mount))
            addFolders(mount, paths.version1, folders.version1);
    }
    return folders;
}

/// Takes the limit if it is the tightest so far; `most` µs in each period. Not positive: no limit.
void tighten(Quota& quota, std::int64_t most, std::int64_t periodUs) {
    constexpr std::int64_t kLongest = 1'000'000; // the kernel allows no longer period
    if (most <= 0 || periodUs <= 0 || periodUs > kLongest)
        return;
    const double processors = static_cast<double>(most) / static_cast<double>(periodUs);
    if (quota.processors && *quota.processors <= processors)
        return;
    quota.processors = processors;
    quota.period = Nanoseconds(periodUs * 1000);
}

/// "50000 100000" or "max 100000".
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

/// The number in the line `name number`.
std::optional<std::int64_t> counter(std::string_view text, std::string_view name) {
    std::optional<std::int64_t> found;
    forEachLine(text, [&](std::string_view line) {
        if (line.starts_with(name) && line.substr(name.size()).starts_with(' '))
            found = parseInteger(line.substr(name.size()));
    });
    return found && *found >= 0 ? found : std::nullopt;
}

/// Adds the counters of one group. They do not contain those of the groups above it.
void addThrottling(const std::string& text, std::string_view timeName, std::int64_t unit,
                   std::optional<Throttling>& sum) {
    constexpr std::int64_t kMostGroups = 128;
    const auto periods = counter(text, "nr_throttled");
    const auto time = counter(text, timeName);
    if (!periods || !time || *periods > INT64_MAX / kMostGroups || *time > INT64_MAX / kMostGroups / unit)
        return;
    sum = sum.value_or(Throttling{});
    sum->periods += *periods;
    sum->time += Nanoseconds(*time * unit);
}

} // namespace

Quota readQuota(const FactReader& reader) {
    Quota quota;
    const GroupFolders folders = groupFolders(reader, "self");
    for (const std::string& folder : folders.version2)
        readVersion2(reader, folder, quota);
    for (const std::string& folder : folders.version1)
        readVersion1(reader, folder, quota);
    return quota;
}

std::optional<Throttling> readThrottling(const FactReader& reader, const std::string& process) {
    std::optional<Throttling> sum;
    const GroupFolders folders = groupFolders(reader, process);
    for (const std::string& folder : folders.version2)
        addThrottling(reader.text(folder + "/cpu.stat").value_or(""), "throttled_usec", 1000, sum);
    for (const std::string& folder : folders.version1)
        addThrottling(reader.text(folder + "/cpu.stat").value_or(""), "throttled_time", 1, sum);
    return sum;
}

std::string affinityText(std::int64_t allowed, std::int64_t online) {
    if (allowed < 1 || allowed >= online)
        return {};
    return "it may run on " + std::to_string(allowed) + " of " + std::to_string(online) +
           " processors alone (taskset, a cpuset or CPUAffinity=)";
}

std::string throttlingText(const std::optional<Throttling>& before, const std::optional<Throttling>& after) {
    if (!before || !after || after->periods <= before->periods)
        return {};
    const auto lost = static_cast<double>((after->time - before->time).count());
    return "the quota of its control group stopped it " + said::times(after->periods - before->periods) +
           ", for " + said::shortDuration(lost);
}

/// Both versions say of each group whether it is frozen itself or by a group above it.
bool isFrozen(const FactReader& reader, const std::string& process) {
    const GroupPaths paths = groupPaths(reader, process, "freezer");
    for (const char* const mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
        if (counter(reader.text(mount + paths.version2 + "/cgroup.events").value_or(""), "frozen") == 1)
            return true;
    }
    return reader.text("/sys/fs/cgroup/freezer" + paths.version1 + "/freezer.state") == "FROZEN";
}

} // namespace jitterscope

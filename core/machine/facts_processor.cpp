// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/machine/fact_reader.h"
#include "core/platform/low_power.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

Fact model(const std::optional<std::string>& info) {
    for (const std::string_view line : {"model name", "Model", "Hardware", "cpu model", "cpu"}) {
        const auto value = info ? lineValue(*info, line) : std::nullopt;
        if (value && !value->empty())
            return knownFact("cpu_model", "Processor", *value, FactState::Note,
                             "Wake-up times are comparable only between machines of the same kind.");
    }
    return unknownFact("cpu_model", "Processor", "/proc/cpuinfo does not show it.");
}

Fact online(const FactReader& reader) {
    const std::int64_t count = processorsOnline(reader);
    if (count < 1)
        return unknownFact("cpus", "Processors online", kProcessors + "online cannot be read.");
    if (count == 1)
        return knownFact("cpus", "Processors online", "1", FactState::Warn,
                         "A spinning thread leaves no processor for anything else.");
    return knownFact("cpus", "Processors online", std::to_string(count), FactState::Good,
                     "A spinning thread leaves a processor for the others.");
}

/// The least and the largest value of a file that each processor has.
std::optional<std::pair<std::int64_t, std::int64_t>> range(const FactReader& reader,
                                                           const std::string& file) {
    std::optional<std::pair<std::int64_t, std::int64_t>> found;
    for (const int cpu : processorsIn(reader.text(kProcessors + "online").value_or(""))) {
        const auto value = reader.integer(kProcessors + "cpu" + std::to_string(cpu) + file);
        if (value && *value > 0 && !found)
            found = {*value, *value};
        else if (value && *value > 0)
            found = {std::min(found->first, *value), std::max(found->second, *value)};
    }
    return found;
}

Fact unequalCores(const std::string& value, const std::string& fast) {
    return advised(
        knownFact("hybrid_cores", "Hybrid cores", value, FactState::Note,
                  "On a slow core work takes longer and a wake-up comes later; which one is used is the "
                  "scheduler's choice."),
        "pin the thread to a fast core: --cpu " + fast, "leave --cpu out");
}

/// Intel's hybrid processors list their cores by kind. On Arm each core has its capacity. Otherwise the
/// highest frequencies tell, which differ by a few percent between equal cores.
Fact hybrid(const FactReader& reader) {
    constexpr double kEqual = 0.8;
    const std::string fast = reader.text("/sys/devices/cpu_core/cpus").value_or("");
    const std::string slow = reader.text("/sys/devices/cpu_atom/cpus").value_or("");
    if (processorCount(fast).value_or(0) > 0 && processorCount(slow).value_or(0) > 0)
        return unequalCores("fast " + fast + ", slow " + slow, std::to_string(processorsIn(fast, 1).front()));
    auto speeds = range(reader, "/cpu_capacity");
    if (!speeds)
        speeds = range(reader, "/cpufreq/cpuinfo_max_freq");
    if (!speeds)
        return unknownFact("hybrid_cores", "Hybrid cores", "The kernel shows no speeds of the cores.");
    const double share = static_cast<double>(speeds->first) / static_cast<double>(speeds->second);
    if (share >= kEqual)
        return knownFact("hybrid_cores", "Hybrid cores", "none", FactState::Good,
                         "All cores are equally fast.");
    constexpr double kPercent = 100;
    return unequalCores("the slowest has " + decimalText(kPercent * share, 0) + " % of the fastest's speed",
                        "N");
}

Fact hypervisor(const std::string& value) {
    return knownFact("virtual_machine", "Virtual machine", value, FactState::Warn,
                     "The hypervisor delays each wake-up and can take the processor away unnoticed.");
}

/// Windows' subsystem: version 2 is a virtual machine with a Linux kernel, version 1 has no Linux kernel at
/// all.
std::optional<Fact> windowsSubsystem(const FactReader& reader) {
    const std::string release = reader.text("/proc/sys/kernel/osrelease").value_or("");
    if (release.find("WSL2") != std::string::npos || release.find("microsoft-standard") != std::string::npos)
        return hypervisor("yes, WSL 2");
    if (release.ends_with("-Microsoft"))
        return hypervisor("yes, WSL 1: Windows' kernel");
    return std::nullopt;
}

Fact virtualMachine(const FactReader& reader, const std::optional<std::string>& info) {
    if (auto windows = windowsSubsystem(reader))
        return *windows;
    const auto flags = info ? lineValue(*info, "flags") : std::nullopt;
    const std::string maker = reader.text("/sys/class/dmi/id/sys_vendor").value_or("");
    if (flags && hasWord(*flags, "hypervisor"))
        return hypervisor(maker.empty() ? "yes" : "yes, " + maker);
    // Other processors have no such flag.
    if (!flags && (maker == "QEMU" || maker == "Amazon EC2" || maker == "VMware, Inc."))
        return hypervisor("yes, " + maker);
    if (!flags && reader.exists("/proc/device-tree/hypervisor/compatible"))
        return hypervisor("yes");
    if (!flags)
        return unknownFact("virtual_machine", "Virtual machine",
                           "/proc/cpuinfo has no flags that would tell.");
    return knownFact("virtual_machine", "Virtual machine", "no", FactState::Good,
                     "No hypervisor stands between timer and thread.");
}

/// `isolated` and `nohz_full`: lists of processors that the kernel keeps quiet.
Fact quietProcessors(const FactReader& reader, const std::string& file, const std::string& id,
                     const std::string& name, const std::string& good) {
    const auto list = reader.text(kProcessors + file);
    if (!list)
        return unknownFact(id, name, kProcessors + file + " cannot be read.");
    if (list->empty() || *list == "(null)")
        return knownFact(id, name, "none", FactState::Note,
                         "No processor is reserved; only boot options can do that.");
    const auto count = processorCount(*list);
    return count ? knownFact(id, name, *list, FactState::Good, good)
                 : unknownFact(id, name, kProcessors + file + " is not as expected.");
}

Fact threads(const FactReader& reader) {
    const auto active = reader.integer(kProcessors + "smt/active");
    if (active == 0)
        return knownFact("smt", "Processor threads", "off", FactState::Good,
                         "No other hardware thread shares a core with the measuring one.");
    if (active == 1)
        return advised(knownFact("smt", "Processor threads", "on", FactState::Note,
                                 "Work on the other hardware thread of the core slows this one down."),
                       "echo off > /sys/devices/system/cpu/smt/control",
                       "echo on > /sys/devices/system/cpu/smt/control");
    return unknownFact("smt", "Processor threads", kProcessors + "smt/active cannot be read.");
}

/// The kernel's names for the features in CPUID and the ID registers (x86: flags, arm64: Features).
Fact lowPowerWait(const std::optional<std::string>& info) {
    constexpr const char* kId = "low_power_wait";
    constexpr const char* kName = "Low-power wait";
    auto flags = info ? lineValue(*info, "flags") : std::nullopt;
    if (!flags && info)
        flags = lineValue(*info, "Features");
    if (!flags)
        return unknownFact(kId, kName, "/proc/cpuinfo has no flags that would tell.");
    for (const auto& [flag, wait] : {std::pair{"waitpkg", TimedWait::Tpause},
                                     {"mwaitx", TimedWait::Mwaitx},
                                     {"wfxt", TimedWait::Wfet}}) {
        if (hasWord(*flags, flag))
            return knownFact(kId, kName, std::string(timedWaitId(wait)), FactState::Good,
                             "spin=low-power rests the processor in it: fewer watts, the same CPU %.");
    }
    return knownFact(kId, kName, std::string(timedWaitId(TimedWait::None)), FactState::Note,
                     "The processor shows no timed wait: spin=low-power is spin=pause here.");
}

} // namespace

void addProcessorFacts(const FactReader& reader, std::vector<Fact>& facts) {
    const auto info = reader.text("/proc/cpuinfo");
    facts.push_back(model(info));
    facts.push_back(online(reader));
    facts.push_back(hybrid(reader));
    facts.push_back(threads(reader));
    facts.push_back(virtualMachine(reader, info));
    facts.push_back(quietProcessors(reader, "isolated", "isolated_cpus", "Isolated processors",
                                    "Only threads pinned to these processors run on them; try --cpu."));
    facts.push_back(quietProcessors(reader, "nohz_full", "nohz_full", "Processors without tick",
                                    "A thread alone on these is not interrupted by the scheduler's tick."));
    facts.push_back(lowPowerWait(info));
}

} // namespace jitterscope

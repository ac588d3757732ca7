// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/machine/fact_reader.h"
#include "core/platform/low_power.h"

#include <algorithm>
#include <set>
#include <utility>

namespace jitterscope {
namespace {

const std::string kProcessors = "/sys/devices/system/cpu/";

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

Fact virtualMachine(const FactReader& reader, const std::optional<std::string>& info) {
    constexpr const char* kId = "virtual_machine";
    constexpr const char* kName = "Virtual machine";
    const auto flags = info ? lineValue(*info, "flags") : std::nullopt;
    if (!flags)
        return unknownFact(kId, kName, "/proc/cpuinfo has no flags that would tell.");
    if (!hasWord(*flags, "hypervisor"))
        return knownFact(kId, kName, "no", FactState::Good, "No hypervisor stands between timer and thread.");
    const std::string maker = reader.text("/sys/class/dmi/id/sys_vendor").value_or("");
    return knownFact(kId, kName, maker.empty() ? "yes" : "yes, " + maker, FactState::Warn,
                     "The hypervisor delays each wake-up and can take the processor away unnoticed.");
}

FactState governorState(const std::string& governor, const std::string& driver) {
    if (governor == "performance")
        return FactState::Good;
    const bool ownChoice = driver.starts_with("intel_pstate") || driver.starts_with("amd-pstate-epp");
    return governor == "powersave" && !ownChoice ? FactState::Warn : FactState::Note;
}

Fact governor(const FactReader& reader) {
    constexpr const char* kId = "governor";
    constexpr const char* kName = "Frequency governor";
    const std::string folder = kProcessors + "cpufreq/";
    std::set<std::string> names;
    FactState worst = FactState::Good;
    for (const std::string& policy : reader.names(folder)) {
        const auto name = reader.text(folder + policy + "/scaling_governor");
        if (!name || name->empty())
            continue;
        names.insert(*name);
        worst = std::max(worst,
                         governorState(*name, reader.text(folder + policy + "/scaling_driver").value_or("")));
    }
    if (names.empty())
        return unknownFact(kId, kName, "No frequency control is visible, as is usual in a virtual machine.");
    std::string value;
    for (const std::string& name : names)
        value += (value.empty() ? "" : ", ") + name;
    return knownFact(kId, kName, value, worst,
                     worst == FactState::Good ? "The processor keeps its clock frequency up while it waits."
                                              : "The clock frequency drops during waits, so a frame starts "
                                                "slowly; the performance governor keeps it up.");
}

Fact idleStates(const FactReader& reader) {
    constexpr const char* kId = "idle_states";
    constexpr const char* kName = "Deepest idle state";
    constexpr int kMostStates = 16;
    const std::string driver = reader.text(kProcessors + "cpuidle/current_driver").value_or("");
    std::string deepest;
    std::int64_t latency = -1;
    for (int i = 0; i < kMostStates; ++i) {
        const std::string state = kProcessors + "cpu0/cpuidle/state" + std::to_string(i) + "/";
        const auto microseconds = reader.integer(state + "latency");
        if (!microseconds || *microseconds <= latency || reader.integer(state + "disable") == 1)
            continue;
        latency = *microseconds;
        deepest = reader.text(state + "name").value_or("state " + std::to_string(i));
    }
    if (latency < 0)
        return unknownFact(kId, kName,
                           driver.empty() || driver == "none" ? "The kernel has no idle driver to show."
                                                              : "The driver " + driver + " shows no states.");
    constexpr std::int64_t kShallow = 10;
    constexpr std::int64_t kDeep = 100;
    const FactState state = latency <= kShallow ? FactState::Good
                            : latency <= kDeep  ? FactState::Note
                                                : FactState::Warn;
    return knownFact(
        kId, kName,
        deepest + ", " + std::to_string(latency) + " µs" + (driver.empty() ? "" : " (" + driver + ")"), state,
        "A processor in the deepest idle state needs this long before it runs the thread.");
}

Fact latencyRequest(const FactReader& reader) {
    constexpr const char* kId = "cpu_dma_latency";
    constexpr const char* kName = "Latency request";
    if (!reader.exists("/dev/cpu_dma_latency"))
        return unknownFact(kId, kName, "There is no /dev/cpu_dma_latency.");
    return knownFact(kId, kName, "available", FactState::Note,
                     "A program that holds it open at 0 keeps idle states shallow; jitterscope does not.");
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
        return knownFact("smt", "Processor threads", "on", FactState::Note,
                         "Work on the other hardware thread of the core slows this one down.");
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
    facts.push_back(virtualMachine(reader, info));
    facts.push_back(governor(reader));
    facts.push_back(idleStates(reader));
    facts.push_back(latencyRequest(reader));
    facts.push_back(quietProcessors(reader, "isolated", "isolated_cpus", "Isolated processors",
                                    "Only threads pinned to these processors run on them; try --cpu."));
    facts.push_back(quietProcessors(reader, "nohz_full", "nohz_full", "Processors without tick",
                                    "A thread alone on these is not interrupted by the scheduler's tick."));
    facts.push_back(threads(reader));
    facts.push_back(lowPowerWait(info));
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/machine/fact_reader.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {
namespace {

Fact supply(const FactReader& reader) {
    constexpr const char* kId = "power";
    constexpr const char* kName = "Power supply";
    const std::string folder = "/sys/class/power_supply/";
    if (!reader.exists(folder))
        return unknownFact(kId, kName, folder + " cannot be read.");
    bool battery = false;
    for (const std::string& name : reader.names(folder)) {
        const auto type = reader.text(folder + name + "/type");
        const auto scope = reader.text(folder + name + "/scope");
        if (type != "Battery" || scope == "Device")
            continue;
        battery = true;
        if (reader.text(folder + name + "/status") == "Discharging")
            return advised(
                knownFact(kId, kName, "battery", FactState::Warn,
                          "On battery the processor saves power: slower clocks, deeper idle states."),
                "plug the charger in", "unplug it");
    }
    return knownFact(kId, kName, battery ? "mains, with a battery" : "no battery", FactState::Good,
                     "The power supply does not slow the processor down.");
}

/// What the firmware was told by the desktop's switch between saving and speed.
Fact profile(const FactReader& reader) {
    constexpr const char* kId = "power_profile";
    constexpr const char* kName = "Power profile";
    const auto profile = reader.text("/sys/firmware/acpi/platform_profile");
    if (!profile)
        return unknownFact(kId, kName, "The firmware has no profiles to choose from.");
    if (*profile == "performance" || *profile == "balanced-performance" || *profile == "max-power")
        return knownFact(kId, kName, *profile, FactState::Good, "The firmware lets the processor run fast.");
    const bool saves = *profile == "low-power" || *profile == "quiet" || *profile == "cool";
    return advised(knownFact(kId, kName, *profile, saves ? FactState::Warn : FactState::Note,
                             "The firmware holds the processor's power down, so work takes longer."),
                   "powerprofilesctl set performance",
                   saves ? "powerprofilesctl set power-saver" : "powerprofilesctl set balanced");
}

/// intel_pstate and amd-pstate-epp choose the frequency themselves: `powersave` is just the name of their
/// ordinary way, and the energy preference says how they choose.
FactState governorState(const std::string& governor, const std::string& driver) {
    const bool ownChoice = driver == "intel_pstate" || driver.starts_with("amd-pstate-epp") ||
                           driver.starts_with("amd_pstate_epp");
    if (governor == "performance" || (governor == "powersave" && ownChoice))
        return FactState::Good;
    return governor == "powersave" ? FactState::Warn : FactState::Note;
}

/// What stands in one file of the frequency policies, and the numbers of those in which it stands. Each value
/// is a word that may stand in a command.
using PolicyValues = std::map<std::string, std::vector<std::string>>;

PolicyValues policyValues(const FactReader& reader, const std::string& file) {
    constexpr std::string_view kPolicy = "policy";
    PolicyValues values;
    const std::string folder = kProcessors + "cpufreq/";
    for (const std::string& policy : reader.names(folder)) {
        if (!policy.starts_with(kPolicy))
            continue;
        std::string number = policy.substr(kPolicy.size());
        const auto value = reader.text(folder + policy + "/" + file);
        if (parseInteger(number) && value && isPlainWord(*value))
            values[*value].push_back(std::move(number));
    }
    return values;
}

std::string listed(const PolicyValues& values) {
    std::vector<std::string> names;
    for (const auto& [name, policies] : values)
        names.push_back(name);
    return said::joined(names);
}

/// A policy has the number of its first processor, and what is set for one processor is set for its policy.
std::string governorsAgain(const PolicyValues& values) {
    if (values.size() == 1)
        return "cpupower frequency-set -g " + values.begin()->first;
    std::vector<std::string> commands;
    for (const auto& [name, policies] : values)
        commands.push_back("cpupower -c " + said::joined(policies, ",") + " frequency-set -g " + name);
    return said::joined(commands, " && ");
}

std::string preferencesAgain(const PolicyValues& values) {
    const std::string folder = "/sys/devices/system/cpu/cpufreq/policy";
    const std::string file = "/energy_performance_preference";
    if (values.size() == 1)
        return "echo " + values.begin()->first + " | tee " + folder + "*" + file;
    std::vector<std::string> commands;
    for (const auto& [name, policies] : values)
        commands.push_back("for p in " + said::joined(policies, " ") + "; do echo " + name + " > " + folder +
                           "$p" + file + "; done");
    return said::joined(commands, "; ");
}

const char* governorWhy(FactState state, bool performance) {
    if (state == FactState::Good && performance)
        return "The processor keeps its clock frequency up while it waits.";
    if (state == FactState::Good)
        return "The driver chooses the frequency itself; powersave is its ordinary way, see the energy "
               "preference.";
    return "The clock frequency drops during waits, so a frame starts slowly; the performance governor keeps "
           "it up.";
}

Fact governor(const FactReader& reader) {
    constexpr const char* kId = "governor";
    constexpr const char* kName = "Frequency governor";
    const PolicyValues names = policyValues(reader, "scaling_governor");
    const PolicyValues drivers = policyValues(reader, "scaling_driver");
    const std::string driver = drivers.size() == 1 ? drivers.begin()->first : "";
    FactState worst = FactState::Good;
    for (const auto& [name, policies] : names)
        worst = std::max(worst, governorState(name, driver));
    if (names.empty())
        return unknownFact(kId, kName, "No frequency control is visible, as is usual in a virtual machine.");
    Fact fact =
        knownFact(kId, kName, listed(names), worst, governorWhy(worst, names.count("powersave") == 0));
    return worst == FactState::Good
               ? fact
               : advised(std::move(fact), "cpupower frequency-set -g performance", governorsAgain(names));
}

Fact energyPreference(const FactReader& reader) {
    constexpr const char* kId = "energy_preference";
    constexpr const char* kName = "Energy preference";
    const PolicyValues names = policyValues(reader, "energy_performance_preference");
    if (names.empty())
        return unknownFact(kId, kName, "The frequency driver has none.");
    FactState worst = FactState::Good;
    for (const auto& [name, policies] : names)
        worst = std::max(worst, name == "performance"                        ? FactState::Good
                                : name == "power" || name == "balance_power" ? FactState::Warn
                                                                             : FactState::Note);
    if (worst == FactState::Good)
        return knownFact(kId, kName, listed(names), worst,
                         "The processor speeds up at once when a frame starts.");
    return advised(
        knownFact(kId, kName, listed(names), worst,
                  "The processor speeds up slowly after a wait, so the start of each frame takes longer."),
        "echo performance | tee /sys/devices/system/cpu/cpufreq/policy*/energy_performance_preference",
        preferencesAgain(names));
}

/// Of the first processor that this process may use.
Fact idleStates(const FactReader& reader) {
    constexpr const char* kId = "idle_states";
    constexpr const char* kName = "Deepest idle state";
    constexpr std::int64_t kMost = 1'000'000;
    constexpr std::int64_t kShallow = 10;
    constexpr std::int64_t kDeep = 100;
    const std::string driver = reader.text(kProcessors + "cpuidle/current_driver").value_or("");
    const std::vector<int> usable = usableProcessors(reader);
    const int cpu = usable.empty() ? 0 : usable.front();
    std::string deepest;
    std::string again = "cpupower idle-set -E";
    std::int64_t latency = -1;
    for (int i = 0; i < kMostIdleStates; ++i) {
        const std::string state =
            kProcessors + "cpu" + std::to_string(cpu) + "/cpuidle/state" + std::to_string(i) + "/";
        const auto microseconds = reader.integer(state + "latency");
        if (!microseconds)
            continue;
        const bool off = reader.integer(state + "disable") == 1;
        if (off)
            again += " && cpupower idle-set -d " + std::to_string(i);
        if (off || *microseconds <= latency || *microseconds > kMost)
            continue;
        latency = *microseconds;
        deepest = reader.text(state + "name").value_or("state " + std::to_string(i));
    }
    if (latency < 0)
        return unknownFact(kId, kName,
                           driver.empty() || driver == "none" ? "The kernel has no idle driver to show."
                                                              : "The driver " + driver + " shows no states.");
    const FactState state = judged(static_cast<double>(latency), kShallow, kDeep);
    Fact fact = costing(
        knownFact(kId, kName,
                  deepest + ", " + std::to_string(latency) + " µs" +
                      (driver.empty() ? "" : " (" + driver + ")"),
                  state, "A processor in the deepest idle state needs this long before it runs the thread."),
        Nanoseconds(latency * 1000));
    return state == FactState::Good
               ? fact
               : advised(std::move(fact), "cpupower idle-set -D " + std::to_string(kShallow),
                         std::move(again));
}

Fact latencyRequest(const FactReader& reader) {
    constexpr const char* kId = "cpu_dma_latency";
    constexpr const char* kName = "Latency request";
    if (!reader.exists("/dev/cpu_dma_latency"))
        return unknownFact(kId, kName, "There is no /dev/cpu_dma_latency.");
    return knownFact(
        kId, kName, "available", FactState::Note,
        "A program that holds it open at 0 keeps idle states shallow; jitterscope does so in trials only.");
}

Fact heat(const FactReader& reader) {
    constexpr const char* kId = "thermal_throttling";
    constexpr const char* kName = "Slowed by heat";
    const auto count = readThermalThrottles(reader);
    if (!count)
        return unknownFact(kId, kName, "The processor does not count it.");
    if (*count == 0)
        return knownFact(kId, kName, "never since boot", FactState::Good,
                         "Heat has not slowed the processor down.");
    return knownFact(kId, kName, std::to_string(*count) + " times since boot", FactState::Note,
                     "When it gets hot, the processor lowers its clock frequency and work takes longer.");
}

} // namespace

void addPowerFacts(const FactReader& reader, std::vector<Fact>& facts) {
    facts.push_back(supply(reader));
    facts.push_back(profile(reader));
    facts.push_back(governor(reader));
    facts.push_back(energyPreference(reader));
    facts.push_back(idleStates(reader));
    facts.push_back(latencyRequest(reader));
    facts.push_back(heat(reader));
}

} // namespace jitterscope

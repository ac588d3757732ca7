// SPDX-License-Identifier: MIT
#include "core/machine/facts.h"

#include "core/base/parse.h"
#include "core/machine/fact_reader.h"

namespace jitterscope {
namespace {

constexpr const char* kNotReadable = " cannot be read.";

Fact kernel(const FactReader& reader) {
    const auto release = reader.text("/proc/sys/kernel/osrelease");
    if (!release)
        return unknownFact("kernel", "Kernel", std::string("/proc/sys/kernel/osrelease") + kNotReadable);
    return knownFact("kernel", "Kernel", *release, FactState::Note,
                     "Its scheduler and timers decide when a sleeping thread wakes.");
}

Fact preemption(const FactReader& reader) {
    constexpr const char* kId = "preemption";
    constexpr const char* kName = "Preemption";
    const auto version = reader.text("/proc/version");
    if (reader.integer("/sys/kernel/realtime") == 1 || (version && hasWord(*version, "PREEMPT_RT")))
        return knownFact(kId, kName, "PREEMPT_RT", FactState::Good,
                         "A real-time kernel: almost nothing in it delays a wake-up.");
    if (!version)
        return unknownFact(kId, kName, std::string("/proc/version") + kNotReadable);
    if (hasWord(*version, "PREEMPT_DYNAMIC"))
        return knownFact(kId, kName, "PREEMPT_DYNAMIC", FactState::Note,
                         "Chosen at boot; preempt=full shortens the longest delays.");
    if (hasWord(*version, "PREEMPT"))
        return knownFact(kId, kName, "PREEMPT", FactState::Good,
                         "Almost all kernel code can be interrupted for a wake-up.");
    return knownFact(kId, kName, "voluntary or none", FactState::Note,
                     "A long system call of another thread can delay a wake-up.");
}

Fact clockSource(const FactReader& reader) {
    constexpr const char* kId = "clocksource";
    constexpr const char* kName = "Clock source";
    const auto source = reader.text("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    if (!source)
        return unknownFact(kId, kName, "The kernel does not show its clock source.");
    for (const std::string_view slow : {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"}) {
        if (*source == slow)
            return knownFact(
                kId, kName, *source, FactState::Bad,
                "Reading this clock takes about a microsecond or is coarse; tsc would be better.");
    }
    for (const std::string_view fast : {"tsc", "arch_sys_counter", "hyperv_clocksource_tsc_page"}) {
        if (*source == fast)
            return knownFact(kId, kName, *source, FactState::Good, "Reading this clock takes about 20 ns.");
    }
    return knownFact(kId, kName, *source, FactState::Note,
                     "The cost of reading it is measured before each run; see the run's clock data.");
}

Fact power(const FactReader& reader) {
    constexpr const char* kId = "power";
    constexpr const char* kName = "Power supply";
    const std::string folder = "/sys/class/power_supply/";
    if (!reader.exists(folder))
        return unknownFact(kId, kName, folder + kNotReadable);
    bool battery = false;
    for (const std::string& name : reader.names(folder)) {
        const auto type = reader.text(folder + name + "/type");
        const auto scope = reader.text(folder + name + "/scope");
        if (type != "Battery" || scope == "Device")
            continue;
        battery = true;
        if (reader.text(folder + name + "/status") == "Discharging")
            return knownFact(kId, kName, "battery", FactState::Warn,
                             "On battery the processor saves power: slower clocks, deeper idle states.");
    }
    return knownFact(kId, kName, battery ? "mains, with a battery" : "no battery", FactState::Good,
                     "The power supply does not slow the processor down.");
}

Fact load(const FactReader& reader) {
    constexpr const char* kId = "load_average";
    constexpr const char* kName = "Load average";
    const auto text = reader.text("/proc/loadavg");
    const auto value = text ? parseDouble(text->substr(0, text->find(' '))) : std::nullopt;
    if (!value || *value < 0)
        return unknownFact(kId, kName, std::string("/proc/loadavg") + kNotReadable);
    const std::string shown = text->substr(0, text->find(' '));
    const std::int64_t count = processorsOnline(reader);
    if (count < 1)
        return knownFact(kId, kName, shown, FactState::Note, "The number of processors is not known.");
    const double share = *value / static_cast<double>(count);
    if (share > 1)
        return knownFact(kId, kName, shown, FactState::Warn,
                         "More threads want to run than there are processors: wake-ups have to queue.");
    return knownFact(kId, kName, shown, share > 0.5 ? FactState::Note : FactState::Good,
                     share > 0.5 ? "Other programs keep more than half of the processors busy."
                                 : "The processors are mostly free.");
}

/// `some avg10=1.23 avg60=…` of /proc/pressure.
Fact pressure(const FactReader& reader, const std::string& what, const std::string& name) {
    const std::string path = "/proc/pressure/" + what;
    const std::string id = what + "_pressure";
    constexpr std::string_view kKey = "avg10=";
    const auto text = reader.text(path);
    const std::size_t place = text ? text->find(kKey) : std::string::npos;
    if (place == std::string::npos)
        return unknownFact(id, name, path + kNotReadable);
    const std::size_t begin = place + kKey.size();
    const std::string shown = text->substr(begin, text->find_first_of(" \n", begin) - begin);
    const auto value = parseDouble(shown);
    if (!value)
        return unknownFact(id, name, path + " is not as expected.");
    constexpr double kHigh = 10;
    const FactState state = *value > kHigh ? FactState::Warn : *value > 1 ? FactState::Note : FactState::Good;
    return knownFact(id, name, shown + " %", state,
                     "Share of the last 10 s in which a thread had to wait for " +
                         std::string(what == "cpu" ? "a processor." : "memory."));
}

} // namespace

std::string_view factStateId(FactState state) noexcept {
    switch (state) {
    case FactState::Good:
        return "good";
    case FactState::Note:
        return "note";
    case FactState::Warn:
        return "warn";
    case FactState::Bad:
        return "bad";
    case FactState::Unknown:
        break;
    }
    return "unknown";
}

std::vector<Fact> readFacts(const std::string& root) {
    const FactReader reader(root.ends_with('/') ? root.substr(0, root.size() - 1) : root);
    std::vector<Fact> facts{kernel(reader), preemption(reader), clockSource(reader)};
    addProcessorFacts(reader, facts);
    addLimitFacts(reader, facts);
    facts.push_back(power(reader));
    facts.push_back(load(reader));
    facts.push_back(pressure(reader, "cpu", "Processor pressure"));
    facts.push_back(pressure(reader, "memory", "Memory pressure"));
    return facts;
}

} // namespace jitterscope

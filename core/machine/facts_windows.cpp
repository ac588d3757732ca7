// SPDX-License-Identifier: MIT
#include "core/machine/facts_windows.h"

#include "core/base/said.h"
#include "core/machine/fact_reader.h"

#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr const char* kNotSaid = "Windows does not say.";

/// A reason as a sentence.
std::string sentenceOf(std::string reason) {
    if (!reason.empty() && reason[0] >= 'a' && reason[0] <= 'z')
        reason[0] = static_cast<char>(reason[0] - 'a' + 'A');
    return reason + ".";
}

std::string lengthText(Nanoseconds length) {
    return said::shortDuration(length);
}

Fact system(const WindowsReadings& readings) {
    if (readings.version.empty())
        return unknownFact("kernel", "System", kNotSaid);
    if (!readings.wine.empty())
        return knownFact(
            "kernel", "System", "Wine " + readings.wine + " as Windows " + readings.version, FactState::Warn,
            "Wine answers for Windows: timers, classes and counters are those of the system below.");
    return knownFact("kernel", "System", "Windows " + readings.version, FactState::Note,
                     "Its scheduler and timers decide when a sleeping thread wakes.");
}

Fact timerPeriod(const WindowsReadings& readings) {
    constexpr const char* kId = "timer_period";
    constexpr const char* kName = "Period of the timer interrupt";
    constexpr Nanoseconds kFine{1'100'000};
    if (readings.periodNow <= Nanoseconds{0})
        return unknownFact(kId, kName, kNotSaid);
    const std::string value = lengthText(readings.periodNow) + " of " + lengthText(readings.longestPeriod) +
                              " … " + lengthText(readings.shortestPeriod);
    if (readings.periodNow <= kFine)
        return knownFact(kId, kName, value, FactState::Good,
                         "Some program asked for a fine period. Which one, Windows tells only its own tool.");
    return knownFact(kId, kName, value, FactState::Note, "No program has asked for a finer one.");
}

Fact ownTick(const WindowsReadings& readings) {
    constexpr const char* kId = "tick";
    constexpr const char* kName = "Tick of this program's sleeps";
    constexpr Nanoseconds kFine{1'100'000};
    if (readings.periodNow <= Nanoseconds{0})
        return unknownFact(kId, kName, "Unknown without the period of the timer interrupt.");
    if (readings.ownTick <= Nanoseconds{0})
        return knownFact(kId, kName, "none", FactState::Good, "Sleeps of 1 ms ended between two ticks.");
    Fact fact = costing(knownFact(kId, kName, lengthText(readings.ownTick),
                                  readings.ownTick <= kFine ? FactState::Note : FactState::Warn,
                                  "Sleeps and ordinary timers end on the next tick: up to this much late."),
                        readings.ownTick);
    return readings.ownTick <= kFine ? fact
                                     : advised(std::move(fact), "timeBeginPeriod(1), here: --slack 1ms",
                                               "timeEndPeriod(1), which the end of the program does");
}

Fact fineTimers(const WindowsReadings& readings) {
    constexpr const char* kId = "high_resolution_timers";
    constexpr const char* kName = "High-resolution timers";
    if (readings.fineTimers)
        return knownFact(kId, kName, "on", FactState::Good,
                         "A timer that asks for it ends within about half a millisecond, whatever the tick.");
    return knownFact(kId, kName, "off", FactState::Note,
                     readings.fineTimersWhy.empty() ? std::string(kNotSaid)
                                                    : sentenceOf(readings.fineTimersWhy));
}

/// Since version 1809 Windows makes a counter of exactly 10 MHz of the processor's time stamps. The clock of
/// the chip set has 14.318 MHz, that of ACPI 3.58 MHz.
Fact clockSource(const WindowsReadings& readings) {
    constexpr const char* kId = "clocksource";
    constexpr const char* kName = "Clock source";
    constexpr double kChipSet = 14.318e6;
    constexpr double kAcpi = 3.579545e6;
    if (readings.counterFrequency <= 0)
        return unknownFact(kId, kName, kNotSaid);
    const auto frequency = static_cast<double>(readings.counterFrequency);
    const std::string value = "QueryPerformanceCounter, " + std::to_string(readings.counterFrequency) + " Hz";
    if (std::abs(frequency - kChipSet) < 0.01 * kChipSet || std::abs(frequency - kAcpi) < 0.01 * kAcpi)
        return advised(
            knownFact(kId, kName, value, FactState::Bad,
                      "That is the rate of a timer of the chip set: reading it takes about a microsecond."),
            "bcdedit /deletevalue useplatformclock, and start anew", "bcdedit /set useplatformclock yes");
    return knownFact(
        kId, kName, value, FactState::Good,
        "At this rate it is made of the processor's time stamps, which are read in about 25 ns.");
}

Fact counterStep(const WindowsReadings& readings) {
    constexpr const char* kId = "clock_granularity";
    constexpr const char* kName = "Clock granularity";
    if (readings.counterStep <= Nanoseconds{0})
        return unknownFact(kId, kName, "It did not move.");
    const FactState state = judged(static_cast<double>(readings.counterStep.count()), 200, 2000);
    return costing(knownFact(kId, kName, lengthText(readings.counterStep), state,
                             state == FactState::Good
                                 ? "The clock tells apart what matters here."
                                 : "Nothing shorter than this can be measured or waited for."),
                   readings.counterStep);
}

Fact processorModel(const WindowsReadings& readings) {
    if (readings.processor.empty())
        return unknownFact("cpu_model", "Processor", kNotSaid);
    return knownFact("cpu_model", "Processor", readings.processor, FactState::Note,
                     "What a wake-up costs differs from model to model.");
}

Fact processorCountFact(const WindowsReadings& readings) {
    if (readings.allProcessors <= 0)
        return unknownFact("cpus", "Processors", kNotSaid);
    return knownFact("cpus", "Processors", std::to_string(readings.allProcessors),
                     readings.allProcessors > 1 ? FactState::Good : FactState::Warn,
                     readings.allProcessors > 1 ? "Other programs can run beside the measured thread."
                                                : "Every other program displaces the measured thread.");
}

Fact hybrid(const WindowsReadings& readings) {
    constexpr const char* kId = "hybrid_cores";
    constexpr const char* kName = "Cores of different speed";
    if (readings.efficiencyClasses <= 0)
        return unknownFact(kId, kName, kNotSaid);
    if (readings.efficiencyClasses == 1)
        return knownFact(kId, kName, "none", FactState::Good, "All cores are alike.");
    return advised(knownFact(kId, kName, std::to_string(readings.efficiencyClasses) + " kinds",
                             FactState::Note,
                             "Windows may move the thread to a slow core, where everything takes longer."),
                   "pin the thread to a fast core, here: --cpu", "no --cpu");
}

Fact smt(const WindowsReadings& readings) {
    if (!readings.threadsShareCores)
        return unknownFact("smt", "Threads that share a core", kNotSaid);
    return knownFact("smt", "Threads that share a core", *readings.threadsShareCores ? "on" : "off",
                     *readings.threadsShareCores ? FactState::Note : FactState::Good,
                     *readings.threadsShareCores ? "A busy neighbour on the same core slows the thread down."
                                                 : "No thread shares its core with another.");
}

Fact hypervisor(const WindowsReadings& readings) {
    constexpr const char* kId = "virtual_machine";
    constexpr const char* kName = "Hypervisor";
    if (!readings.hypervisor)
        return unknownFact(kId, kName, "This processor does not say.");
    if (!*readings.hypervisor)
        return knownFact(kId, kName, "no", FactState::Good,
                         "Nothing stands between Windows and the processor.");
    return advised(knownFact(kId, kName, "yes", FactState::Note,
                             "It is a virtual machine, or Windows' own hypervisor is on (memory integrity, "
                             "WSL): both lengthen a wake-up."),
                   "if it is Windows' own: bcdedit /set hypervisorlaunchtype off, and start anew; WSL 2 and "
                   "memory integrity end with it",
                   "bcdedit /set hypervisorlaunchtype auto, and start anew");
}

Fact supply(const WindowsReadings& readings) {
    if (!readings.onBattery)
        return unknownFact("power", "Power supply", kNotSaid);
    if (*readings.onBattery)
        return advised(knownFact("power", "Power supply", "battery", FactState::Warn,
                                 "On battery the processor saves power: slower clocks, deeper idle states."),
                       "plug the charger in", "unplug it");
    return knownFact("power", "Power supply", "mains", FactState::Good,
                     "The power supply does not slow the processor down.");
}

/// The scheme's name for powercfg (powercfg /aliases). MIN and MAX say how much energy it saves.
std::string schemeAlias(const std::string& scheme) {
    if (scheme == "balanced")
        return "SCHEME_BALANCED";
    if (scheme == "power saver")
        return "SCHEME_MAX";
    if (scheme.ends_with("performance"))
        return "SCHEME_MIN";
    return scheme.size() > 2 ? scheme.substr(1, scheme.size() - 2) : scheme; // {GUID}
}

Fact scheme(const WindowsReadings& readings) {
    constexpr const char* kFastScheme = "powercfg /setactive SCHEME_MIN";
    constexpr const char* kId = "power_profile";
    constexpr const char* kName = "Power scheme";
    if (readings.powerScheme.empty())
        return unknownFact(kId, kName, kNotSaid);
    if (readings.batterySaver.value_or(false) || readings.powerScheme == "power saver")
        return advised(knownFact(kId, kName, readings.powerScheme, FactState::Warn,
                                 "Windows saves energy at the cost of time."),
                       kFastScheme, "powercfg /setactive " + schemeAlias(readings.powerScheme));
    if (readings.powerScheme.ends_with("performance"))
        return knownFact(kId, kName, readings.powerScheme, FactState::Good,
                         "Windows lets the processor run fast.");
    return advised(knownFact(kId, kName, readings.powerScheme, FactState::Note,
                             "Windows lowers clocks and parks cores when there is little to do."),
                   kFastScheme, "powercfg /setactive " + schemeAlias(readings.powerScheme));
}

/// The command that sets a figure of the active scheme for the power supply that is in use. It has an effect
/// once the scheme is set active again.
std::string powerSetting(const WindowsReadings& readings, const char* setting) {
    return std::string("powercfg /") +
           (readings.onBattery.value_or(false) ? "setdcvalueindex" : "setacvalueindex") +
           " SCHEME_CURRENT SUB_PROCESSOR " + setting;
}

Fact parking(const WindowsReadings& readings) {
    constexpr const char* kId = "core_parking";
    constexpr const char* kName = "Core parking";
    if (!readings.unparkedPercent)
        return unknownFact(kId, kName, kNotSaid);
    const std::string value = "at least " + std::to_string(*readings.unparkedPercent) + " % awake";
    if (*readings.unparkedPercent >= 100)
        return knownFact(kId, kName, value, FactState::Good, "No core is parked.");
    const std::string set = powerSetting(readings, "CPMINCORES");
    return advised(knownFact(kId, kName, value, FactState::Note,
                             "A thread that is woken on a parked core waits until the core is back."),
                   set + " 100, then powercfg /setactive SCHEME_CURRENT",
                   set + " " + std::to_string(*readings.unparkedPercent) +
                       ", then powercfg /setactive SCHEME_CURRENT");
}

Fact slowest(const WindowsReadings& readings) {
    constexpr const char* kId = "governor";
    constexpr const char* kName = "Lowest processor state";
    if (!readings.slowestPercent)
        return unknownFact(kId, kName, kNotSaid);
    const std::string value = std::to_string(*readings.slowestPercent);
    if (*readings.slowestPercent >= 100)
        return knownFact(kId, kName, value + " %", FactState::Good, "The processor keeps its clock up.");
    const std::string set = powerSetting(readings, "PROCTHROTTLEMIN");
    return advised(knownFact(kId, kName, value + " %", FactState::Note,
                             "A loop that mostly sleeps may run at a low clock."),
                   set + " 100, then powercfg /setactive SCHEME_CURRENT",
                   set + " " + value + ", then powercfg /setactive SCHEME_CURRENT");
}

Fact multimedia(const WindowsReadings& readings) {
    constexpr const char* kId = "realtime_right";
    constexpr const char* kName = "Class for sound (MMCSS)";
    if (!readings.multimediaScheduler)
        return unknownFact(kId, kName,
                           readings.multimediaWhy.empty() ? std::string(kNotSaid)
                                                          : sentenceOf(readings.multimediaWhy));
    if (*readings.multimediaScheduler)
        return knownFact(kId, kName, "allowed", FactState::Good,
                         "A thread may run before all ordinary ones, here: --realtime.");
    return advised(knownFact(kId, kName, "not granted", FactState::Note, sentenceOf(readings.multimediaWhy)),
                   "sc start MMCSS", "sc stop MMCSS");
}

Fact responsiveness(const WindowsReadings& readings) {
    constexpr const char* kId = "realtime_budget";
    constexpr const char* kName = "Left to others by MMCSS";
    if (!readings.systemResponsiveness)
        return unknownFact(kId, kName, "Its registry value cannot be read.");
    return knownFact(
        kId, kName, std::to_string(*readings.systemResponsiveness) + " %", FactState::Note,
        "For so much of the time a thread of the class for sound that never sleeps is held back.");
}

Fact gpuScheduling(const WindowsReadings& readings) {
    constexpr const char* kId = "gpu_scheduling";
    constexpr const char* kName = "GPU scheduling by hardware";
    if (!readings.gpuScheduling)
        return unknownFact(kId, kName,
                           "Its registry value cannot be read; Windows then decides by the driver.");
    return knownFact(kId, kName, *readings.gpuScheduling ? "on" : "off", FactState::Note,
                     "It changes when presented frames are shown, not when a thread wakes.");
}

Fact affinity(const WindowsReadings& readings) {
    constexpr const char* kId = "affinity";
    constexpr const char* kName = "Processors of this program";
    if (readings.processors <= 0 || readings.allProcessors <= 0)
        return unknownFact(kId, kName, kNotSaid);
    const bool all = readings.processors >= readings.allProcessors;
    return knownFact(kId, kName,
                     std::to_string(readings.processors) + " of " + std::to_string(readings.allProcessors),
                     all ? FactState::Good : FactState::Note,
                     all ? "It may run on every processor." : "It may run on these alone.");
}

Fact priorityClass(const WindowsReadings& readings) {
    constexpr const char* kId = "scheduling";
    constexpr const char* kName = "Priority class";
    if (readings.priorityClass.empty())
        return unknownFact(kId, kName, kNotSaid);
    const bool low = readings.priorityClass == "idle" || readings.priorityClass == "below normal";
    Fact fact = knownFact(kId, kName, readings.priorityClass, low ? FactState::Warn : FactState::Good,
                          low ? "Ordinary programs run before this one."
                              : "No ordinary program runs before this one.");
    return low ? advised(std::move(fact), "start it with normal priority", "start /low") : fact;
}

Fact debugger(const WindowsReadings& readings) {
    if (!readings.debugger)
        return unknownFact("debugger", "Debugger", kNotSaid);
    if (*readings.debugger)
        return advised(knownFact("debugger", "Debugger", "attached", FactState::Warn,
                                 "It stops the program at each of its events."),
                       "detach it", "attach it again");
    return knownFact("debugger", "Debugger", "none", FactState::Good, "Nothing watches this program.");
}

struct WindowsGroup {
    const char* name;
    std::vector<Fact (*)(const WindowsReadings&)> facts;
};

} // namespace

std::vector<Fact> windowsFacts(const WindowsReadings& readings) {
    static const std::vector<WindowsGroup> groups{
        {"kernel", {system, timerPeriod, ownTick, fineTimers}},
        {"clock", {clockSource, counterStep}},
        {"processor", {processorModel, processorCountFact, hybrid, smt, hypervisor}},
        {"power", {supply, scheme, parking, slowest}},
        {"limits", {affinity, priorityClass, multimedia, responsiveness, gpuScheduling, debugger}}};
    std::vector<Fact> facts;
    for (const WindowsGroup& group : groups) {
        for (const auto& make : group.facts) {
            facts.push_back(make(readings));
            facts.back().group = group.name;
        }
    }
    return facts;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/machine/fact_reader.h"
#include "core/machine/snapshot.h"

#include <cmath>

namespace jitterscope {
namespace {

std::string timeText(Nanoseconds time) {
    return said::duration(static_cast<double>(time.count()));
}

const char* const kEndPrograms = "end or pause other programs";
const char* const kStartAgain = "start them again";

Fact throttled(const MachineUse& use) {
    constexpr const char* kId = "run_throttled";
    constexpr const char* kName = "Stopped by its quota";
    if (!use.throttledPeriods)
        return unknownFact(kId, kName, "No control group of this program counts it.");
    if (*use.throttledPeriods == 0)
        return knownFact(kId, kName, "never", FactState::Good,
                         "The quota of its control group was not used up.");
    const std::string lost = use.throttledTime ? ", " + timeText(*use.throttledTime) : "";
    return advised(
        knownFact(kId, kName, said::times(*use.throttledPeriods) + lost, FactState::Bad,
                  "The quota was used up and everything in the control group stood still: the result is "
                  "invalid."),
        "run it without the limit (container: no --cpus; service: CPUQuota= in its unit)",
        "set the limit again");
}

/// Without the names of the programs, which are in MachineUse.
Fact others(const MachineUse& use) {
    constexpr const char* kId = "run_others";
    constexpr const char* kName = "Used by other programs";
    constexpr double kLittle = 10;
    constexpr double kHalf = 50;
    if (!use.othersPercent)
        return unknownFact(kId, kName,
                           "/proc/stat or /proc/self/stat cannot be read, or the run was too short.");
    const FactState state = judged(*use.othersPercent, kLittle, kHalf);
    Fact fact =
        knownFact(kId, kName, said::used(*use.othersPercent) + " of all processors", state,
                  state == FactState::Good ? "The machine was almost idle apart from the measurement."
                                           : "Where another program runs, a wake-up has to wait for it or "
                                             "displace it.");
    return state == FactState::Good ? fact : advised(std::move(fact), kEndPrograms, kStartAgain);
}

Fact pressure(const MachineUse& use) {
    constexpr const char* kId = "run_pressure";
    constexpr const char* kName = "Processor pressure in the run";
    constexpr double kHigh = 10;
    if (!use.cpuPressurePercent)
        return unknownFact(kId, kName, "/proc/pressure/cpu cannot be read.");
    const FactState state = judged(*use.cpuPressurePercent, 1, kHigh);
    Fact fact = knownFact(
        kId, kName, said::used(*use.cpuPressurePercent), state,
        "Share of the run in which some thread, of this program or another, waited for a processor.");
    return state == FactState::Warn ? advised(std::move(fact), kEndPrograms, kStartAgain) : fact;
}

Fact steal(const MachineUse& use) {
    constexpr const char* kId = "run_steal";
    constexpr const char* kName = "Taken by the hypervisor";
    constexpr double kLittle = 0.1;
    if (!use.stealPercent)
        return unknownFact(kId, kName, "/proc/stat cannot be read, or the run was too short.");
    const FactState state = judged(*use.stealPercent, kLittle, 1);
    return knownFact(kId, kName, said::used(*use.stealPercent), state,
                     state == FactState::Good
                         ? "No hypervisor took the processors away."
                         : "The hypervisor ran other machines instead; nothing inside can help.");
}

Fact queue(const MachineUse& use) {
    constexpr const char* kId = "run_queue";
    constexpr const char* kName = "Wait in the run queue";
    constexpr double kShort = 20'000;
    constexpr double kLong = 100'000;
    if (!use.queueWait || !use.slices || *use.slices <= 0)
        return unknownFact(kId, kName, "The kernel does not count it, or there was no thread to look at.");
    const double mean = static_cast<double>(use.queueWait->count()) / static_cast<double>(*use.slices);
    const FactState state = judged(mean, kShort, kLong);
    Fact fact =
        knownFact(kId, kName, said::duration(mean) + " per wake-up, " + timeText(*use.queueWait) + " in all",
                  state, "The thread was ready to run for this long, but the processor did something else.");
    return state == FactState::Good
               ? fact
               : advised(std::move(fact), "--realtime, or --cpu with a processor of its own",
                         "leave --realtime and --cpu out");
}

Fact displaced(const MachineUse& use) {
    constexpr const char* kId = "run_displaced";
    constexpr const char* kName = "Displaced by other threads";
    constexpr double kFew = 1;
    constexpr double kMany = 10;
    if (!use.involuntary || use.seconds <= 0)
        return unknownFact(kId, kName, "There was no thread to look at.");
    const FactState state = judged(static_cast<double>(*use.involuntary) / use.seconds, kFew, kMany);
    Fact fact = knownFact(kId, kName, *use.involuntary == 0 ? "never" : said::times(*use.involuntary), state,
                          "Each time the thread lost the processor while it worked or spun.");
    return state == FactState::Good
               ? fact
               : advised(std::move(fact), "--realtime, or --cpu with a processor of its own",
                         "leave --realtime and --cpu out");
}

Fact neighbours(const MachineUse& use) {
    constexpr const char* kId = "run_processor";
    constexpr const char* kName = "Others on its processor";
    constexpr double kLittle = 2;
    constexpr double kMuch = 10;
    if (!use.processorOthersPercent)
        return unknownFact(kId, kName, "It is known only if the thread is pinned to one processor (--cpu).");
    const FactState state = judged(*use.processorOthersPercent, kLittle, kMuch);
    Fact fact = knownFact(kId, kName, said::used(*use.processorOthersPercent), state,
                          "Share of the time in which the measuring thread's processor ran something else.");
    return state == FactState::Good ? fact
                                    : advised(std::move(fact), "pin to another processor: --cpu N",
                                              "--cpu " + std::to_string(use.processor));
}

Fact interrupts(const MachineUse& use) {
    constexpr const char* kId = "run_interrupts";
    constexpr const char* kName = "Interrupts on its processor";
    constexpr double kFew = 5'000; // a tick and a timer for each frame
    constexpr double kMany = 20'000;
    constexpr double kLongTime = 5;
    if (!use.interruptsPerSecond)
        return unknownFact(kId, kName,
                           "/proc/interrupts does not count them, or there was no thread to look at.");
    const double time = use.interruptPercent.value_or(0);
    const FactState state =
        std::max(judged(*use.interruptsPerSecond, kFew, kMany), judged(time, 1, kLongTime));
    Fact fact = knownFact(kId, kName,
                          decimalText(*use.interruptsPerSecond, 0) + " a second" +
                              (use.interruptPercent ? ", " + said::used(time) + " of its time" : ""),
                          state, "Each one stops the thread for some microseconds.");
    return state == FactState::Good ? fact
                                    : advised(std::move(fact), "pin to another processor: --cpu N",
                                              "--cpu " + std::to_string(use.processor));
}

Fact faults(const MachineUse& use) {
    constexpr const char* kId = "run_page_faults";
    constexpr const char* kName = "Page faults";
    constexpr double kMany = 100;
    if (!use.minorFaults || !use.majorFaults || use.seconds <= 0)
        return unknownFact(kId, kName, "There was no thread to look at.");
    const std::string value =
        std::to_string(*use.minorFaults) + ", " + std::to_string(*use.majorFaults) + " from disk";
    const FactState state = *use.majorFaults > 0                                          ? FactState::Warn
                            : static_cast<double>(*use.minorFaults) / use.seconds > kMany ? FactState::Note
                                                                                          : FactState::Good;
    Fact fact = knownFact(kId, kName, value, state,
                          "One costs about a microsecond, one from disk a hundred or more.");
    return state == FactState::Good
               ? fact
               : advised(std::move(fact), "mlockall(MCL_CURRENT | MCL_FUTURE) before the loop",
                         "munlockall()");
}

Fact idle(const MachineUse& use) {
    constexpr const char* kId = "run_idle";
    constexpr const char* kName = "Idle states used";
    constexpr double kShallow = 10'000;
    constexpr double kDeep = 100'000;
    std::string value;
    Nanoseconds deepest{0};
    for (const IdleUse& state : use.idle) {
        if (state.entered == 0)
            continue;
        value += (value.empty() ? "" : ", ") + state.name + " " + said::used(state.sharePercent);
        deepest = std::max(deepest, state.exit);
    }
    if (use.idle.empty())
        return unknownFact(kId, kName, "The kernel does not count them.");
    if (value.empty())
        return knownFact(kId, kName, "none", FactState::Good, "The processors never slept.");
    const FactState state = judged(static_cast<double>(deepest.count()), kShallow, kDeep);
    Fact fact = costing(
        knownFact(kId, kName, value, state,
                  "Share of the time; from the deepest of them a wake-up takes " + timeText(deepest) + "."),
        deepest);
    return state == FactState::Good
               ? fact
               : advised(std::move(fact), "cpupower idle-set -D 10", "cpupower idle-set -E");
}

Fact heat(const MachineUse& use) {
    constexpr const char* kId = "run_heat";
    constexpr const char* kName = "Slowed by heat in the run";
    if (!use.thermalThrottles)
        return unknownFact(kId, kName, "The processor does not count it.");
    if (*use.thermalThrottles == 0)
        return knownFact(kId, kName, "never", FactState::Good, "The processor did not get too hot.");
    return advised(knownFact(kId, kName, said::times(*use.thermalThrottles), FactState::Warn,
                             "The processor got too hot and lowered its clock frequency: work took longer."),
                   "let it cool down, then measure again", "");
}

Fact suspend(const MachineUse& use) {
    constexpr const char* kId = "run_suspend";
    constexpr const char* kName = "Suspended in the run";
    constexpr Nanoseconds kNoise{1'000'000};
    if (!use.suspended)
        return unknownFact(kId, kName, "A recorded machine has one clock only.");
    if (*use.suspended < kNoise)
        return knownFact(kId, kName, "no", FactState::Good, "The machine was awake all the time.");
    return advised(knownFact(kId, kName, timeText(*use.suspended), FactState::Warn,
                             "The machine slept in the middle of the run."),
                   use.system == SystemFamily::Windows ? "powercfg /change standby-timeout-ac 0"
                                                       : "systemd-inhibit --what=idle:sleep",
                   "");
}

Fact slew(const MachineUse& use) {
    constexpr const char* kId = "run_clock_slew";
    constexpr const char* kName = "Clock steered";
    constexpr double kUsual = 100; // of a crystal, which a time server corrects all the time
    constexpr double kMost = 500;  // that a time server may steer
    if (!use.slewPpm)
        return unknownFact(kId, kName, "The unsteered clock cannot be read, or the run was too short.");
    const FactState state = judged(std::abs(*use.slewPpm), kUsual, kMost);
    return knownFact(kId, kName, decimalText(*use.slewPpm, 1) + " ppm", state,
                     state == FactState::Good
                         ? "A time server corrects the crystal; that is normal."
                         : "A time server moved the clock fast: every wait is that much longer or "
                           "shorter.");
}

} // namespace

std::vector<Fact> runFacts(const MachineUse& use) {
    std::vector<Fact> facts{throttled(use), others(use),     pressure(use),   steal(use),  queue(use),
                            displaced(use), neighbours(use), interrupts(use), faults(use), idle(use),
                            heat(use),      suspend(use),    slew(use)};
    for (Fact& fact : facts) {
        fact.group = "run";
        if (use.system == SystemFamily::Windows && fact.state == FactState::Unknown)
            fact.why = "Windows does not count it for a program, or the run was too short.";
    }
    return facts;
}

std::vector<Fact> runFacts(const MachineSnapshot& before, const MachineSnapshot& after) {
    return runFacts(useBetween(before, after));
}

} // namespace jitterscope

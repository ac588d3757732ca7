// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/machine/fact_reader.h"
#include "core/machine/snapshot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace jitterscope {
namespace {

/// What a run shows of one fact.
struct Seen {
    std::string value;
    FactState state;
    std::string why;
    std::optional<Nanoseconds> cost{};
};

/// What can be done about a fact. `undo` may name the run's processor, as `%1`.
struct Remedy {
    const char* doThis = "";
    const char* undo = "";
    FactState from = FactState::Note; ///< the least state in which it is told
    const char* onWindows = nullptr;  ///< what is done there instead
};

/// One fact of what happened in a run.
struct RunFact {
    const char* id;
    const char* name;
    std::optional<Seen> (*see)(const MachineUse& use); ///< absent: not known
    const char* unknown;                               ///< why it is not known
    Remedy remedy{};
};

constexpr Remedy kEndOthers{"end or pause other programs", "start them again"};
constexpr Remedy kOwnProcessor{"--realtime, or --cpu with a processor of its own",
                               "leave --realtime and --cpu out"};
constexpr Remedy kOtherProcessor{"pin to another processor: --cpu N", "--cpu %1"};

std::optional<Seen> throttled(const MachineUse& use) {
    if (!use.throttledPeriods)
        return std::nullopt;
    if (*use.throttledPeriods == 0)
        return Seen{"never", FactState::Good, "The quota of its control group was not used up."};
    const std::string lost = use.throttledTime ? ", " + said::duration(*use.throttledTime) : "";
    return Seen{said::times(*use.throttledPeriods) + lost, FactState::Bad,
                "The quota was used up and everything in the control group stood still: the result is "
                "invalid."};
}

/// Without the names of the programs, which are in MachineUse.
std::optional<Seen> others(const MachineUse& use) {
    constexpr double kLittle = 10;
    constexpr double kHalf = 50;
    if (!use.othersPercent)
        return std::nullopt;
    const FactState state = judged(*use.othersPercent, kLittle, kHalf);
    return Seen{said::used(*use.othersPercent) + " of all processors", state,
                state == FactState::Good ? "The machine was almost idle apart from the measurement."
                                         : "Where another program runs, a wake-up has to wait for it or "
                                           "displace it."};
}

std::optional<Seen> pressure(const MachineUse& use) {
    constexpr double kHigh = 10;
    if (!use.cpuPressurePercent)
        return std::nullopt;
    return Seen{said::used(*use.cpuPressurePercent), judged(*use.cpuPressurePercent, 1, kHigh),
                "Share of the run in which some thread, of this program or another, waited for a processor."};
}

std::optional<Seen> steal(const MachineUse& use) {
    constexpr double kLittle = 0.1;
    if (!use.stealPercent)
        return std::nullopt;
    const FactState state = judged(*use.stealPercent, kLittle, 1);
    return Seen{said::used(*use.stealPercent), state,
                state == FactState::Good ? "No hypervisor took the processors away."
                                         : "The hypervisor ran other machines instead; nothing inside can "
                                           "help."};
}

std::optional<Seen> queue(const MachineUse& use) {
    constexpr double kShort = 20'000;
    constexpr double kLong = 100'000;
    if (!use.queueWait || !use.slices || *use.slices <= 0)
        return std::nullopt;
    const double mean = static_cast<double>(use.queueWait->count()) / static_cast<double>(*use.slices);
    return Seen{said::duration(mean) + " per wake-up, " + said::duration(*use.queueWait) + " in all",
                judged(mean, kShort, kLong),
                "The thread was ready to run for this long, but the processor did something else."};
}

std::optional<Seen> displaced(const MachineUse& use) {
    constexpr double kFew = 1;
    constexpr double kMany = 10;
    if (!use.involuntary || use.seconds <= 0)
        return std::nullopt;
    return Seen{*use.involuntary == 0 ? "never" : said::times(*use.involuntary),
                judged(static_cast<double>(*use.involuntary) / use.seconds, kFew, kMany),
                "Each time the thread lost the processor while it worked or spun."};
}

std::optional<Seen> neighbours(const MachineUse& use) {
    constexpr double kLittle = 2;
    constexpr double kMuch = 10;
    if (!use.processorOthersPercent)
        return std::nullopt;
    return Seen{said::used(*use.processorOthersPercent), judged(*use.processorOthersPercent, kLittle, kMuch),
                "Share of the time in which the measuring thread's processor ran something else."};
}

std::optional<Seen> interrupts(const MachineUse& use) {
    constexpr double kFew = 5'000; // a tick and a timer for each frame
    constexpr double kMany = 20'000;
    constexpr double kLongTime = 5;
    if (!use.interruptsPerSecond)
        return std::nullopt;
    const double time = use.interruptPercent.value_or(0);
    return Seen{decimalText(*use.interruptsPerSecond, 0) + " a second" +
                    (use.interruptPercent ? ", " + said::used(time) + " of its time" : ""),
                std::max(judged(*use.interruptsPerSecond, kFew, kMany), judged(time, 1, kLongTime)),
                "Each one stops the thread for some microseconds."};
}

std::optional<Seen> faults(const MachineUse& use) {
    constexpr double kMany = 100;
    if (!use.minorFaults || !use.majorFaults || use.seconds <= 0)
        return std::nullopt;
    const bool many = static_cast<double>(*use.minorFaults) / use.seconds > kMany;
    return Seen{std::to_string(*use.minorFaults) + ", " + std::to_string(*use.majorFaults) + " from disk",
                *use.majorFaults > 0 ? FactState::Warn
                : many               ? FactState::Note
                                     : FactState::Good,
                "One costs about a microsecond, one from disk a hundred or more."};
}

std::optional<Seen> idle(const MachineUse& use) {
    constexpr double kShallow = 10'000;
    constexpr double kDeep = 100'000;
    std::string value;
    Nanoseconds deepest{0};
    for (const IdleUse& state : use.idle) {
        if (state.entered == 0)
            continue;
        said::append(value, state.name + " " + said::used(state.sharePercent));
        deepest = std::max(deepest, state.exit);
    }
    if (use.idle.empty())
        return std::nullopt;
    if (value.empty())
        return Seen{"none", FactState::Good, "The processors never slept."};
    return Seen{value, judged(static_cast<double>(deepest.count()), kShallow, kDeep),
                "Share of the time; from the deepest of them a wake-up takes " + said::duration(deepest) +
                    ".",
                deepest};
}

std::optional<Seen> heat(const MachineUse& use) {
    if (!use.thermalThrottles)
        return std::nullopt;
    if (*use.thermalThrottles == 0)
        return Seen{"never", FactState::Good, "The processor did not get too hot."};
    return Seen{said::times(*use.thermalThrottles), FactState::Warn,
                "The processor got too hot and lowered its clock frequency: work took longer."};
}

std::optional<Seen> suspend(const MachineUse& use) {
    constexpr Nanoseconds kNoise{1'000'000};
    if (!use.suspended)
        return std::nullopt;
    if (*use.suspended < kNoise)
        return Seen{"no", FactState::Good, "The machine was awake all the time."};
    return Seen{said::duration(*use.suspended), FactState::Warn,
                "The machine slept in the middle of the run."};
}

std::optional<Seen> slew(const MachineUse& use) {
    constexpr double kUsual = 100; // of a crystal, which a time server corrects all the time
    constexpr double kMost = 500;  // that a time server may steer
    if (!use.slewPpm)
        return std::nullopt;
    const FactState state = judged(std::abs(*use.slewPpm), kUsual, kMost);
    return Seen{decimalText(*use.slewPpm, 1) + " ppm", state,
                state == FactState::Good ? "A time server corrects the crystal; that is normal."
                                         : "A time server moved the clock fast: every wait is that much "
                                           "longer or shorter."};
}

const std::array kRunFacts{
    RunFact{"run_throttled",
            "Stopped by its quota",
            throttled,
            "No control group of this program counts it.",
            {"run it without the limit (container: no --cpus; service: CPUQuota= in its unit)",
             "set the limit again"}},
    RunFact{"run_others", "Used by other programs", others,
            "/proc/stat or /proc/self/stat cannot be read, or the run was too short.", kEndOthers},
    RunFact{"run_pressure",
            "Processor pressure in the run",
            pressure,
            "/proc/pressure/cpu cannot be read.",
            {kEndOthers.doThis, kEndOthers.undo, FactState::Warn}},
    RunFact{"run_steal", "Taken by the hypervisor", steal,
            "/proc/stat cannot be read, or the run was too short."},
    RunFact{"run_queue", "Wait in the run queue", queue,
            "The kernel does not count it, or there was no thread to look at.", kOwnProcessor},
    RunFact{"run_displaced", "Displaced by other threads", displaced, "There was no thread to look at.",
            kOwnProcessor},
    RunFact{"run_processor", "Others on its processor", neighbours,
            "It is known only if the thread is pinned to one processor (--cpu).", kOtherProcessor},
    RunFact{"run_interrupts", "Interrupts on its processor", interrupts,
            "/proc/interrupts does not count them, or there was no thread to look at.", kOtherProcessor},
    RunFact{"run_page_faults",
            "Page faults",
            faults,
            "There was no thread to look at.",
            {"mlockall(MCL_CURRENT | MCL_FUTURE) before the loop", "munlockall()"}},
    RunFact{"run_idle",
            "Idle states used",
            idle,
            "The kernel does not count them.",
            {"cpupower idle-set -D 10", "cpupower idle-set -E"}},
    RunFact{"run_heat",
            "Slowed by heat in the run",
            heat,
            "The processor does not count it.",
            {"let it cool down, then measure again"}},
    RunFact{"run_suspend",
            "Suspended in the run",
            suspend,
            "A recorded machine has one clock only.",
            {.doThis = "systemd-inhibit --what=idle:sleep",
             .onWindows = "powercfg /change standby-timeout-ac 0"}},
    RunFact{"run_clock_slew", "Clock steered", slew,
            "The unsteered clock cannot be read, or the run was too short."},
};

Fact factOf(const RunFact& row, const MachineUse& use) {
    const std::optional<Seen> seen = row.see(use);
    const bool windows = use.system == SystemFamily::Windows;
    if (!seen)
        return unknownFact(row.id, row.name,
                           windows ? "Windows does not count it for a program, or the run was too short."
                                   : row.unknown);
    Fact fact = knownFact(row.id, row.name, seen->value, seen->state, seen->why);
    fact.cost = seen->cost;
    if (seen->state < row.remedy.from)
        return fact;
    const bool other = windows && row.remedy.onWindows != nullptr;
    return advised(std::move(fact), other ? row.remedy.onWindows : row.remedy.doThis,
                   said::say(row.remedy.undo, {std::to_string(use.processor)}));
}

} // namespace

std::vector<Fact> runFacts(const MachineUse& use) {
    std::vector<Fact> facts;
    for (const RunFact& row : kRunFacts) {
        facts.push_back(factOf(row, use));
        facts.back().group = "run";
    }
    return facts;
}

std::vector<Fact> runFacts(const MachineSnapshot& before, const MachineSnapshot& after) {
    return runFacts(useBetween(before, after));
}

} // namespace jitterscope

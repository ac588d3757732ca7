// SPDX-License-Identifier: MIT
#include "core/diagnosis/advice_catalog.h"

#include <algorithm>
#include <array>

namespace jitterscope {

namespace {

constexpr SystemFamily kLinux = SystemFamily::Linux;
constexpr SystemFamily kWindows = SystemFamily::Windows;

constexpr std::array kAdvice{
    AdviceEntry{"quota", kLinux, "raise or remove the quota: docker run --cpus, systemd CPUQuota=, cpu.max",
                "set the old quota again", "", "run_throttled cpu_quota"},
    AdviceEntry{"others", kLinux, "end the other programs, or run the loop's thread in the real-time class",
                "leave the real-time class (SCHED_OTHER)", "realtime",
                "run_others run_pressure load_average"},
    AdviceEntry{
        "others", kWindows,
        "end the other programs, or run the loop's thread in the class for sound (MMCSS), here: --realtime",
        "leave the class (AvRevertMmThreadCharacteristics)", "realtime", "run_others"},
    AdviceEntry{"stalled", kLinux,
                "hold /dev/cpu_dma_latency open at 0; look for firmware interrupts (hwlatdetect)", "close it",
                "idle", "virtual_machine run_steal run_others idle_states"},
    AdviceEntry{"stalled:host", kLinux,
                "a machine of its own, or virtual processors that the host does not share", "", "",
                "virtual_machine run_steal run_others idle_states"},
    AdviceEntry{"queue", kLinux,
                "look with top or pidstat while the loop runs; make /proc/stat readable and measure again",
                "", "", "run_others run_pressure load_average"},
    AdviceEntry{
        "tick:coarse", kWindows,
        "ask for a finer tick (timeBeginPeriod(1), here: --slack 1ms), or for a high-resolution timer, or "
        "keep a margin and spin",
        "timeEndPeriod(1), which the end of the program does", "adaptive", "tick timer_period"},
    AdviceEntry{"tick:fine", kWindows, "ask for a high-resolution timer, or keep a margin and spin",
                "the old timer", "adaptive", "tick high_resolution_timers"},
    AdviceEntry{"slack", kLinux, "prctl(PR_SET_TIMERSLACK, 1) in the loop's thread",
                "prctl(PR_SET_TIMERSLACK, 0): the default again", "slack", "timer_slack"},
    AdviceEntry{"relative", kLinux, "clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, …) until the deadline",
                "nothing to put back", "absolute"},
    AdviceEntry{"relative", kWindows,
                "read the clock right before a waitable timer is set, here: --strategy absolute-sleep",
                "nothing to put back", "absolute"},
    AdviceEntry{"idle", kLinux, "hold /dev/cpu_dma_latency open at 0 while it matters", "close it", "idle",
                "idle_states run_idle"},
    AdviceEntry{"interrupts", kLinux,
                "keep interrupts off the CPU (/proc/irq/*/smp_affinity), or pin to another one",
                "the old setting", "pin", "run_steal run_interrupts"},
    AdviceEntry{
        "interrupts", kWindows,
        "pin the thread to another CPU, here: --cpu; wpr -start CPU records whose interrupts are long",
        "no --cpu", "pin", "run_others"},
    AdviceEntry{"interrupts:hypervisor", kLinux,
                "a machine of its own, or fewer virtual processors on the host", "the old setting", "",
                "run_steal run_interrupts"},
    AdviceEntry{"untold", kLinux,
                "measure where /proc/thread-self/schedstat can be read: outside the container or sandbox", "",
                ""},
    AdviceEntry{
        "untold", kWindows,
        "record it while it runs (wpr -start CPU, then wpr -stop loop.etl): Windows Performance Analyzer "
        "shows under CPU Usage (Precise) how long the thread was ready",
        "wpr -cancel", ""},
};

} // namespace

std::span<const AdviceEntry> adviceCatalog() {
    return kAdvice;
}

const AdviceEntry* adviceFor(std::string_view cause, SystemFamily system) {
    const auto found = std::ranges::find_if(
        kAdvice, [&](const AdviceEntry& entry) { return entry.cause == cause && entry.system == system; });
    return found != kAdvice.end() ? &*found : nullptr;
}

namespace {

constexpr std::array kWindowsSuspects{
    SuspectEntry{"run_others", "realtime"}, SuspectEntry{"run_suspend", ""},
    SuspectEntry{"scheduling", "realtime"}, // the process's priority class
    SuspectEntry{"debugger", ""},           SuspectEntry{"power", ""},
    SuspectEntry{"power_profile", ""},      SuspectEntry{"core_parking", "pin"},
    SuspectEntry{"governor", ""}, // the lowest processor state
    SuspectEntry{"virtual_machine", ""},    SuspectEntry{"hybrid_cores", "pin"},
    SuspectEntry{"affinity", ""},           SuspectEntry{"smt", ""},
    SuspectEntry{"realtime_right", ""}, // nothing gives the thread priority
};

bool suspect(FactState state) noexcept {
    return state != FactState::Good && state != FactState::Unknown;
}

} // namespace

std::span<const SuspectEntry> suspectCatalog(SystemFamily system) {
    if (system == SystemFamily::Windows)
        return kWindowsSuspects;
    return {};
}

std::vector<Finding> suspectsOf(const MachineEvidence& machine) {
    std::vector<Finding> suspects;
    for (const SuspectEntry& entry : suspectCatalog(machine.system)) {
        const auto fact = std::ranges::find(machine.facts, entry.fact, &Fact::id);
        if (fact == machine.facts.end() || !suspect(fact->state))
            continue;
        Finding finding;
        finding.id = fact->id;
        finding.title = fact->name + ": " + fact->value;
        finding.soWhat = fact->why;
        finding.doThis = fact->doThis;
        finding.undo = fact->undo;
        finding.trial = entry.trial;
        finding.facts = {fact->id};
        suspects.push_back(std::move(finding));
    }
    return suspects;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/diagnosis/trial.h"
#include "core/platform/latency_request.h"
#include "core/platform/own_system.h"
#include "core/platform/system_bus.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "core/run/cures.h"
#include "core/run/resolve.h"

#include <array>

namespace jitterscope {
namespace {

constexpr Nanoseconds kFinestSlack{1};
constexpr Nanoseconds kFinestPeriod{1'000'000}; // the shortest period that timeBeginPeriod() gives

bool setSlack(RunPlan& plan) {
    if (plan.thread.slack == kFinestSlack || plan.thread.realtime)
        return false;
    plan.thread.slack = kFinestSlack;
    return true;
}

bool setTimerPeriod(RunPlan& plan) {
    if (plan.thread.slack && *plan.thread.slack <= kFinestPeriod)
        return false;
    plan.thread.slack = kFinestPeriod;
    return true;
}

/// Replaces a sleep that ends on the tick by a high-resolution timer.
bool setHiresTimer(RunPlan& plan) {
    if (plan.strategy.id != "system-sleep" && plan.strategy.id != "timer-sleep")
        return false;
    plan.strategy = sleepChoice("hires-timer");
    return true;
}

Support hiresTimerTrial(const RunPlan&) {
    return sleepKindSupport(SleepKind::HighResolutionTimer);
}

/// Gives the loop an absolute deadline; for strategies that only sleep.
bool setAbsolute(RunPlan& plan) {
    if (plan.strategy.id != "system-sleep")
        return false;
    plan.strategy = sleepChoice("absolute-sleep");
    return true;
}

bool setRealtime(RunPlan& plan) {
    if (plan.thread.realtime)
        return false;
    plan.thread.realtime = true;
    return true;
}

bool spinsAllTheTime(const RunPlan& plan) {
    return plan.strategy.id == "spin";
}

Support realtimeTrial(const RunPlan& plan) {
    if (spinsAllTheTime(plan))
        return {false, "a real-time thread that never sleeps is " + realtimeLimit(kOwnSystem)};
    if (allowedProcessors().size() < 2)
        return {false, "with one processor a spinning real-time thread would freeze the machine"};
    Support direct = realtimeSupport();
    if (direct.available || kOwnSystem == SystemFamily::Windows)
        return direct;
    const Support kit = realtimeKitSupport();
    return kit.available ? kit : Support{false, direct.reason + "; RealtimeKit: " + kit.reason};
}

/// While it lives, RealtimeKit may be asked: only while a trial needs it.
class KitHold final : public TrialHold {
public:
    KitHold() { useRealtimeKit(true); }
    ~KitHold() override { useRealtimeKit(false); }
};

bool pin(RunPlan& plan) {
    const std::vector<int> processors = allowedProcessors();
    if (plan.thread.cpu >= 0 || processors.size() < 2)
        return false;
    plan.thread.cpu = processors.back(); // the first one has the most interrupts
    return true;
}

/// For cures that change nothing in the loop itself, but hold something.
bool always(RunPlan&) {
    return true;
}

Support latencyTrial(const RunPlan&) {
    return latencyRequestSupport();
}

class LatencyHold final : public TrialHold {
private:
    LatencyRequest m_request;
};

bool setAdaptive(RunPlan& plan) {
    if (plan.strategy.id == "adaptive")
        return false;
    plan.strategy = sleepChoice("adaptive");
    return true;
}

template <typename Hold>
std::unique_ptr<TrialHold> make() {
    return std::make_unique<Hold>();
}

const std::array kTrials{
    TrialEntry{.id = "slack",
               .name = kSlackCure.name,
               .meaning = kSlackCure.meaning,
               .undo = kSlackCure.undo,
               .apply = setSlack,
               .only = SystemFamily::Linux},
    TrialEntry{.id = "timer-period",
               .name = "Timer period 1 ms",
               .meaning =
                   "Sleeps and ordinary timers end on ticks of 1 ms, not of 15.6 ms (timeBeginPeriod).",
               .undo = "timeEndPeriod, which the end of the program does",
               .apply = setTimerPeriod,
               .only = SystemFamily::Windows},
    TrialEntry{
        .id = "hires-timer",
        .name = "High-resolution timer",
        .meaning =
            "The loop waits on timers that end within about half a millisecond, whatever the tick, and "
            "spins the last millisecond.",
        .undo = "not needed",
        .apply = setHiresTimer,
        .support = hiresTimerTrial,
        .simulated = true,
        .only = SystemFamily::Windows},
    TrialEntry{.id = "absolute",
               .name = "Absolute deadline",
               .meaning = "The loop asks to be woken at a time, not after a time.",
               .undo = "not needed",
               .apply = setAbsolute,
               .simulated = true},
    TrialEntry{.id = "realtime",
               .name = kRealtimeCure.name,
               .meaning = kRealtimeCure.meaning,
               .undo = kRealtimeCure.undo,
               .apply = setRealtime,
               .support = realtimeTrial,
               .hold = make<KitHold>},
    TrialEntry{
        .id = "pin", .name = kPinCure.name, .meaning = kPinCure.meaning, .undo = kPinCure.undo, .apply = pin},
    TrialEntry{.id = "dma-latency",
               .name = kIdleCure.name,
               .meaning = kIdleCure.meaning,
               .undo = kIdleCure.undo,
               .apply = always,
               .support = latencyTrial,
               .hold = make<LatencyHold>,
               .only = SystemFamily::Linux},
    TrialEntry{.id = "adaptive",
               .name = "Adaptive",
               .meaning = "Sleeps until a margin that it learns here, then spins.",
               .undo = "the old strategy",
               .apply = setAdaptive,
               .simulated = true},
    TrialEntry{.id = kTogether,
               .name = "All that helped together",
               .meaning = "Every cure that helped alone, at once.",
               .undo = "all of it back",
               .simulated = true},
};

} // namespace

std::span<const TrialEntry> trialCatalog() {
    return kTrials;
}

std::vector<const TrialEntry*> trialsOf(SystemFamily system) {
    std::vector<const TrialEntry*> trials;
    for (const TrialEntry& entry : kTrials) {
        if (!entry.only || *entry.only == system)
            trials.push_back(&entry);
    }
    return trials;
}

std::string realtimeLimit(SystemFamily system) {
    return system == SystemFamily::Windows ? "held back by MMCSS (SystemResponsiveness)"
                                           : "stopped for 50 ms each second";
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/run/cures.h"

#include "core/platform/latency_request.h"
#include "core/platform/own_system.h"
#include "core/platform/system_bus.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "core/run/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>

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
        return {false, "a real-time thread that never sleeps is " + std::string(realtimeLimit(kOwnSystem))};
    if (allowedProcessors().size() < 2)
        return {false, "with one processor a spinning real-time thread would freeze the machine"};
    Support direct = realtimeSupport();
    if (direct.available || kOwnSystem == SystemFamily::Windows)
        return direct;
    const Support kit = realtimeKitSupport();
    return kit.available ? kit : Support{false, direct.reason + "; RealtimeKit: " + kit.reason};
}

/// While it lives, RealtimeKit may be asked: only while a trial needs it.
class KitHold final : public CureHold {
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

/// For a cure that changes nothing in the loop itself, but holds something.
bool always(RunPlan&) {
    return true;
}

/// For `together`, whose parts change the loop.
bool nothing(RunPlan&) {
    return false;
}

Support latencyTrial(const RunPlan&) {
    return latencyRequestSupport();
}

class LatencyHold final : public CureHold {
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
std::unique_ptr<CureHold> heldWhile() {
    return std::make_unique<Hold>();
}

const std::array kCures{
    Cure{.id = "slack",
         .name = "Timer slack 1 ns",
         .meaning = "The kernel wakes this thread at the time it asked for, not up to 50 µs later together "
                    "with others.",
         .undo = "slack 0, its default",
         .applyHere = setSlack,
         .only = SystemFamily::Linux,
         .applyThere = CureBit::Slack},
    Cure{.id = "timer-period",
         .name = "Timer period 1 ms",
         .meaning = "Sleeps and ordinary timers end on ticks of 1 ms, not of 15.6 ms (timeBeginPeriod).",
         .undo = "timeEndPeriod, which the end of the program does",
         .applyHere = setTimerPeriod,
         .only = SystemFamily::Windows},
    Cure{.id = "hires-timer",
         .name = "High-resolution timer",
         .meaning = "The loop waits on timers that end within about half a millisecond, whatever the tick, "
                    "and spins the last millisecond.",
         .undo = "not needed",
         .applyHere = setHiresTimer,
         .support = hiresTimerTrial,
         .simulated = true,
         .only = SystemFamily::Windows},
    Cure{.id = "absolute",
         .name = "Absolute deadline",
         .meaning = "The loop asks to be woken at a time, not after a time.",
         .undo = "not needed",
         .applyHere = setAbsolute,
         .simulated = true},
    Cure{.id = "realtime",
         .name = "Real-time class",
         .meaning = "The thread runs before all ordinary threads, as soon as it is ready.",
         .undo = "normal class again",
         .applyHere = setRealtime,
         .support = realtimeTrial,
         .hold = heldWhile<KitHold>,
         .applyThere = CureBit::Realtime},
    Cure{.id = "pin",
         .name = "Pin to one CPU",
         .meaning = "The thread never moves to a processor with cold caches; it waits if its own is busy.",
         .undo = "any CPU",
         .applyHere = pin,
         .applyThere = CureBit::Pin},
    Cure{.id = "idle",
         .before = "dma-latency",
         .name = "No deep idle states",
         .meaning = "Idle processors stay awake (cpu_dma_latency 0), so that they begin to work at once; it "
                    "costs power.",
         .undo = "close the file",
         .applyHere = always,
         .support = latencyTrial,
         .hold = heldWhile<LatencyHold>,
         .only = SystemFamily::Linux,
         .applyThere = CureBit::Outside},
    Cure{.id = "exact",
         .name = "Exact wait",
         .meaning = "The sleeps of its loop, up to 50 ms, are those of adaptive_wait.hpp, which wakes early "
                    "and spins the rest.",
         .undo = "its own sleeps again",
         .applyThere = CureBit::Exact},
    Cure{.id = "adaptive",
         .name = "Adaptive",
         .meaning = "Sleeps until a margin that it learns here, then spins.",
         .undo = "the old strategy",
         .applyHere = setAdaptive,
         .simulated = true},
    Cure{.id = kTogether,
         .name = "All that helped together",
         .meaning = "Every cure that helped alone, at once.",
         .undo = "all of it back",
         .applyHere = nothing,
         .simulated = true},
};

/// The cures that one member chooses, as a catalogue of their own.
std::vector<Cure> chosen(bool (*tried)(const Cure&)) {
    std::vector<Cure> cures;
    std::ranges::copy_if(kCures, std::back_inserter(cures), tried);
    return cures;
}

} // namespace

std::span<const Cure> curesHere() {
    static const std::vector<Cure> cures = chosen([](const Cure& cure) { return cure.applyHere != nullptr; });
    return cures;
}

std::vector<const Cure*> curesHere(SystemFamily system) {
    std::vector<const Cure*> cures;
    for (const Cure& cure : curesHere()) {
        if (!cure.only || *cure.only == system)
            cures.push_back(&cure);
    }
    return cures;
}

std::span<const Cure> curesThere() {
    static const std::vector<Cure> cures = chosen([](const Cure& cure) { return cure.applyThere != 0; });
    return cures;
}

const Cure* findCure(std::span<const Cure> cures, std::string_view id) noexcept {
    const auto found = std::ranges::find_if(
        cures, [id](const Cure& cure) { return cure.id == id || (!id.empty() && cure.before == id); });
    return found == cures.end() ? nullptr : &*found;
}

bool CureOutcome::rateChanged() const noexcept {
    constexpr double kUnchanged = 0.005;
    return rateWithout > 0 && std::abs(rateWith / rateWithout - 1) > kUnchanged;
}

bool CureOutcome::nearer() const noexcept {
    return offRate && offRate->below() && rateChanged();
}

int CureOutcome::verdict() const noexcept {
    const bool moreLate = late && late->value > 0;
    for (const std::optional<Share>* const figure :
         {&offRate, &late, &longShare, &median, &lateness, &spread}) {
        const bool counts = figure == &offRate ? rateChanged() : figure != &median || !moreLate;
        if (counts && *figure && (*figure)->shown())
            return (*figure)->below() ? 1 : -1;
    }
    return 0;
}

std::string_view realtimeLimit(SystemFamily system) noexcept {
    return system == SystemFamily::Windows ? "held back by MMCSS (SystemResponsiveness)"
                                           : "stopped for 50 ms each second";
}

} // namespace jitterscope

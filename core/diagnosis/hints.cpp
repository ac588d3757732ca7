// SPDX-License-Identifier: MIT
#include "core/diagnosis/hints.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/diagnosis/words.h"
#include "core/machine/disturbance.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/collector.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/stats/distribution.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr int kEnoughFrames = 30; // of the last 64, before anything is said about them
constexpr double kDriftPpm = 1000;
constexpr double kSlackSeen = 40'000; // ns; for less there is no advice
constexpr double kLostShare = 0.005;

std::string policyName(std::string_view id) {
    const PacingEntry* const entry = findEntry(pacingCatalog(), id);
    return std::string(entry != nullptr ? entry->name : id);
}

std::optional<double> parameter(const Choice& strategy, std::string_view name) {
    const SleepEntry* entry = findEntry(sleepCatalog(), strategy.id);
    const int index = entry != nullptr ? parameterIndex(entry->parameters, name) : -1;
    return index < 0 ? std::nullopt : std::optional(strategy.values[static_cast<std::size_t>(index)]);
}

using List = std::vector<Hint>;

void lostSamples(const HintFacts& facts, List& list) {
    if (facts.lostSamples > 0)
        list.push_back(
            {"lost-samples", HintLevel::Caution,
             said::count(static_cast<std::int64_t>(facts.lostSamples)) +
                 " samples were lost because the window was blocked for too long. Statistics leave them "
                 "out."});
}

void refused(const HintFacts& facts, List& list) {
    for (const SettingOutcome& setting : facts.settings) {
        if (!setting.granted)
            list.push_back({"refused", HintLevel::Caution,
                            setting.name + " was refused: " + setting.reason + ". Measuring without it."});
    }
}

/// `, and takes 46.7 % CPU`: what it gets, which others may leave it no more of.
std::string cpuTaken(const HintFacts& facts) {
    return facts.cpu ? ", and takes " + said::percent(*facts.cpu) + " CPU" : std::string();
}

void neverSleeps(const HintFacts& facts, List& list) {
    const auto start = parameter(facts.plan.strategy, "start");
    const auto x = parameter(facts.plan.strategy, "x");
    if (!start || !x || !facts.running || facts.recentFrames < kEnoughFrames || facts.recentSleepers > 0)
        return;
    const double kept = facts.lastFrame && facts.lastFrame->hasEstimate
                            ? static_cast<double>(facts.lastFrame->estimate)
                            : *start;
    list.push_back(
        {"never-sleeps", HintLevel::Caution,
         "It never sleeps" + cpuTaken(facts) + ": with X " + numberText(*x) + " and a start estimate of " +
             said::duration(*start) + " it keeps back " + said::duration(kept) + ", but a frame has only " +
             said::duration(facts.plan.period.nanoseconds()) + ". Lower X, the start estimate or the rate."});
}

void disturbed(const HintFacts& facts, List& list) {
    if (facts.running && !facts.plan.simulated() && facts.othersPercent &&
        *facts.othersPercent >= kDisturbing)
        list.push_back(
            {"disturbed", HintLevel::Caution,
             "Disturbed: other programs use " + said::percent(*facts.othersPercent) + " of the processors."});
}

/// Said where it can have mattered: the window took a good part of the processor, and frames waited for it.
/// The cure pins the measuring thread: the threads of the window then keep off its processor.
void windowOnProcessor(const HintFacts& facts, List& list) {
    constexpr double kSome = 0.01; // of the frames
    const std::int64_t waited = facts.anatomy ? facts.anatomy->of(Cause::RunQueue).frames : 0;
    if (!facts.running || facts.plan.simulated() || facts.windowShare.value_or(0) < kWindowDisturbs ||
        !facts.anatomy ||
        static_cast<double>(waited) < kSome * static_cast<double>(facts.anatomy->frames()) || waited == 0)
        return;
    Hint hint{
        "window-on-processor", HintLevel::Note,
        "This window uses " + said::percent(100 * *facts.windowShare) + " of the measured CPU, and " +
            said::percent(100 * static_cast<double>(waited) / static_cast<double>(facts.anatomy->frames())) +
            " of the frames are late because the thread waited for a processor."};
    if (facts.severalProcessors && facts.plan.thread.cpu < 0 && facts.processor >= 0) {
        hint.cure = facts.plan;
        hint.cure->thread.cpu = facts.processor;
        hint.button = "Pin to CPU " + std::to_string(facts.processor);
    }
    list.push_back(std::move(hint));
}

void memory(const HintFacts& facts, List& list) {
    if (facts.running && !facts.recording && facts.keptFrames >= kMemoryWarning)
        list.push_back({"memory", HintLevel::Caution,
                        "Memory holds " + said::count(facts.keptFrames) + " of at most " +
                            said::count(static_cast<std::int64_t>(Collector::kKeptFrames)) +
                            " frames. To keep more, record to a file (Export)."});
}

/// If other programs together take less than this, a thread does not often wait for them.
constexpr double kInTheWay = 10; // % of one processor

bool othersSeen(const HintFacts& facts) {
    return !facts.othersPercent || *facts.othersPercent * static_cast<double>(facts.processors) >= kInTheWay;
}

/// What kept a ready thread from running, as far as that is known.
std::string holder(const HintFacts& facts) {
    return othersSeen(facts) ? "another thread had"
                             : "something other than a program (a virtual machine's host, firmware) had";
}

std::string remedy(const HintFacts& facts) {
    return othersSeen(facts) ? "Close other programs, or try the real-time class."
                             : "No setting of this program helps there.";
}

/// The cause of more than half of the losses, and what to do about it.
std::string lossWords(const HintFacts& facts) {
    const LossEvidence& losses = facts.losses;
    const auto most = [&losses](std::int64_t count) { return 2 * count > losses.total(); };
    const std::string period = said::duration(facts.plan.period.nanoseconds());
    if (losses.total() == 0)
        return "a frame and its wait took longer than the period of " + period + ".";
    if (most(losses.work))
        return "the work of a frame ran past the next deadline (the period is " + period +
               "). Try less work or a lower rate.";
    if (most(losses.wokeLate)) {
        const auto& oversleep = facts.now->oversleep.p50;
        return "the system woke the thread after the next deadline (period " + period +
               ", median oversleep " +
               (oversleep ? said::duration(*oversleep) : std::string(said::absent())) +
               "). Try a strategy that spins more, or a lower rate.";
    }
    if (most(losses.runQueue))
        return holder(facts) + " the processor when this one was ready to run. " + remedy(facts);
    if (most(losses.lostCpu))
        return "the processor was taken away while it waited. Close other programs, or try the real-time "
               "class.";
    const auto share = [&losses](std::int64_t count) {
        return said::percent(100 * static_cast<double>(count) / static_cast<double>(losses.total()));
    };
    return "no single cause: work " + share(losses.work) + ", woken late " + share(losses.wokeLate) +
           ", waited for a processor " + share(losses.runQueue) + ", processor taken away " +
           share(losses.lostCpu) + ", other " + share(losses.other) + ".";
}

/// The plan with `adaptive`. Absent: it has it already, or the machine cannot run it.
std::optional<RunPlan> withAdaptive(RunPlan plan) {
    const SleepEntry* entry = findEntry(sleepCatalog(), "adaptive");
    if (plan.strategy.id == "adaptive" || entry == nullptr ||
        !sleepSupport(*entry, plan.machine.id).available)
        return std::nullopt;
    plan.strategy = sleepChoice("adaptive");
    return plan;
}

void lostIterations(const HintFacts& facts, List& list) {
    const FrameMetrics& now = (*facts.now);
    if (now.frames <= kEnoughFrames ||
        static_cast<double>(now.lostIterations) <= kLostShare * static_cast<double>(now.frames))
        return;
    Hint hint{"lost-iterations", HintLevel::Caution,
              said::count(now.lostIterations) + " iterations were lost: " + lossWords(facts)};
    if (2 * facts.losses.wokeLate > facts.losses.total()) {
        hint.cure = withAdaptive(facts.plan);
        hint.button = "Use Adaptive";
    }
    list.push_back(std::move(hint));
}

/// The main cause of late frames. If iterations are lost, lostIterations() has told the cause already.
void lateFrames(const HintFacts& facts, List& list) {
    constexpr double kMany = 0.05;
    const FrameMetrics& now = (*facts.now);
    const bool losses =
        static_cast<double>(now.lostIterations) > kLostShare * static_cast<double>(now.frames);
    if (!facts.anatomy || now.frames <= kEnoughFrames || losses ||
        static_cast<double>(now.late) <= kMany * static_cast<double>(now.frames))
        return;
    const Anatomy& anatomy = *facts.anatomy;
    const auto most = [&anatomy](Cause cause) { return 2 * anatomy.of(cause).frames > anatomy.lateFrames(); };
    const std::string share =
        said::percent(100 * static_cast<double>(now.late) / static_cast<double>(now.frames));
    if (most(Cause::RunQueue)) {
        list.push_back({"late-run-queue", HintLevel::Caution,
                        share + " of the frames are late, mostly because " + holder(facts) +
                            " the processor when the thread was ready to run. " + remedy(facts)});
    } else if (most(Cause::Margin) || most(Cause::WokeLate)) {
        Hint hint{"late-woke", HintLevel::Note,
                  share + " of the frames are late, mostly because the thread wakes after its deadline."};
        hint.cure = withAdaptive(facts.plan);
        hint.button = "Use Adaptive";
        if (hint.cure)
            list.push_back(std::move(hint));
    }
}

void drift(const HintFacts& facts, List& list) {
    const FrameMetrics& now = (*facts.now);
    if (now.frames > kEnoughFrames && now.driftPpm && *now.driftPpm > kDriftPpm)
        list.push_back({"drift", HintLevel::Note,
                        "The rate falls behind by " + said::ppm(*now.driftPpm).substr(1) +
                            ": " // without its sign
                            + policyName(facts.plan.policy.id) + " adds every oversleep" +
                            (facts.plan.work.id == "none" ? "" : " and all work") +
                            " to the period. A policy with a grid does not."});
}

/// What was seen of a setting that is a time, ns: `timer_slack` on Linux, `timer_period` on Windows. Absent:
/// this system has none.
std::optional<double> timeSeen(const HintFacts& facts, std::string_view name) {
    for (const SettingOutcome& setting : facts.settings) {
        if (setting.name == name) {
            if (const auto seen = parseDuration(setting.observed))
                return static_cast<double>(seen->count());
        }
    }
    return std::nullopt;
}

/// Whether sleeps that end late are what makes the usual frame late: not where the strategy spins the rest,
/// and not where the thread was awake and waited for a processor.
bool sleepsMakeLate(const HintFacts& facts) {
    const SleepEntry* entry = findEntry(sleepCatalog(), facts.plan.strategy.id);
    const auto& lateness = (*facts.now).lateness.p50;
    const bool plain =
        entry != nullptr && (entry->kind == SleepKind::Relative || entry->kind == SleepKind::Absolute);
    const bool queued =
        facts.anatomy && 2 * facts.anatomy->of(Cause::RunQueue).frames > facts.anatomy->lateFrames();
    return plain && !queued && lateness && *lateness > kSlackSeen;
}

void slack(const HintFacts& facts, List& list) {
    const auto& oversleep = (*facts.now).oversleep.p50;
    const std::optional<double> slack = timeSeen(facts, "timer_slack");
    if (facts.plan.simulated() || facts.plan.thread.slack || facts.plan.thread.realtime || !slack ||
        !oversleep)
        return;
    if (*slack < kSlackSeen || *oversleep < kSlackSeen || !sleepsMakeLate(facts))
        return;
    RunPlan finest = facts.plan;
    finest.thread.slack = Nanoseconds{1};
    list.push_back({"slack", HintLevel::Note,
                    "Timer slack adds up to " + said::duration(*slack) + " to a sleep (median oversleep " +
                        said::duration(*oversleep) + "). Try a timer slack of 1 ns.",
                    finest, "Set slack to 1 ns"});
}

/// Windows' sleeps end on a tick.
void tick(const HintFacts& facts, List& list) {
    const auto& oversleep = (*facts.now).oversleep.p50;
    const std::optional<double> tick = timeSeen(facts, "timer_period");
    constexpr double kFinest = 1e6; // ns; timeBeginPeriod takes whole milliseconds
    if (facts.plan.simulated() || facts.plan.thread.slack || !tick || !oversleep)
        return;
    if (*tick <= kFinest || *oversleep < kFinest || !sleepsMakeLate(facts))
        return;
    RunPlan finest = facts.plan;
    finest.thread.slack = Nanoseconds{1'000'000};
    list.push_back({"tick", HintLevel::Note,
                    "Sleeps end on Windows' timer tick, now every " + said::duration(*tick) +
                        " (median oversleep " + said::duration(*oversleep) +
                        "). Try a tick of 1 ms (timeBeginPeriod).",
                    finest, "Set tick to 1 ms"});
}

void needs(const HintFacts& facts, List& list) {
    const FrameMetrics& now = (*facts.now);
    for (const double fraction : {0.99, 0.999}) {
        const std::int64_t needed = samplesNeeded(fraction);
        if (facts.running && now.frames < needed) {
            const double seconds =
                static_cast<double>(needed - now.frames) * facts.plan.period.nanoseconds() / 1e9;
            list.push_back({"needs", HintLevel::Note,
                            "p" + numberText(fraction * 100) + " needs " + said::count(needed) +
                                " frames: " + said::count(needed - now.frames) + " more, about " +
                                said::elapsed(seconds + 1) + "."});
            return;
        }
    }
}

void machineLacks(const HintFacts& facts, List& list) {
    for (const std::string& lack : facts.machineLacks)
        list.push_back({"machine-lacks", HintLevel::Note, "The recorded machine: " + lack + "."});
}

} // namespace

std::vector<Hint> hintsFor(const HintFacts& facts) {
    List list;
    refused(facts, list);
    lostSamples(facts, list);
    neverSleeps(facts, list);
    memory(facts, list);
    disturbed(facts, list);
    windowOnProcessor(facts, list);
    if (facts.now) {
        lostIterations(facts, list);
        drift(facts, list);
        lateFrames(facts, list);
        slack(facts, list);
        tick(facts, list);
        needs(facts, list);
    }
    machineLacks(facts, list);
    return list;
}

std::vector<Hint> hintsFor(const RunResult& result) {
    HintFacts facts;
    const Stretch* const last = result.stretches.empty() ? nullptr : &result.stretches.back();
    facts.plan = last != nullptr ? last->plan : result.plan;
    facts.running = true; // as at its last frame
    facts.now = last != nullptr ? last->metrics : result.metrics;
    facts.anatomy = last != nullptr ? last->anatomy : result.anatomy;
    facts.cpu = last != nullptr ? last->cpu.threadPercent : result.cpu.threadPercent;
    facts.settings = result.settings;
    const FrameSample* before = nullptr;
    for (const FrameSample& frame : result.frames) {
        if (frame.has(FrameSample::Changed))
            facts.losses = {};
        if (before != nullptr && frame.lost > 0 && !frame.has(FrameSample::StoppedGap))
            facts.losses.add(*before, frame.lost);
        before = &frame;
    }
    constexpr std::size_t kRecent = 64;
    if (before != nullptr)
        facts.lastFrame = *before;
    facts.recentFrames = static_cast<int>(std::min(result.frames.size(), kRecent));
    facts.recentSleepers =
        static_cast<int>(std::count_if(result.frames.end() - facts.recentFrames, result.frames.end(),
                                       [](const FrameSample& frame) { return frame.nativeSleeps > 0; }));
    List list;
    neverSleeps(facts, list);
    lostIterations(facts, list);
    drift(facts, list);
    lateFrames(facts, list);
    slack(facts, list);
    tick(facts, list);
    return list;
}

} // namespace jitterscope

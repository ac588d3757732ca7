// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/hints.h"

#include "core/base/parse.h"
#include "core/diagnosis/words.h"
#include "core/machine/disturbance.h"
#include "core/run/collector.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/stats/distribution.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <thread>

namespace jitterscope::ui {
namespace {

constexpr int kEnoughFrames = 30; // of the last 64, before anything is said about them
constexpr double kDriftPpm = 1000;
constexpr double kSlackSeen = 40'000; // ns; for less there is no advice
constexpr double kLostShare = 0.005;

QString tr(const char* text) {
    return QCoreApplication::translate("Hints", text);
}

std::optional<double> parameter(const Choice& strategy, std::string_view name) {
    const SleepEntry* entry = findEntry(sleepCatalog(), strategy.id);
    const int index = entry != nullptr ? parameterIndex(entry->parameters, name) : -1;
    return index < 0 ? std::nullopt : std::optional(strategy.values[static_cast<std::size_t>(index)]);
}

using List = std::vector<Hint>;

void lostSamples(const HintFacts& facts, List& list) {
    if (facts.lostSamples > 0)
        list.push_back({"lost-samples", HintLevel::Caution,
                        tr("%1 samples were lost because the window was blocked for too long. Statistics "
                           "leave them out.")
                            .arg(format::count(static_cast<std::int64_t>(facts.lostSamples)))});
}

void refused(const HintFacts& facts, List& list) {
    for (const SettingOutcome& setting : facts.settings) {
        if (!setting.granted)
            list.push_back({"refused", HintLevel::Caution,
                            tr("%1 was refused: %2. Measuring without it.")
                                .arg(format::text(setting.name), format::text(setting.reason))});
    }
}

/// `, and takes 46.7 % CPU`: what it gets, which others may leave it no more of.
QString cpuTaken(const HintFacts& facts) {
    const std::optional<double> taken =
        facts.metrics ? facts.metrics->cpuNow.threadPercent : std::optional<double>();
    return taken ? tr(", and takes %1 CPU").arg(format::percent(*taken)) : QString();
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
         tr("It never sleeps%1: with X %2 and a start estimate of %3 it keeps back %4, but a frame "
            "has only %5. Lower X, the start estimate or the rate.")
             .arg(cpuTaken(facts), QString::number(*x), format::duration(*start), format::duration(kept),
                  format::duration(facts.plan.period.nanoseconds()))});
}

void disturbed(const HintFacts& facts, List& list) {
    if (facts.running && !facts.plan.simulated() && facts.othersPercent &&
        *facts.othersPercent >= kDisturbing)
        list.push_back({"disturbed", HintLevel::Caution,
                        tr("Disturbed: other programs use %1 of the processors.")
                            .arg(format::percent(*facts.othersPercent))});
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
    Hint hint{"window-on-processor", HintLevel::Note,
              tr("This window uses %1 of the measured CPU, and %2 of the frames are late because the thread "
                 "waited for a processor.")
                  .arg(format::percent(100 * *facts.windowShare),
                       format::percent(100 * static_cast<double>(waited) /
                                       static_cast<double>(facts.anatomy->frames())))};
    if (facts.severalProcessors && facts.plan.thread.cpu < 0 && facts.processor >= 0) {
        hint.cure = facts.plan;
        hint.cure->thread.cpu = facts.processor;
        hint.button = tr("Pin to CPU %1").arg(facts.processor);
    }
    list.push_back(std::move(hint));
}

void memory(const HintFacts& facts, List& list) {
    if (facts.running && !facts.recording && facts.keptFrames >= kMemoryWarning)
        list.push_back({"memory", HintLevel::Caution,
                        tr("Memory holds %1 of at most %2 frames. To keep more, record to a file (Export).")
                            .arg(format::count(facts.keptFrames),
                                 format::count(static_cast<std::int64_t>(Collector::kKeptFrames)))});
}

/// If other programs together take less than this, a thread does not often wait for them.
constexpr double kInTheWay = 10; // % of one processor

bool othersSeen(const HintFacts& facts) {
    return !facts.othersPercent ||
           *facts.othersPercent * std::max(std::thread::hardware_concurrency(), 1U) >= kInTheWay;
}

/// What kept a ready thread from running, as far as that is known.
QString holder(const HintFacts& facts) {
    return othersSeen(facts) ? tr("another thread had")
                             : tr("something other than a program (a virtual machine's host, firmware) had");
}

QString remedy(const HintFacts& facts) {
    return othersSeen(facts) ? tr("Close other programs, or try the real-time class under Thread and limits.")
                             : tr("No setting of this program helps there.");
}

/// The cause of more than half of the losses, and what to do about it.
QString lossWords(const HintFacts& facts) {
    const LossEvidence& losses = facts.losses;
    const auto most = [&losses](std::int64_t count) { return 2 * count > losses.total(); };
    const QString period = format::duration(facts.plan.period.nanoseconds());
    if (losses.total() == 0)
        return tr("a frame and its wait took longer than the period of %1.").arg(period);
    if (most(losses.work))
        return tr("the work of a frame ran past the next deadline (the period is %1). Try less work or a "
                  "lower rate.")
            .arg(period);
    if (most(losses.wokeLate)) {
        const auto& oversleep = facts.metrics->now.oversleep.p50;
        return tr("the system woke the thread after the next deadline (period %1, median oversleep %2). Try "
                  "a strategy that spins more, or a lower rate.")
            .arg(period, oversleep ? format::duration(*oversleep) : format::absent());
    }
    if (most(losses.runQueue))
        return tr("%1 the processor when this one was ready to run. %2").arg(holder(facts), remedy(facts));
    if (most(losses.lostCpu))
        return tr("the processor was taken away while it waited. Close other programs, or try the real-time "
                  "class under Thread and limits.");
    const auto share = [&losses](std::int64_t count) {
        return format::percent(100 * static_cast<double>(count) / static_cast<double>(losses.total()));
    };
    return tr("no single cause: work %1, woken late %2, waited for a processor %3, processor taken away %4, "
              "other %5.")
        .arg(share(losses.work), share(losses.wokeLate), share(losses.runQueue), share(losses.lostCpu),
             share(losses.other));
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
    const FrameMetrics& now = facts.metrics->now;
    if (now.frames <= kEnoughFrames ||
        static_cast<double>(now.lostIterations) <= kLostShare * static_cast<double>(now.frames))
        return;
    Hint hint{"lost-iterations", HintLevel::Caution,
              tr("%1 iterations were lost: ").arg(format::count(now.lostIterations)) + lossWords(facts)};
    if (2 * facts.losses.wokeLate > facts.losses.total()) {
        hint.cure = withAdaptive(facts.plan);
        hint.button = tr("Use Adaptive");
    }
    list.push_back(std::move(hint));
}

/// The main cause of late frames. If iterations are lost, lostIterations() has told the cause already.
void lateFrames(const HintFacts& facts, List& list) {
    constexpr double kMany = 0.05;
    const FrameMetrics& now = facts.metrics->now;
    const bool losses =
        static_cast<double>(now.lostIterations) > kLostShare * static_cast<double>(now.frames);
    if (!facts.anatomy || now.frames <= kEnoughFrames || losses ||
        static_cast<double>(now.late) <= kMany * static_cast<double>(now.frames))
        return;
    const Anatomy& anatomy = *facts.anatomy;
    const auto most = [&anatomy](Cause cause) { return 2 * anatomy.of(cause).frames > anatomy.lateFrames(); };
    const QString share =
        format::percent(100 * static_cast<double>(now.late) / static_cast<double>(now.frames));
    if (most(Cause::RunQueue)) {
        list.push_back({"late-run-queue", HintLevel::Caution,
                        tr("%1 of the frames are late, mostly because %2 the processor when the thread was "
                           "ready to run. %3")
                            .arg(share, holder(facts), remedy(facts))});
    } else if (most(Cause::Margin) || most(Cause::WokeLate)) {
        Hint hint{
            "late-woke", HintLevel::Note,
            tr("%1 of the frames are late, mostly because the thread wakes after its deadline.").arg(share)};
        hint.cure = withAdaptive(facts.plan);
        hint.button = tr("Use Adaptive");
        if (hint.cure)
            list.push_back(std::move(hint));
    }
}

void drift(const HintFacts& facts, List& list) {
    const FrameMetrics& now = facts.metrics->now;
    if (now.frames > kEnoughFrames && now.driftPpm && *now.driftPpm > kDriftPpm)
        list.push_back({"drift", HintLevel::Note,
                        tr("The rate falls behind by %1: %2 adds every oversleep%3 to the period. A policy "
                           "with a grid does not.")
                            .arg(format::ppm(*now.driftPpm), format::policyName(facts.plan.policy.id),
                                 facts.plan.work.id == "none" ? QString() : tr(" and all work"))});
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
    const auto& lateness = facts.metrics->now.lateness.p50;
    const bool plain =
        entry != nullptr && (entry->kind == SleepKind::Relative || entry->kind == SleepKind::Absolute);
    const bool queued =
        facts.anatomy && 2 * facts.anatomy->of(Cause::RunQueue).frames > facts.anatomy->lateFrames();
    return plain && !queued && lateness && *lateness > kSlackSeen;
}

void slack(const HintFacts& facts, List& list) {
    const auto& oversleep = facts.metrics->now.oversleep.p50;
    const std::optional<double> slack = timeSeen(facts, "timer_slack");
    if (facts.plan.simulated() || facts.plan.thread.slack || facts.plan.thread.realtime || !slack ||
        !oversleep)
        return;
    if (*slack < kSlackSeen || *oversleep < kSlackSeen || !sleepsMakeLate(facts))
        return;
    RunPlan finest = facts.plan;
    finest.thread.slack = Nanoseconds{1};
    list.push_back({"slack", HintLevel::Note,
                    tr("Timer slack adds up to %1 to a sleep (median oversleep %2). Try a timer slack of "
                       "1ns under Thread and limits.")
                        .arg(format::duration(*slack), format::duration(*oversleep)),
                    finest, tr("Set slack to 1 ns")});
}

/// Windows' sleeps end on a tick.
void tick(const HintFacts& facts, List& list) {
    const auto& oversleep = facts.metrics->now.oversleep.p50;
    const std::optional<double> tick = timeSeen(facts, "timer_period");
    constexpr double kFinest = 1e6; // ns; timeBeginPeriod takes whole milliseconds
    if (facts.plan.simulated() || facts.plan.thread.slack || !tick || !oversleep)
        return;
    if (*tick <= kFinest || *oversleep < kFinest || !sleepsMakeLate(facts))
        return;
    RunPlan finest = facts.plan;
    finest.thread.slack = Nanoseconds{1'000'000};
    list.push_back({"tick", HintLevel::Note,
                    tr("Sleeps end on Windows' timer tick, now every %1 (median oversleep %2). Try a tick of "
                       "1ms under Thread and limits (timeBeginPeriod).")
                        .arg(format::duration(*tick), format::duration(*oversleep)),
                    finest, tr("Set tick to 1 ms")});
}

void needs(const HintFacts& facts, List& list) {
    const FrameMetrics& now = facts.metrics->now;
    for (const double fraction : {0.99, 0.999}) {
        const std::int64_t needed = samplesNeeded(fraction);
        if (facts.running && now.frames < needed) {
            const double seconds =
                static_cast<double>(needed - now.frames) * facts.plan.period.nanoseconds() / 1e9;
            list.push_back({"needs", HintLevel::Note,
                            tr("p%1 needs %2 frames: %3 more, about %4.")
                                .arg(QString::number(fraction * 100), format::count(needed),
                                     format::count(needed - now.frames), format::elapsed(seconds + 1))});
            return;
        }
    }
}

void machineLacks(const HintFacts& facts, List& list) {
    for (const std::string& lack : facts.machineLacks)
        list.push_back(
            {"machine-lacks", HintLevel::Note, tr("The recorded machine: %1.").arg(format::text(lack))});
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
    if (facts.metrics) {
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

} // namespace jitterscope::ui

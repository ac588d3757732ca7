// SPDX-License-Identifier: MIT
#include "core/diagnosis/x_advice.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/diagnosis/measured_loop.h"
#include "core/diagnosis/verdict.h"
#include "core/diagnosis/words.h"
#include "core/platform/counters.h"
#include "core/platform/thread_control.h"
#include "core/run/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr Nanoseconds kSlice{1'000'000}; // one sleep of precise-sleep
constexpr std::array kXs{0.0, 0.5, 1.0, 1.5, 2.0, 3.0};
constexpr double kLeastReplay = 30;     // s, virtual
constexpr double kMostFrames = 400'000; // of a replay, in memory
constexpr double kCheaper = 0.1;        // percentage points; a smaller difference does not count

/// One and a half times as long as it takes to show that at most `allowed` are late, s.
double replaySeconds(const Period& period, double allowed) {
    return 1.5 * static_cast<double>(framesToShow(allowed)) / period.hertz();
}

/// Adds the losses of the processor that the measured loops saw while they spun.
void addLosses(MachineModel& model, const Diagnosis& diagnosis) {
    double seconds = diagnosis.now.spinSeconds;
    std::vector<std::int64_t> gaps = diagnosis.now.gaps;
    for (const Candidate& candidate : diagnosis.candidates) {
        seconds += candidate.evidence.spinSeconds;
        gaps.insert(gaps.end(), candidate.evidence.gaps.begin(), candidate.evidence.gaps.end());
    }
    if (gaps.size() < 2 || seconds <= 0)
        return;
    std::ranges::sort(gaps);
    model.lossesPerSecond = static_cast<double>(gaps.size()) / seconds;
    model.lossLength = {};
    for (std::size_t i = 0; i < gaps.size(); ++i)
        model.lossLength.points.push_back(
            {static_cast<double>(i) / static_cast<double>(gaps.size() - 1), static_cast<double>(gaps[i])});
}

LoopEvidence replayed(const MachineModel& model, RunPlan plan, double allowed, JobControl& control) {
    plan.machine = {"linux-default", {}, {}, false}; // any simulated one: the model replaces it
    plan.thread = {};
    BenchMachine machine(model, plan.seed, control);
    MeasuredLoop loop(machine, plan, control);
    constexpr int kBlocks = 6;
    const double block = std::max(replaySeconds(plan.period, allowed), kLeastReplay) / kBlocks;
    for (int i = 0; i < kBlocks; ++i)
        loop.runBlock(Nanoseconds(static_cast<std::int64_t>(block * 1e9)), true);
    return loop.evidence();
}

XAdvice::Row replay(const MachineModel& model, RunPlan plan, double x, double start, double allowed,
                    JobControl& control) {
    plan.strategy.values.set("x", x);
    plan.strategy.values.set("start", start);
    const LoopEvidence evidence = replayed(model, std::move(plan), allowed, control);
    return {x, start, evidence.lateShare().value_or(Share{1, {0, 1}}), evidence.cpuPercent().value_or(100)};
}

/// The same forecast for a measured way of waiting that also sleeps and then spins.
std::optional<XAdvice::Check> checkOf(const MachineModel& model, const Diagnosis& diagnosis,
                                      JobControl& control) {
    for (const Candidate& candidate : diagnosis.candidates) {
        const std::string& id = candidate.evidence.plan.strategy.id;
        const auto measured = candidate.evidence.lateShare();
        if ((id != "half-millisecond" && id != "adaptive") || !measured)
            continue;
        const LoopEvidence evidence =
            replayed(model, candidate.evidence.plan, diagnosis.plan.target.allowed, control);
        if (const auto foretold = evidence.lateShare())
            return XAdvice::Check{candidate.name, *foretold, *measured};
    }
    return std::nullopt;
}

std::string numberOf(double x) {
    return plainNumberText(x);
}

/// `the same forecast says 0.4 % late of adaptive, and 0.5 % was measured`; empty: there is no check.
std::string checkText(const XAdvice& advice) {
    if (!advice.check)
        return {};
    return "the same forecast says " + said::share(advice.check->foretold.value) + " late of " +
           advice.check->name + ", and " + said::share(advice.check->measured.value) + " was measured";
}

std::string sentenceOf(const Target& target, const XAdvice& advice, double standardStart, double timeLeft) {
    const XAdvice::Row& pick = advice.pick;
    if (!advice.trusted())
        return "Which X precise sleep needs cannot be predicted here: " + checkText(advice) + ".";
    std::string text = "Predicted, not measured: with precise sleep, X = " + numberOf(pick.x) + " gives " +
                       said::share(pick.late.value) + " late at " + said::percent(pick.cpuPercent) + " CPU";
    const bool fit = pick.late.interval.high <= target.allowed;
    text += !fit         ? "; no X is predicted to be fit for this job here."
            : pick.x > 0 ? "; a smaller X is predicted to be late too often, a larger one only costs CPU."
                         : "; a larger X only costs CPU.";
    text += " Start it at " + said::shortDuration(pick.start);
    if (pick.start < standardStart)
        text += standardStart >= timeLeft
                    ? ": from " + said::shortDuration(standardStart) + " it never sleeps in the " +
                          said::shortDuration(timeLeft) + " left"
                    : ", not at " + said::shortDuration(standardStart) +
                          ": it then spins less until it has learned";
    return text + "." + (advice.check ? " Check: " + checkText(advice) + "." : "");
}

} // namespace

XAdvice chooseX(const Target& target, std::string strategy, double standardStart, double timeLeft,
                std::vector<XAdvice::Row> rows, std::optional<XAdvice::Check> check) {
    XAdvice advice;
    advice.check = std::move(check);
    advice.strategy = std::move(strategy);
    const auto fit = [&](const XAdvice::Row& row) { return row.late.interval.high <= target.allowed; };
    const auto better = [&](const XAdvice::Row& a, const XAdvice::Row& b) {
        if (fit(a) != fit(b))
            return fit(a);
        if (!fit(a))
            return a.late.interval.high < b.late.interval.high;
        return a.cpuPercent + kCheaper < b.cpuPercent;
    };
    advice.pick = rows.front();
    for (const XAdvice::Row& row : rows) {
        if (better(row, advice.pick))
            advice.pick = row;
    }
    advice.rows = std::move(rows);
    advice.sentence = sentenceOf(target, advice, standardStart, timeLeft);
    return advice;
}

void SliceSleeps::measure(BenchMachine& machine, const ThreadPlan& thread, int count,
                          const JobControl& control) {
    const ThreadControl settings(thread);
    const Nanoseconds before = threadCpuTime();
    for (int i = 0; i < count && !control.cancelled(); ++i) {
        const NativeSleep sleep = machine.time().sleepFor(kSlice, SleepKind::Relative);
        m_late.push_back(static_cast<double>((sleep.took - sleep.asked).count()));
    }
    m_cpu += static_cast<double>((threadCpuTime() - before).count());
}

std::optional<MachineModel> SliceSleeps::model() const {
    if (m_late.size() < 2)
        return std::nullopt;
    MachineModel model;
    model.wakeCost = m_cpu / static_cast<double>(m_late.size());
    std::vector<double> late = m_late;
    std::ranges::sort(late);
    LatencyTable table{static_cast<double>(kSlice.count()), {}};
    for (std::size_t i = 0; i < late.size(); ++i)
        table.latency.points.push_back(
            {static_cast<double>(i) / static_cast<double>(late.size() - 1), late[i]});
    model.latencies[SleepKind::Relative].push_back(std::move(table));
    return model;
}

std::optional<XAdvice> adviseX(const SliceSleeps& slices, const Diagnosis& diagnosis, JobControl& control) {
    const DiagnosisPlan& plan = diagnosis.plan;
    const double timeLeft =
        plan.target.period.nanoseconds() - static_cast<double>(diagnosis.now.longestWorkAlone);
    if (timeLeft <= 0)
        return std::nullopt;
    RunPlan loop = plan.loop;
    loop.strategy = sleepChoice("precise-sleep");
    const double standardStart = loop.strategy.values["start"];
    std::optional<MachineModel> model;
    if (plan.model != nullptr) {
        model = *plan.model;
    } else {
        model = slices.model();
        if (model)
            addLosses(*model, diagnosis);
    }
    if (!model || control.cancelled())
        return std::nullopt;
    // A start value that the first sleeps confirm: what such a sleep takes here, rounded up to 0.1 ms.
    const double usual = static_cast<double>(kSlice.count()) +
                         model->latency(SleepKind::Relative, static_cast<double>(kSlice.count()), 0.9) +
                         model->slack + static_cast<double>(model->tick);
    constexpr double kStep = 1e5;
    const double start = std::min(std::ceil(usual / kStep) * kStep, standardStart);
    if (start >= timeLeft)
        return std::nullopt; // it would never sleep, whatever the X
    if (replaySeconds(loop.period, plan.target.allowed) * loop.period.hertz() > kMostFrames)
        return std::nullopt; // what cannot be shown is not advised
    std::vector<XAdvice::Row> rows;
    for (const double x : kXs) {
        if (control.cancelled())
            return std::nullopt;
        rows.push_back(replay(*model, loop, x, start, plan.target.allowed, control));
    }
    auto check = plan.model != nullptr ? std::nullopt : checkOf(*model, diagnosis, control);
    return chooseX(plan.target, "precise-sleep", standardStart, timeLeft, std::move(rows), std::move(check));
}

} // namespace jitterscope

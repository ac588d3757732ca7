// SPDX-License-Identifier: MIT
#include "core/diagnosis/x_advice.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
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

constexpr int kSleeps = 300;
constexpr Nanoseconds kSlice{1'000'000}; // of precise-sleep
constexpr std::array kXs{0.0, 0.5, 1.0, 1.5, 2.0, 3.0};
constexpr double kLeastReplay = 30;     // s, virtual
constexpr double kMostFrames = 400'000; // of a replay, in memory
constexpr double kSameCpu = 0.1;        // points

/// A machine whose 1 ms sleeps are those measured here, slack included.
std::optional<MachineModel> modelOfSlices(BenchMachine& machine, const ThreadPlan& thread,
                                          JobControl& control) {
    const ThreadControl settings(thread);
    std::vector<double> late;
    const Nanoseconds before = threadCpuTime();
    for (int i = 0; i < kSleeps && !control.cancelled(); ++i) {
        const NativeSleep sleep = machine.time().sleepFor(kSlice, SleepKind::Relative);
        late.push_back(static_cast<double>((sleep.took - sleep.asked).count()));
    }
    if (control.cancelled())
        return std::nullopt;
    MachineModel model;
    model.wakeCost = static_cast<double>((threadCpuTime() - before).count()) / kSleeps;
    std::ranges::sort(late);
    LatencyTable table{static_cast<double>(kSlice.count()), {}};
    for (std::size_t i = 0; i < late.size(); ++i)
        table.latency.points.push_back(
            {static_cast<double>(i) / static_cast<double>(late.size() - 1), late[i]});
    model.latencies.push_back(std::move(table));
    return model;
}

/// Half as long again as it takes to show that so few are late.
double replaySeconds(const Period& period, double allowed) {
    return 1.5 * static_cast<double>(framesToShow(allowed)) / period.hertz();
}

XAdvice::Row replay(const MachineModel& model, RunPlan plan, double x, double start, double allowed,
                    JobControl& control) {
    plan.strategy.values.set("x", x);
    plan.strategy.values.set("start", start);
    plan.machine = {"linux-default", {}, {}, false}; // any simulated one: the model stands for it
    plan.thread = {};
    BenchMachine machine(model, plan.seed, control);
    MeasuredLoop loop(machine, plan, control);
    constexpr int kBlocks = 6;
    const double block = std::max(replaySeconds(plan.period, allowed), kLeastReplay) / kBlocks;
    for (int i = 0; i < kBlocks; ++i)
        loop.runBlock(Nanoseconds(static_cast<std::int64_t>(block * 1e9)), true);
    const LoopEvidence evidence = loop.evidence();
    return {x, start, evidence.lateShare().value_or(Share{1, {0, 1}}), evidence.cpuPercent().value_or(100)};
}

std::string numberOf(double x) {
    return plainNumberText(x);
}

std::string sentenceOf(const Target& target, const XAdvice& advice, double standardStart, double timeLeft) {
    const XAdvice::Row& pick = advice.pick;
    std::string text = "With precise sleep: start it at " + shortDuration(pick.start);
    if (pick.start < standardStart)
        text += standardStart >= timeLeft ? ": from " + shortDuration(standardStart) +
                                                " it never sleeps in the " + shortDuration(timeLeft) + " left"
                                          : ", not at " + shortDuration(standardStart) +
                                                ": it then spins less until it has learned";
    text += ". Pick X = " + numberOf(pick.x) + ": " + sharePercent(pick.late.value) + " late at " +
            decimalText(pick.cpuPercent, 1) + " % CPU";
    const bool fit = pick.late.interval.high <= target.allowed;
    if (!fit)
        return text + "; no X is fit for this job here.";
    return text + (pick.x > 0 ? "; a smaller X is late too often, a larger one only costs CPU."
                              : "; a larger X only costs CPU.");
}

} // namespace

XAdvice chooseX(const Target& target, std::string strategy, double standardStart, double timeLeft,
                std::vector<XAdvice::Row> rows) {
    XAdvice advice;
    advice.strategy = std::move(strategy);
    const auto fit = [&](const XAdvice::Row& row) { return row.late.interval.high <= target.allowed; };
    const auto better = [&](const XAdvice::Row& a, const XAdvice::Row& b) {
        if (fit(a) != fit(b))
            return fit(a);
        if (!fit(a))
            return a.late.interval.high < b.late.interval.high;
        return a.cpuPercent + kSameCpu < b.cpuPercent;
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

std::optional<XAdvice> adviseX(BenchMachine& machine, const DiagnosisPlan& plan, const LoopEvidence& now,
                               JobControl& control) {
    const double timeLeft = plan.target.period.nanoseconds() - static_cast<double>(now.longestWorkAlone);
    if (timeLeft <= 0)
        return std::nullopt;
    RunPlan loop = plan.loop;
    loop.strategy = sleepChoice("precise-sleep");
    const double standardStart = loop.strategy.values["start"];
    std::optional<MachineModel> model;
    if (plan.model != nullptr)
        model = *plan.model;
    else
        model = modelOfSlices(machine, loop.thread, control);
    if (!model)
        return std::nullopt;
    // A start that the first sleeps confirm: what such a sleep takes here, rounded up to 0.1 ms.
    const double usual = static_cast<double>(kSlice.count()) +
                         model->latency(SleepKind::Relative, static_cast<double>(kSlice.count()), 0.9) +
                         model->slack + static_cast<double>(model->tick);
    constexpr double kStep = 1e5;
    const double start = std::min(std::ceil(usual / kStep) * kStep, standardStart);
    if (start >= timeLeft)
        return std::nullopt; // it would never sleep, whatever the X
    if (replaySeconds(loop.period, plan.target.allowed) * loop.period.hertz() > kMostFrames)
        return std::nullopt; // what is not shown is not advised
    std::vector<XAdvice::Row> rows;
    for (const double x : kXs) {
        if (control.cancelled())
            return std::nullopt;
        rows.push_back(replay(*model, loop, x, start, plan.target.allowed, control));
    }
    return chooseX(plan.target, "precise-sleep", standardStart, timeLeft, std::move(rows));
}

} // namespace jitterscope

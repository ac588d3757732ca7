// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/slots.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

enum Index { Slots, PeriodMs, Usual, Spike, Every, Pictures };

struct Row {
    std::string policy; ///< as it is shown
    std::string id;
    double form;
};

double duration(const ExperimentPlan& plan) {
    return 3 * plan.values[Slots] * plan.values[PeriodMs] / 1000;
}

void addColumns(PointTable& points) {
    points.columns = {
        {"policy", JITTERSCOPE_TR("Loop policy"), Quantity::Word,
         JITTERSCOPE_TR("What decides when the next frame is due.")},
        {"iteration", JITTERSCOPE_TR("Iteration"), Quantity::Count, JITTERSCOPE_TR("Slot, from 0.")},
        {"state", JITTERSCOPE_TR("State"), Quantity::Word,
         JITTERSCOPE_TR("run: the slot's work was done. lost: it never was.")},
        {"slot_ns", JITTERSCOPE_TR("Slot"), Quantity::Time, JITTERSCOPE_TR("Where the slot starts.")},
        {"start_ns", JITTERSCOPE_TR("Start"), Quantity::Time, JITTERSCOPE_TR("When its work started.")},
        {"work_ns", JITTERSCOPE_TR("Work"), Quantity::Time, JITTERSCOPE_TR("How long it worked.")},
        {"picture_in_sync", JITTERSCOPE_TR("In sync"), Quantity::Count,
         JITTERSCOPE_TR("Picture of a looped animation that is chosen by the iteration number.")},
        {"picture_counted", JITTERSCOPE_TR("Counted"), Quantity::Count,
         JITTERSCOPE_TR("Picture chosen by counting calls: after a lost slot it is behind for ever.")}};
}

void addTimeline(const Row& row, const ExperimentPlan& plan, const RunPlan& loop, const LoopResult& measured,
                 PointTable& points) {
    const auto pictures = static_cast<std::int64_t>(plan.values[Pictures]);
    std::int64_t next = 0;
    std::int64_t calls = 0;
    for (const FrameSample& sample : measured.frames) {
        for (; next < sample.iteration; ++next)
            points.rows.push_back({row.policy, next, std::string("lost"), loop.period.at(next).count(),
                                   Cell(), Cell(), Cell(), Cell()});
        points.rows.push_back({row.policy, sample.iteration, std::string("run"),
                               loop.period.at(sample.iteration).count(), sample.start, sample.work,
                               sample.iteration % pictures, calls++ % pictures});
        next = sample.iteration + 1;
    }
}

bool run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    addColumns(result.points);
    const std::vector<Row> rows{{"drop-and-rest", "drop-and-rest", 1},
                                {"drop-and-rest (printed)", "drop-and-rest", 0},
                                {"keep-working", "keep-working", 1}};
    const double period = plan.values[PeriodMs] * 1e6;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        control.report(static_cast<double>(i) / static_cast<double>(rows.size()), rows[i].policy);
        RunPlan loop;
        loop.strategy = sleepChoice("absolute-sleep");
        loop.policy = policyChoice(rows[i].id);
        loop.policy.values.set(0, rows[i].form);
        loop.period = Period::fromDuration(Nanoseconds(std::llround(period))).value();
        loop.duration = loop.period.at(static_cast<std::int64_t>(plan.values[Slots]) - 1);
        loop.work = workChoice("spikes");
        loop.work.values.set(0, plan.values[Usual] / 100 * period);
        loop.work.values.set(1, plan.values[Spike] / 100 * period);
        loop.work.values.set(2, plan.values[Every]);
        BenchMachine machine(plan, control, i);
        const LoopResult measured = measureLoop(machine, loop, control);
        addTimeline(rows[i], plan, loop, measured, result.points);
        if (measured.cancelled)
            return false;
    }
    return true;
}

/// A line a policy: a mark for each slot.
Digest digest(const ExperimentResult& result) {
    constexpr std::size_t kMostMarks = 60;
    PointTable table;
    table.columns = {{"policy", JITTERSCOPE_TR("Loop policy"), Quantity::Word, {}},
                     {"run", JITTERSCOPE_TR("Run"), Quantity::Count, {}},
                     {"lost", JITTERSCOPE_TR("Lost"), Quantity::Count, {}},
                     {"slots", JITTERSCOPE_TR("Slots: # run, . lost"), Quantity::Word, {}}};
    for (const std::string& policy : wordsOf(result.points, "policy")) {
        const PointTable slots = rowsWhere(result.points, {{"policy", policy}});
        std::string marks;
        for (std::size_t i = 0; i < slots.rows.size(); ++i)
            marks += wordOf(slots.at(i, "state")) == "run" ? '#' : '.';
        const std::int64_t run = std::count(marks.begin(), marks.end(), '#');
        const auto lost = static_cast<std::int64_t>(marks.size()) - run;
        table.rows.push_back(
            {policy, run, lost, marks.size() <= kMostMarks ? marks : marks.substr(0, kMostMarks) + "…"});
    }
    return {{{{}, std::move(table)}}, {}};
}

ParameterInfo percentOfPeriod(std::string_view name, std::string_view label, double standard,
                              std::string_view meaning) {
    return {.name = name,
            .label = label,
            .unit = Unit::None,
            .minimum = 0,
            .maximum = 1000,
            .standard = standard,
            .meaning = meaning};
}

} // namespace

ExperimentEntry slotsEntry() {
    return {.id = "slots",
            .name = JITTERSCOPE_TR("Slots run and lost"),
            .asks = JITTERSCOPE_TR("When a frame takes too long, which slots are lost?"),
            .look = JITTERSCOPE_TR(
                "Drop and rest starts every frame on the grid and gives up the slot that has begun. Keep "
                "working starts late and loses only slots that have wholly passed. Where late work ends "
                "exactly on a slot, the printed form of drop and rest loses that slot as well: set the "
                "spike to 200 %. Below, the two animations: by iteration number it stays in sync, by "
                "counting calls it does not."),
            .article = JITTERSCOPE_TR(
                "Article 2's timelines: \"iteration 1 took too long and iteration 2 was lost\"; "
                "\"iteration 2 is not dropped and begins as soon as possible\"."),
            .parameters = {countValue("slots", JITTERSCOPE_TR("Slots"), 2, 1000, 24,
                                      JITTERSCOPE_TR("Slots to show.")),
                           {.name = "period_ms",
                            .label = JITTERSCOPE_TR("Period, ms"),
                            .unit = Unit::None,
                            .minimum = 0.1,
                            .maximum = 10'000,
                            .standard = 50,
                            .meaning = JITTERSCOPE_TR("Length of a slot.")},
                           percentOfPeriod("usual", JITTERSCOPE_TR("Usual work, %"), 40,
                                           JITTERSCOPE_TR("Work of an ordinary frame, of the period.")),
                           percentOfPeriod("spike", JITTERSCOPE_TR("Spike, %"), 250,
                                           JITTERSCOPE_TR("Work of every n-th frame, of the period.")),
                           countValue("every", JITTERSCOPE_TR("Every"), 1, 1000, 5,
                                      JITTERSCOPE_TR("A spike comes in each iteration that this divides.")),
                           countValue("pictures", JITTERSCOPE_TR("Pictures"), 1, 1000, 8,
                                      JITTERSCOPE_TR("Pictures of the looped animation."))},
            .strategies = {},
            .duration = duration,
            .run = run,
            .digest = digest};
}

} // namespace jitterscope

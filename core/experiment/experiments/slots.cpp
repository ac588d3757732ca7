// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"
#include "core/run/resolve.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// A policy, in the form shown in its timeline.
struct Line {
    std::string name;
    std::string policy;
    double form;
};

double slotsDuration(const ExperimentPlan& plan) {
    return 3 * plan.values["slots"] * plan.values["period_ms"] / 1000;
}

/// One slot; without a sample it was lost.
struct SlotsRow {
    const Line* line;
    const Period* period;
    std::int64_t iteration;
    const FrameSample* sample;
    std::int64_t pictures; // of the animation
    std::int64_t calls;    // of its work so far
};

Cell ifRun(const SlotsRow& row, std::int64_t value) {
    return row.sample != nullptr ? Cell(value) : Cell();
}

const std::vector<RowColumn<SlotsRow>> kSlotsColumns{
    {"policy", "Loop policy", Quantity::Word, "What decides when the next frame is due.",
     [](const SlotsRow& row) -> Cell { return row.line->name; }},
    {"iteration", "Iteration", Quantity::Count, "Slot, from 0.",
     [](const SlotsRow& row) -> Cell { return row.iteration; }},
    {"state", "State", Quantity::Word, "run: the slot's work was done. lost: it never was.",
     [](const SlotsRow& row) { return wordCell(row.sample != nullptr ? "run" : "lost"); }},
    {"slot_ns", "Slot", Quantity::Time, "Where the slot starts.",
     [](const SlotsRow& row) -> Cell { return row.period->at(row.iteration).count(); }},
    {"start_ns", "Start", Quantity::Time, "When its work started.",
     [](const SlotsRow& row) { return row.sample != nullptr ? Cell(row.sample->start) : Cell(); }},
    {"work_ns", "Work", Quantity::Time, "How long it worked.",
     [](const SlotsRow& row) { return row.sample != nullptr ? Cell(row.sample->work) : Cell(); }},
    {"picture_in_sync", "In sync", Quantity::Count,
     "Picture of a looped animation, chosen by the iteration number.",
     [](const SlotsRow& row) { return ifRun(row, row.iteration % row.pictures); }},
    {"picture_counted", "Counted", Quantity::Count,
     "Picture chosen by counting calls: after a lost slot it stays behind.",
     [](const SlotsRow& row) { return ifRun(row, row.calls % row.pictures); }}};

void addTimeline(const Line& line, std::int64_t pictures, const Period& period, const LoopResult& measured,
                 RowTable<SlotsRow>& rows) {
    std::int64_t next = 0;
    std::int64_t calls = 0;
    for (const FrameSample& sample : measured.frames) {
        for (; next < sample.iteration; ++next)
            rows.add({&line, &period, next, nullptr, pictures, calls});
        rows.add({&line, &period, sample.iteration, &sample, pictures, calls++});
        next = sample.iteration + 1;
    }
}

RunPlan slotsLoop(const ExperimentPlan& plan, const Line& line) {
    const double period = plan.values["period_ms"] * 1e6;
    RunPlan loop = standardPlan();
    loop.strategy = sleepChoice("absolute-sleep");
    loop.policy = policyChoice(line.policy);
    loop.policy.values.setIfThere("form", line.form);
    loop.period = Period::fromDuration(Nanoseconds(std::llround(period))).value();
    loop.duration = loop.period.at(plan.values.whole("slots") - 1);
    loop.work = workChoice("spikes");
    loop.work.values.set("base", plan.values["usual"] / 100 * period);
    loop.work.values.set("spike", plan.values["spike"] / 100 * period);
    loop.work.values.set("every", plan.values["every"]);
    return loop;
}

bool runSlots(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RowTable<SlotsRow> rows(result.points, kSlotsColumns);
    const std::vector<Line> lines{{"drop-and-rest", "drop-and-rest", 1},
                                  {"drop-and-rest (printed)", "drop-and-rest", 0},
                                  {"keep-working", "keep-working", 1}};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        control.report(static_cast<double>(i) / static_cast<double>(lines.size()), lines[i].name);
        const RunPlan loop = slotsLoop(plan, lines[i]);
        BenchMachine machine(plan, control, lines[i].name);
        const LoopResult measured = measureLoop(machine, loop, control);
        addTimeline(lines[i], plan.values.whole("pictures"), loop.period, measured, rows);
        if (measured.cancelled)
            return false;
    }
    return true;
}

/// One line per policy, one mark per slot.
Digest digestSlots(const ExperimentResult& result) {
    constexpr std::size_t kMostMarks = 60;
    Table table;
    table.columns = {{"policy", "Loop policy", Quantity::Word, {}},
                     {"run", "Run", Quantity::Count, {}},
                     {"lost", "Lost", Quantity::Count, {}},
                     {"slots", "Slots: # run, . lost", Quantity::Word, {}}};
    for (const std::string& policy : wordsOf(result.points, "policy")) {
        const Table slots = rowsWhere(result.points, {{"policy", policy}});
        std::string marks;
        for (std::size_t i = 0; i < slots.rows.size(); ++i)
            marks += wordOf(slots.at(i, "state")) == "run" ? '#' : '.';
        const std::int64_t runSlots = std::count(marks.begin(), marks.end(), '#');
        const auto lost = static_cast<std::int64_t>(marks.size()) - runSlots;
        table.rows.push_back(
            {policy, runSlots, lost, marks.size() <= kMostMarks ? marks : marks.substr(0, kMostMarks) + "…"});
    }
    return {{std::move(table)}, {}};
}

ParameterInfo percentOfPeriod(std::string_view name, std::string_view label, double standard,
                              std::string_view meaning) {
    return {.name = name,
            .label = label,
            .unit = Unit::Plain,
            .minimum = 0,
            .maximum = 1000,
            .standard = standard,
            .meaning = meaning};
}

} // namespace

ExperimentEntry slotsEntry() {
    return {
        .id = "slots",
        .name = "Slots run and lost",
        .asks = "When a frame takes too long, which slots are lost?",
        .look =
            "drop-and-rest starts every frame on the grid and gives up a slot that has already begun. "
            "keep-working runs that slot late and loses only slots that have passed completely. If late "
            "work ends exactly at the start of a slot, the printed form of drop-and-rest loses that slot "
            "too: set the spike to 200 %. The two lowest rows are the pictures of two animations: the one "
            "that is given the iteration number stays in sync, the one that counts calls does not.",
        .article = "Article 2's timelines: \"iteration 1 took too long and iteration 2 was lost\"; "
                   "\"iteration 2 is not dropped and begins as soon as possible\".",
        .parameters = {countValue("slots", "Slots", 2, 1000, 24, "Slots to show."),
                       {.name = "period_ms",
                        .label = "Period, ms",
                        .unit = Unit::Plain,
                        .minimum = 0.1,
                        .maximum = 10'000,
                        .standard = 50,
                        .meaning = "Length of a slot."},
                       percentOfPeriod("usual", "Usual work, %", 40,
                                       "Work of an ordinary frame, of the period."),
                       percentOfPeriod("spike", "Spike, %", 250, "Work of every n-th frame, of the period."),
                       countValue("every", "Every", 1, 1000, 5,
                                  "A spike occurs in each iteration whose number is a multiple of this."),
                       countValue("pictures", "Pictures", 1, 1000, 8, "Pictures of the looped animation.")},
        .strategies = {},
        .duration = slotsDuration,
        .run = runSlots,
        .digest = digestSlots};
}

} // namespace jitterscope

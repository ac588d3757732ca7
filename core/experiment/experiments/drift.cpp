// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"

namespace jitterscope {
namespace {

double driftDuration(const ExperimentPlan& plan) {
    // fixed-sleep adds the work to each period.
    return 1.1 * static_cast<double>(plan.values.whole("frames")) / plan.values["rate"] *
           static_cast<double>(plan.strategies.size() * pacingCatalog().size());
}

struct DriftRow {
    const SleepEntry* strategy;
    const PacingEntry* policy;
    const Period* period;
    const FrameMetrics* metrics; // of the whole line
    const FrameSample* sample;
};

const std::vector<RowColumn<DriftRow>> kDriftColumns{
    strategyColumn<DriftRow>(),
    {"policy", "Loop policy", Quantity::Word, "What decides when the next frame is due.",
     [](const DriftRow& row) { return wordCell(row.policy->id); }},
    {"iteration", "Iteration", Quantity::Count, "The number passed to the work.",
     [](const DriftRow& row) -> Cell { return row.sample->iteration; }},
    {"offset_ns", "now − iteration · period", Quantity::Time,
     "How far the loop is behind its rate. A flat line is good.",
     [](const DriftRow& row) -> Cell {
         return row.sample->start - row.period->at(row.sample->iteration).count();
     }},
    {"drift_ppm", "Drift", Quantity::Ppm,
     "Slope of the whole line, in parts per million of the period; only iterations that were run count. Zero "
     "is good.",
     [](const DriftRow& row) { return cellOf(row.metrics->driftPpm); }},
    {"rate_hz_measured", "Rate achieved", Quantity::Hertz,
     "Frames run per second. Near the target rate is good.",
     [](const DriftRow& row) { return cellOf(row.metrics->rateHz); }},
    {"lost_fraction", "Slots lost", Quantity::Fraction,
     "Share of the iterations that were given up; drift does not include them. Small is good.",
     [](const DriftRow& row) { return cellOf(lostShare(*row.metrics)); }}};

/// One strategy under one policy.
RunPlan driftLoop(const ExperimentPlan& plan, const SleepEntry& strategy, const PacingEntry& policy) {
    RunPlan loop = standardPlan();
    loop.strategy = sleepChoice(strategy.id);
    loop.policy = policyChoice(policy.id);
    loop.period = Period::fromHertz(plan.values["rate"]).value();
    loop.frames = plan.values.whole("frames");
    loop.seed = plan.seed;
    const double length = loop.period.nanoseconds();
    if (plan.values["work"] == 1) {
        loop.work = workChoice("uniform");
        loop.work.values.set("min", 0.1 * length);
        loop.work.values.set("max", 0.6 * length);
    } else if (plan.values["work"] == 2) {
        loop.work = workChoice("spikes");
        loop.work.values.set("base", 0.2 * length);
        loop.work.values.set("spike", 1.5 * length);
    }
    return loop;
}

bool runDrift(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RowTable<DriftRow> rows(result.points, kDriftColumns);
    const auto strategies = runnableStrategies(plan, result);
    double done = 0;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        for (const PacingEntry& policy : pacingCatalog()) {
            control.report(done++ / static_cast<double>(strategies.size() * pacingCatalog().size()),
                           std::string(policy.name));
            const RunPlan loop = driftLoop(plan, *strategies[s], policy);
            BenchMachine machine(plan, control,
                                 std::string(strategies[s]->id) + " " + std::string(policy.id));
            const LoopResult measured = measureLoop(machine, loop, control);
            if (measured.cancelled)
                return false;
            for (const FrameSample& sample : measured.frames)
                rows.add({strategies[s], &policy, &loop.period, &measured.metrics, &sample});
        }
    }
    return true;
}

/// One row per policy: the end of its line.
Digest digestDrift(const ExperimentResult& result) {
    Digest digestDrift;
    const Table ends = lastOfEach(result.points, {"strategy", "policy"});
    for (const std::string& strategy : wordsOf(ends, "strategy")) {
        Table table = rowsWhere(ends, {{"strategy", strategy}});
        table.columns[static_cast<std::size_t>(table.column("offset_ns"))].label = "Behind at the end";
        digestDrift.parts.push_back(titled(strategy, std::move(table)));
    }
    return digestDrift;
}

} // namespace

ExperimentEntry driftEntry() {
    return {.id = "drift",
            .name = "Drift of every loop policy",
            .asks = "How far does each loop fall behind its rate?",
            .look =
                "fixed-sleep falls behind by the work and the wake-up latency in every frame: a straight "
                "line. accumulator loses only the latency; remainder also what a frame works beyond its "
                "period. measured-accumulator, drop-and-rest "
                "and keep-working stay level. The drift in ppm is the slope; 1 ppm is 86 ms a day. It does "
                "not include lost slots; see the rate achieved and the share of lost slots for those.",
            .article = "Article 2 plots now() − it · rate. Article 5 compares three loops: only the third "
                       "one keeps its rate in the long run.",
            .parameters = {countValue("frames", "Frames", 2, 1e6, 600, "Frames for each policy."),
                           rateValue(60),
                           {.name = "work",
                            .label = "Frame work",
                            .unit = Unit::Choice,
                            .minimum = 0,
                            .maximum = 2,
                            .standard = 1,
                            .meaning = "none; uniform: 10 to 60 % of the period; spikes: 20 % of the period, "
                                       "and 150 % in every 30th frame.",
                            .choices = {"none", "uniform", "spikes"}}},
            .strategies = {"system-sleep"},
            .quick = {{"frames", 60}},
            .duration = driftDuration,
            .run = runDrift,
            .digest = digestDrift};
}

} // namespace jitterscope

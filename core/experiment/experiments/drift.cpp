// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/drift.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/pacing/pacing_catalog.h"

#include <algorithm>

namespace jitterscope {
namespace {

enum Index { Frames, Rate, Work };

std::int64_t framesOf(const ExperimentPlan& plan) {
    return static_cast<std::int64_t>(plan.values[Frames]);
}

void quicken(ParameterValues& values) {
    values.set(Frames, std::min(values[Frames], 60.0));
}

double duration(const ExperimentPlan& plan) {
    // fixed-sleep takes the work on top of each period.
    return 1.1 * static_cast<double>(framesOf(plan)) / plan.values[Rate] *
           static_cast<double>(plan.strategies.size() * pacingCatalog().size());
}

bool run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    result.points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")},
        {"policy", JITTERSCOPE_TR("Loop policy"), Quantity::Word,
         JITTERSCOPE_TR("What decides when the next frame is due.")},
        {"iteration", JITTERSCOPE_TR("Iteration"), Quantity::Count,
         JITTERSCOPE_TR("Number that the work is given.")},
        {"offset_ns", JITTERSCOPE_TR("now − iteration · period"), Quantity::Time,
         JITTERSCOPE_TR("How far the loop is behind its rate. A flat line is good.")},
        {"drift_ppm", JITTERSCOPE_TR("Drift"), Quantity::Ppm,
         JITTERSCOPE_TR("Slope of the whole line in parts per million of the period: of the iterations that "
                        "were run. Zero is good.")},
        {"rate_hz_measured", JITTERSCOPE_TR("Rate achieved"), Quantity::Hertz,
         JITTERSCOPE_TR("Frames a second that were run. Near the rate asked for is good.")},
        {"lost_fraction", JITTERSCOPE_TR("Slots lost"), Quantity::Fraction,
         JITTERSCOPE_TR("Share of the iterations that were given up; drift does not see them. Small is "
                        "good.")}};
    const auto strategies = runnableStrategies(plan, result);
    const Period period = rateOf(plan.values[Rate]);
    const double length = period.nanoseconds();
    double done = 0;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        for (const PacingEntry& policy : pacingCatalog()) {
            control.report(done++ / static_cast<double>(strategies.size() * pacingCatalog().size()),
                           std::string(policy.name));
            RunPlan loop;
            loop.strategy = {std::string(strategies[s]->id), ParameterValues(strategies[s]->parameters)};
            loop.policy = policyChoice(policy.id);
            loop.period = period;
            loop.frames = framesOf(plan);
            loop.seed = plan.seed;
            loop.work = workChoice(plan.values[Work] == 0   ? "none"
                                   : plan.values[Work] == 1 ? "uniform"
                                                            : "spikes");
            if (plan.values[Work] == 1) {
                loop.work.values.set(0, 0.1 * length);
                loop.work.values.set(1, 0.6 * length);
            } else if (plan.values[Work] == 2) {
                loop.work.values.set(0, 0.2 * length);
                loop.work.values.set(1, 1.5 * length);
            }
            BenchMachine machine(plan, control, s * 100 + static_cast<std::uint64_t>(done));
            const LoopResult measured = measureLoop(machine, loop, control);
            if (measured.cancelled)
                return false;
            for (const FrameSample& sample : measured.frames)
                result.points.rows.push_back(
                    {std::string(strategies[s]->id), std::string(policy.id), sample.iteration,
                     sample.start - period.at(sample.iteration).count(), cellOf(measured.figures.driftPpm),
                     cellOf(measured.figures.rateHz), cellOf(lostShare(measured.figures))});
        }
    }
    return true;
}

/// A row a policy: where its line ends.
Digest digest(const ExperimentResult& result) {
    Digest digest;
    const PointTable ends = lastOfEach(result.points, {"strategy", "policy"});
    for (const std::string& strategy : wordsOf(ends, "strategy")) {
        PointTable table = rowsWhere(ends, {{"strategy", strategy}});
        table.columns[static_cast<std::size_t>(table.column("offset_ns"))].label =
            JITTERSCOPE_TR("Behind at the end");
        digest.parts.push_back({strategy, std::move(table)});
    }
    return digest;
}

} // namespace

ExperimentEntry driftEntry() {
    return {.id = "drift",
            .name = JITTERSCOPE_TR("Drift of every loop policy"),
            .asks = JITTERSCOPE_TR("How far from where it should be does each loop end?"),
            .look = JITTERSCOPE_TR(
                "fixed-sleep falls behind by the work and the wake-up latency in every frame: a straight "
                "line. remainder and accumulator lose only the latency. measured-accumulator and the "
                "two grid policies stay level. The drift in ppm is the slope; 1 ppm is 86 ms a day. Slots "
                "that were given up do not enter it: the rate achieved and the share of lost slots stand "
                "beside it."),
            .article = JITTERSCOPE_TR(
                "Article 2's plot of now() − it · rate, and article 5's three loops: only the third "
                "runs at its rate in the long run."),
            .parameters = {countValue("frames", JITTERSCOPE_TR("Frames"), 2, 1e6, 600,
                                      JITTERSCOPE_TR("Frames for each policy.")),
                           rateValue(60),
                           {.name = "work",
                            .label = JITTERSCOPE_TR("Frame work"),
                            .unit = Unit::Choice,
                            .minimum = 0,
                            .maximum = 2,
                            .standard = 1,
                            .meaning = JITTERSCOPE_TR(
                                "none; uniform: 10 to 60 % of the period; spikes: 20 %, and every "
                                "30th frame one and a half periods."),
                            .choices = {"none", "uniform", "spikes"}}},
            .strategies = {"system-sleep"},
            .quicken = quicken,
            .duration = duration,
            .run = run,
            .digest = digest};
}

} // namespace jitterscope

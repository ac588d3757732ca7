// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/drift.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"
#include "core/pacing/pacing_catalog.h"

#include <cmath>

namespace jitterscope {
namespace {

enum Index { Frames, Rate, Work };

std::int64_t framesOf(const ExperimentPlan& plan) {
    const auto frames = static_cast<std::int64_t>(plan.values[Frames]);
    return plan.quick ? std::min<std::int64_t>(frames, 60) : frames;
}

double duration(const ExperimentPlan& plan) {
    // fixed-sleep takes the work on top of each period.
    return 1.1 * static_cast<double>(framesOf(plan)) / plan.values[Rate] *
           static_cast<double>(plan.strategies.size() * pacingCatalog().size());
}

void run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    result.points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")},
        {"policy", JITTERSCOPE_TR("Loop policy"), Quantity::Word,
         JITTERSCOPE_TR("What decides when the next frame is due.")},
        {"iteration", JITTERSCOPE_TR("Iteration"), Quantity::Count,
         JITTERSCOPE_TR("Number that the work is given.")},
        {"offset_ns", JITTERSCOPE_TR("now − iteration · period"), Quantity::Time,
         JITTERSCOPE_TR("How far the loop is behind its rate. A flat line is good.")},
        {"drift_ppm", JITTERSCOPE_TR("Drift"), Quantity::Ppm,
         JITTERSCOPE_TR("Slope of the whole line in parts per million of the period. Zero is good.")}};
    const auto strategies = runnableStrategies(plan, result);
    const Period period = Period::fromDuration(Nanoseconds(std::llround(1e9 / plan.values[Rate]))).value();
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
                return;
            for (const FrameSample& sample : measured.frames)
                result.points.rows.push_back(
                    {std::string(strategies[s]->id), std::string(policy.id), sample.iteration,
                     sample.start - period.at(sample.iteration).count(), cellOf(measured.figures.driftPpm)});
        }
    }
}

} // namespace

ExperimentEntry driftEntry() {
    return {.id = "drift",
            .name = JITTERSCOPE_TR("Drift of every loop policy"),
            .asks = JITTERSCOPE_TR("After a thousand frames, how far is the loop from where it should be?"),
            .look = JITTERSCOPE_TR(
                "fixed-sleep falls behind by the work and the wake-up latency in every frame: a straight "
                "line. remainder and accumulator lose only the latency. measured-accumulator and the "
                "two grid policies stay level. The drift in ppm is the slope; 1 ppm is 86 ms a day."),
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
            .duration = duration,
            .run = run};
}

} // namespace jitterscope

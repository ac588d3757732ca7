// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/x_sweep.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/sleep/sleep_estimator.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

enum Index { Frames, Rate, From, To, Step, Form };

std::int64_t framesOf(const ExperimentPlan& plan) {
    return static_cast<std::int64_t>(plan.values[Frames]);
}

void quicken(ParameterValues& values) {
    values.set(Frames, std::min(values[Frames], 60.0));
}

int pointsOf(const ExperimentPlan& plan) {
    return 1 + static_cast<int>(
                   std::floor(std::max(plan.values[To] - plan.values[From], 0.0) / plan.values[Step] + 1e-9));
}

double duration(const ExperimentPlan& plan) {
    return static_cast<double>(framesOf(plan)) / plan.values[Rate] * pointsOf(plan) *
           static_cast<double>(plan.strategies.size());
}

/// Share of single native sleeps that took longer than mean + X·σ as it stood before them: what the strategy
/// itself believed.
std::optional<double> beyondEstimate(const SleepEntry& entry, double x,
                                     const std::vector<SleepSample>& sleeps) {
    const int start = parameterIndex(entry.parameters, "start");
    if (start < 0 || sleeps.empty())
        return std::nullopt;
    SleepEstimator estimator;
    estimator.configure(x, entry.parameters[static_cast<std::size_t>(start)].standard, 0);
    std::int64_t beyond = 0;
    for (const SleepSample& sleep : sleeps) {
        const auto observed = static_cast<double>(entry.learnsWholeSleeps ? sleep.took : sleep.oversleep());
        beyond += observed > estimator.margin() ? 1 : 0;
        estimator.add(observed);
    }
    return static_cast<double>(beyond) / static_cast<double>(sleeps.size());
}

void addColumns(PointTable& points, Nanoseconds tolerance) {
    const std::string late = shortDuration(static_cast<double>(tolerance.count()));
    points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")},
        {"x", "X", Quantity::Number, JITTERSCOPE_TR("Standard deviations kept back.")},
        {"frames", JITTERSCOPE_TR("Frames"), Quantity::Count, JITTERSCOPE_TR("Frames measured.")},
        {"late_fraction", "Late > " + late, Quantity::Fraction,
         "Share of frames more than " + late + ", 1 % of the period, after their deadline. Small is good."},
        {"late_low", JITTERSCOPE_TR("from"), Quantity::Fraction,
         JITTERSCOPE_TR("Lower end of its 95 % interval.")},
        {"late_high", JITTERSCOPE_TR("to"), Quantity::Fraction,
         JITTERSCOPE_TR("Upper end of its 95 % interval.")},
        {"p99_error_ns", JITTERSCOPE_TR("p99 error"), Quantity::Time,
         JITTERSCOPE_TR(
             "One frame in a hundred is further from its deadline; wants 100 frames. Small is good.")},
        {"thread_percent", JITTERSCOPE_TR("CPU"), Quantity::Percent,
         JITTERSCOPE_TR("CPU time of the thread in % of one core. Small is good.")},
        {"beyond_fraction", JITTERSCOPE_TR("Sleeps beyond"), Quantity::Fraction,
         JITTERSCOPE_TR("Share of single native sleeps that took longer than mean + X·σ as it then stood.")},
        {"cantelli", JITTERSCOPE_TR("Cantelli's bound"), Quantity::Fraction,
         JITTERSCOPE_TR("1/(1+X²): no distribution has a larger share beyond its true mean + X·σ. It bounds "
                        "one sleep, not a "
                        "frame of many, and not an estimate from samples.")}};
}

bool run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RunPlan loop;
    loop.period = rateOf(plan.values[Rate]);
    loop.frames = framesOf(plan);
    addColumns(result.points, loop.effectiveTolerance());
    const auto strategies = runnableStrategies(plan, result);
    const int points = pointsOf(plan);
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        for (int i = 0; i < points; ++i) {
            const double x = plan.values[From] + i * plan.values[Step];
            control.report((static_cast<double>(s) + static_cast<double>(i) / points) /
                               static_cast<double>(strategies.size()),
                           std::string(strategies[s]->name));
            loop.strategy = {std::string(strategies[s]->id),
                             strategyValues(*strategies[s], plan.values[Form], x)};
            BenchMachine machine(plan, control, s * 1000 + static_cast<std::uint64_t>(i));
            const LoopResult measured = measureLoop(machine, loop, control);
            if (measured.cancelled)
                return false;
            const Share late = measured.figures.lateShare.value_or(Share{});
            result.points.rows.push_back(
                {std::string(strategies[s]->id), x, measured.figures.frames, late.value, late.interval.low,
                 late.interval.high, cellOf(measured.figures.error.p99), cellOf(measured.cpu.threadPercent),
                 cellOf(beyondEstimate(*strategies[s], x, measured.sleeps)), 1 / (1 + x * x)});
        }
    }
    return true;
}

Digest digest(const ExperimentResult& result) {
    Digest digest;
    for (const std::string& strategy : wordsOf(result.points, "strategy"))
        digest.parts.push_back({strategy, rowsWhere(result.points, {{"strategy", strategy}})});
    return digest;
}

ParameterInfo xBound(std::string_view name, std::string_view label, double standard) {
    return {.name = name,
            .label = label,
            .unit = Unit::None,
            .minimum = 0,
            .maximum = 100,
            .standard = standard,
            .meaning = JITTERSCOPE_TR("In standard deviations.")};
}

} // namespace

ExperimentEntry xSweepEntry() {
    ParameterInfo form = formChoice();
    form.standard = 1; // what X does is asked, not what the article's clock reads cost
    return {.id = "x-sweep",
            .name = JITTERSCOPE_TR("What X buys"),
            .asks = JITTERSCOPE_TR("How many standard deviations are worth their CPU?"),
            .look = JITTERSCOPE_TR(
                "With X the CPU rises and late frames become rarer, until a single long sleep has made "
                "mean + X·σ longer than the period: then nothing is slept and nothing more is learned, "
                "and CPU stays at 100 %. Cantelli's curve is the most that can lie beyond the true "
                "mean + X·σ of one sleep; an estimate from few samples may be beyond it."),
            .article =
                JITTERSCOPE_TR("Article 1 sets X to 1 and says that more gives more precision for more CPU."),
            .parameters = {countValue("frames", JITTERSCOPE_TR("Frames"), 1, 1e6, 600,
                                      JITTERSCOPE_TR("Frames for each X.")),
                           rateValue(60),
                           xBound("from", JITTERSCOPE_TR("From X"), 0),
                           xBound("to", JITTERSCOPE_TR("To X"), 6),
                           {.name = "step",
                            .label = JITTERSCOPE_TR("Step"),
                            .unit = Unit::None,
                            .minimum = 0.01,
                            .maximum = 100,
                            .standard = 0.5,
                            .meaning = JITTERSCOPE_TR("Distance between two values of X.")},
                           form},
            .strategies = {"precise-sleep", "timer-sleep"},
            .quicken = quicken,
            .duration = duration,
            .run = run,
            .digest = digest};
}

} // namespace jitterscope

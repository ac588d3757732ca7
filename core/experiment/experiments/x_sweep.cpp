// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"
#include "core/run/resolve.h"
#include "core/sleep/sleep_estimator.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

int xSweepPoints(const ExperimentPlan& plan) {
    return 1 + static_cast<int>(std::floor(
                   std::max(plan.values["to"] - plan.values["from"], 0.0) / plan.values["step"] + 1e-9));
}

double xSweepDuration(const ExperimentPlan& plan) {
    return static_cast<double>(plan.values.whole("frames")) / plan.values["rate"] * xSweepPoints(plan) *
           static_cast<double>(plan.strategies.size());
}

/// Share of single native sleeps that took longer than the mean + X·σ before them, that is, than the strategy
/// itself expected.
std::optional<double> beyondEstimate(const SleepEntry& entry, double x,
                                     const std::vector<SleepSample>& sleeps) {
    const ParameterValues standard(entry.parameters);
    if (!standard.has("start") || sleeps.empty())
        return std::nullopt;
    SleepEstimator estimator;
    estimator.configure(x, standard["start"], 0);
    std::int64_t beyond = 0;
    for (const SleepSample& sleep : sleeps) {
        const auto observed = static_cast<double>(entry.learnsWholeSleeps ? sleep.took : sleep.oversleep());
        beyond += observed > estimator.margin() ? 1 : 0;
        estimator.add(observed);
    }
    return static_cast<double>(beyond) / static_cast<double>(sleeps.size());
}

struct XSweepRow {
    const SleepEntry* strategy;
    double x;
    FrameMetrics metrics;
    Share late;
    CpuUsage cpu;
    std::optional<double> beyond;
};

std::vector<RowColumn<XSweepRow>> columnsOf(Nanoseconds tolerance) {
    const std::string late = said::shortDuration(tolerance);
    return {
        strategyColumn<XSweepRow>(),
        {"x", "X", Quantity::Number, "Margin in standard deviations.",
         [](const XSweepRow& row) -> Cell { return row.x; }},
        {"frames", "Frames", Quantity::Count, "Frames measured.",
         [](const XSweepRow& row) -> Cell { return row.metrics.frames; }},
        {"late_fraction", "Late > " + late, Quantity::Fraction,
         "Share of frames more than " + late + ", 1 % of the period, after their deadline. Small is good.",
         [](const XSweepRow& row) -> Cell { return row.late.value; }},
        {"late_low", "from", Quantity::Fraction, "Lower end of its 95 % interval.",
         [](const XSweepRow& row) -> Cell { return row.late.interval.low; }},
        {"late_high", "to", Quantity::Fraction, "Upper end of its 95 % interval.",
         [](const XSweepRow& row) -> Cell { return row.late.interval.high; }},
        {"p99_error_ns", "p99 error", Quantity::Time,
         "One frame in a hundred is further from its deadline; needs 100 frames. Small is good.",
         [](const XSweepRow& row) { return cellOf(row.metrics.error.p99); }},
        {"thread_percent", "CPU", Quantity::Percent,
         "CPU time of the thread in % of one core. Small is good.",
         [](const XSweepRow& row) { return cellOf(row.cpu.threadPercent); }},
        {"beyond_fraction", "Sleeps beyond", Quantity::Fraction,
         "Share of single native sleeps that took longer than the mean + X·σ before them.",
         [](const XSweepRow& row) { return cellOf(row.beyond); }},
        {"cantelli", "Cantelli's bound", Quantity::Fraction,
         "1/(1+X²): no distribution has a larger share beyond its true mean + X·σ. It is a bound for one "
         "sleep, not for a frame with several, and not for an estimate from samples.",
         [](const XSweepRow& row) -> Cell { return 1 / (1 + row.x * row.x); }}};
}

bool runXSweep(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RunPlan loop = standardPlan();
    loop.period = Period::fromHertz(plan.values["rate"]).value();
    loop.frames = plan.values.whole("frames");
    RowTable<XSweepRow> rows(result.points, columnsOf(loop.effectiveTolerance()));
    const auto strategies = runnableStrategies(plan, result);
    const int points = xSweepPoints(plan);
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        for (int i = 0; i < points; ++i) {
            const double x = plan.values["from"] + i * plan.values["step"];
            control.report((static_cast<double>(s) + static_cast<double>(i) / points) /
                               static_cast<double>(strategies.size()),
                           std::string(strategies[s]->name));
            loop.strategy = {std::string(strategies[s]->id),
                             strategyValues(*strategies[s], plan.values["form"], x)};
            BenchMachine machine(plan, control, std::string(strategies[s]->id) + " " + numberText(x));
            const LoopResult measured = measureLoop(machine, loop, control);
            if (measured.cancelled)
                return false;
            rows.add({strategies[s], x, measured.metrics, measured.metrics.lateShare.value_or(Share{}),
                      measured.cpu, beyondEstimate(*strategies[s], x, measured.sleeps)});
        }
    }
    return true;
}

Digest digestXSweep(const ExperimentResult& result) {
    Digest digestXSweep;
    for (const std::string& strategy : wordsOf(result.points, "strategy"))
        digestXSweep.parts.push_back(titled(strategy, rowsWhere(result.points, {{"strategy", strategy}})));
    return digestXSweep;
}

ParameterInfo xBound(std::string_view name, std::string_view label, double standard) {
    return {.name = name,
            .label = label,
            .unit = Unit::Plain,
            .minimum = 0,
            .maximum = 100,
            .standard = standard,
            .meaning = "In standard deviations."};
}

} // namespace

ExperimentEntry xSweepEntry() {
    ParameterInfo form = formChoice();
    form.standard = 1; // mended: the subject is X, not the cost of the article's clock reads
    return {.id = "x-sweep",
            .name = "What X buys",
            .asks = "How many standard deviations are worth their CPU?",
            .look =
                "A larger X costs more CPU and makes late frames rarer, until one long sleep makes mean + "
                "X·σ longer than the period. From then on the strategy never sleeps and learns nothing more, "
                "and CPU stays at 100 %. Cantelli's curve is the largest share that can exceed the true mean "
                "+ X·σ of one sleep; with an estimate from few samples the share may be larger.",
            .article = "Article 1 sets X to 1 and says that more gives more precision for more CPU.",
            .parameters = {countValue("frames", "Frames", 1, 1e6, 600, "Frames for each X."),
                           rateValue(60),
                           xBound("from", "From X", 0),
                           xBound("to", "To X", 6),
                           {.name = "step",
                            .label = "Step",
                            .unit = Unit::Plain,
                            .minimum = 0.01,
                            .maximum = 100,
                            .standard = 0.5,
                            .meaning = "Distance between two values of X."},
                           form},
            .strategies = {"precise-sleep", "timer-sleep"},
            .quick = {{"frames", 60}},
            .duration = xSweepDuration,
            .run = runXSweep,
            .digest = digestXSweep};
}

} // namespace jitterscope

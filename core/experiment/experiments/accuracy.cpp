// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/accuracy.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

enum Index { Frames, Rate, X, Form, Rows };

std::int64_t framesOf(const ExperimentPlan& plan) {
    return static_cast<std::int64_t>(plan.values[Frames]);
}

void quicken(ParameterValues& values) {
    values.set(Frames, std::min(values[Frames], 60.0));
}

double duration(const ExperimentPlan& plan) {
    return static_cast<double>(framesOf(plan)) / plan.values[Rate] *
           static_cast<double>(plan.strategies.size());
}

void addColumns(PointTable& points, bool raw) {
    points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")}};
    if (raw) {
        points.columns.push_back(
            {"frame", JITTERSCOPE_TR("Frame"), Quantity::Count, JITTERSCOPE_TR("Call, from 0.")});
        points.columns.push_back(
            {"took_ns", JITTERSCOPE_TR("Took"), Quantity::Time, JITTERSCOPE_TR("How long the wait took.")});
        points.columns.push_back({"error_ns", JITTERSCOPE_TR("Error"), Quantity::Time,
                                  JITTERSCOPE_TR("Taken less asked; negative is early. Near zero is good.")});
        return;
    }
    points.columns.push_back(
        {"frames", JITTERSCOPE_TR("Frames"), Quantity::Count, JITTERSCOPE_TR("Waits measured.")});
    points.columns.push_back({"mean_error_ns", JITTERSCOPE_TR("Mean |error|"), Quantity::Time,
                              JITTERSCOPE_TR("Mean distance from the period. Small is good.")});
    points.columns.push_back(
        {"min_error_ns", JITTERSCOPE_TR("Least"), Quantity::Time, JITTERSCOPE_TR("Smallest distance.")});
    points.columns.push_back({"max_error_ns", JITTERSCOPE_TR("Greatest"), Quantity::Time,
                              JITTERSCOPE_TR("Largest distance. Small is good.")});
    points.columns.push_back(
        {"p50_error_ns", JITTERSCOPE_TR("Median"), Quantity::Time, JITTERSCOPE_TR("Half lie below.")});
    points.columns.push_back({"p99_error_ns", JITTERSCOPE_TR("p99"), Quantity::Time,
                              JITTERSCOPE_TR("One in a hundred lies above; wants 100 frames.")});
}

bool run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    const bool raw = plan.values[Rows] != 0;
    addColumns(result.points, raw);
    const auto strategies = runnableStrategies(plan, result);
    const std::int64_t frames = framesOf(plan);
    const Period period = rateOf(plan.values[Rate]);
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        BenchMachine machine(plan, control, s);
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values[Form], plan.values[X]));
        std::vector<std::int64_t> errors;
        for (std::int64_t frame = 0; frame < frames && !control.cancelled(); ++frame) {
            const TimedWait wait =
                timeWait(machine.time(), *strategy, period.at(frame + 1) - period.at(frame));
            if (control.cancelled())
                break; // this one was cut short
            const std::int64_t error = (wait.took - wait.asked).count();
            errors.push_back(std::abs(error));
            if (raw)
                result.points.rows.push_back(
                    {std::string(strategies[s]->id), frame, wait.took.count(), error});
            control.report(
                (static_cast<double>(s) + static_cast<double>(frame) / static_cast<double>(frames)) /
                    static_cast<double>(strategies.size()),
                std::string(strategies[s]->name));
        }
        const bool whole = static_cast<std::int64_t>(errors.size()) == frames;
        if (raw || errors.empty()) {
            if (!whole)
                return false;
            continue;
        }
        const Summary summary = exactSummary(errors);
        result.points.rows.push_back({std::string(strategies[s]->id), summary.count, cellOf(summary.mean),
                                      cellOf(summary.min), cellOf(summary.max), cellOf(summary.p50),
                                      cellOf(summary.p99)});
        if (!whole)
            return false;
    }
    return true;
}

} // namespace

ExperimentEntry accuracyEntry() {
    return {.id = "accuracy",
            .name = JITTERSCOPE_TR("Accuracy of every strategy"),
            .asks = JITTERSCOPE_TR("How far from its period does each way of waiting end?"),
            .look = JITTERSCOPE_TR(
                "The bar is the mean distance from the period, the whisker reaches from the least to "
                "the greatest. Spinning shows how exact this machine can be; a system sleep shows "
                "what its wake-ups cost. Look how near the strategies in between come to spinning, "
                "and how far their worst wait lies from their mean."),
            .article = JITTERSCOPE_TR(
                "Article 1, figure 1: 1000 frames at 60 Hz. Its text: precise sleep is hardly told "
                "from spinning; timer sleep has about 40 µs of error."),
            .parameters = {countValue("frames", JITTERSCOPE_TR("Frames"), 1, 1e6, 1000,
                                      JITTERSCOPE_TR("Waits for each strategy.")),
                           rateValue(60),
                           xValue(1),
                           formChoice(),
                           {.name = "rows",
                            .label = JITTERSCOPE_TR("Rows"),
                            .unit = Unit::Choice,
                            .minimum = 0,
                            .maximum = 1,
                            .standard = 0,
                            .meaning = JITTERSCOPE_TR("points: one row a strategy. raw: one row a wait."),
                            .choices = {"points", "raw"}}},
            .strategies = {"system-sleep", "spin", "precise-sleep", "timer-sleep", "sliced-sleep",
                           "remaining-sleep", "absolute-sleep", "adaptive"},
            .quicken = quicken,
            .duration = duration,
            .run = run};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"

#include <cmath>

namespace jitterscope {
namespace {

double accuracyDuration(const ExperimentPlan& plan) {
    return static_cast<double>(plan.values.whole("frames")) / plan.values["rate"] *
           static_cast<double>(plan.strategies.size());
}

/// One wait.
struct WaitRow {
    const SleepEntry* strategy;
    std::int64_t frame;
    TimedWait wait;
};

const std::vector<RowColumn<WaitRow>> kWaitColumns{
    strategyColumn<WaitRow>(),
    {"frame", "Frame", Quantity::Count, "Call, from 0.",
     [](const WaitRow& row) -> Cell { return row.frame; }},
    {"took_ns", "Took", Quantity::Time, "How long the wait took.",
     [](const WaitRow& row) -> Cell { return row.wait.took.count(); }},
    {"error_ns", "Error", Quantity::Time,
     "Time taken − time asked for; negative is early. Near zero is good.",
     [](const WaitRow& row) -> Cell { return row.wait.error().count(); }}};

/// All waits of a strategy: distances from the period.
struct SummaryRow {
    const SleepEntry* strategy;
    Summary errors;
};

const std::vector<RowColumn<SummaryRow>> kSummaryColumns{
    strategyColumn<SummaryRow>(),
    {"frames", "Frames", Quantity::Count, "Waits measured.",
     [](const SummaryRow& row) -> Cell { return row.errors.count; }},
    {"mean_error_ns", "Mean |error|", Quantity::Time, "Mean distance from the period. Small is good.",
     [](const SummaryRow& row) { return cellOf(row.errors.mean); }},
    {"min_error_ns", "Least", Quantity::Time, "Smallest distance.",
     [](const SummaryRow& row) { return cellOf(row.errors.min); }},
    {"max_error_ns", "Greatest", Quantity::Time, "Largest distance. Small is good.",
     [](const SummaryRow& row) { return cellOf(row.errors.max); }},
    {"p50_error_ns", "Median", Quantity::Time, "Half lie below.",
     [](const SummaryRow& row) { return cellOf(row.errors.p50); }},
    {"p99_error_ns", "p99", Quantity::Time, "One in a hundred lies above; needs 100 frames.",
     [](const SummaryRow& row) { return cellOf(row.errors.p99); }}};

/// Calls `each` for every wait of every strategy, and `end` after the last wait of each strategy that has
/// any. False: cancelled.
template <typename Each, typename End>
bool measureAll(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result, Each each,
                End end) {
    const auto strategies = runnableStrategies(plan, result);
    const std::int64_t frames = plan.values.whole("frames");
    const Period period = Period::fromHertz(plan.values["rate"]).value();
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        BenchMachine machine(plan, control, strategies[s]->id);
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values["form"], plan.values["x"]));
        std::int64_t frame = 0;
        for (; frame < frames; ++frame) {
            const TimedWait wait =
                timeWait(machine.time(), *strategy, period.at(frame + 1) - period.at(frame));
            if (control.cancelled())
                break; // this wait was cut short
            each(WaitRow{strategies[s], frame, wait});
            control.report(
                (static_cast<double>(s) + static_cast<double>(frame) / static_cast<double>(frames)) /
                    static_cast<double>(strategies.size()),
                std::string(strategies[s]->name));
        }
        if (frame > 0)
            end(*strategies[s]);
        if (frame < frames)
            return false;
    }
    return true;
}

bool runAccuracy(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    if (plan.values["rows"] != 0) {
        RowTable<WaitRow> rows(result.points, kWaitColumns);
        return measureAll(
            plan, control, result, [&](const WaitRow& row) { rows.add(row); }, [](const SleepEntry&) {});
    }
    RowTable<SummaryRow> rows(result.points, kSummaryColumns);
    std::vector<std::int64_t> errors;
    return measureAll(
        plan, control, result,
        [&](const WaitRow& row) { errors.push_back(std::abs(row.wait.error().count())); },
        [&](const SleepEntry& strategy) {
            rows.add({&strategy, exactSummary(errors)});
            errors.clear();
        });
}

} // namespace

ExperimentEntry accuracyEntry() {
    return {.id = "accuracy",
            .name = "Accuracy of every strategy",
            .asks = "How far from its period does each strategy wake?",
            .look = "The bar is the mean distance from the period; the whisker runs from the smallest to the "
                    "largest. Spinning does not sleep, so on a machine with nothing else to do it shows how "
                    "exact a wait can be; a system sleep shows the wake-up latency. Look how close the other "
                    "strategies come to spinning, and how far their worst wait is from their mean. If others "
                    "use the processors, spinning may be the worst of all.",
            .article = "Article 1, figure 1: 1000 frames at 60 Hz. It reports that precise sleep is hardly "
                       "distinguishable from spinning, and that timer sleep has an error of about 40 µs.",
            .parameters = {countValue("frames", "Frames", 1, 1e6, 1000, "Waits for each strategy."),
                           rateValue(60),
                           xValue(1),
                           formChoice(),
                           {.name = "rows",
                            .label = "Rows",
                            .unit = Unit::Choice,
                            .minimum = 0,
                            .maximum = 1,
                            .standard = 0,
                            .meaning = "points: one row per strategy. raw: one row per wait.",
                            .choices = {"points", "raw"}}},
            .strategies = {"system-sleep", "spin", "precise-sleep", "timer-sleep", "sliced-sleep",
                           "remaining-sleep", "absolute-sleep", "adaptive"},
            .quick = {{"frames", 60}},
            .duration = accuracyDuration,
            .run = runAccuracy};
}

} // namespace jitterscope

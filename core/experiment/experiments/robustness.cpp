// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"

#include <memory>
#include <optional>

namespace jitterscope {
namespace {

constexpr double kMillisecond = 1e6;

MachineModel fakeScheduler(double periodMs, double preempt) {
    MachineChoice machine = machineChoice("fake-scheduler");
    machine.values.set("period_ms", periodMs);
    machine.values.set("preempt", preempt);
    return findEntry(machineCatalog(), machine.id)->model(machine);
}

/// One cell: the mean of (taken − requested) / requested.
double cellError(BenchMachine& machine, SleepStrategy& strategy, Nanoseconds interval,
                 std::int64_t repetitions) {
    double sum = 0;
    for (std::int64_t i = 0; i < repetitions; ++i) {
        const TimedWait wait = timeWait(machine.time(), strategy, interval);
        sum += static_cast<double>((wait.took - wait.asked).count());
    }
    return sum / static_cast<double>(repetitions) / static_cast<double>(interval.count());
}

/// A strategy on its own machine.
struct Stand {
    Stand(const ExperimentPlan& plan, const SleepEntry& entry, MachineModel model, std::string_view stream,
          JobControl& control)
        : machine(std::move(model), streamSeed(plan.seed, stream), control),
          strategy(entry.make(machine.time(), strategyValues(entry, plan.values["form"], plan.values["x"]))) {
    }

    BenchMachine machine;
    std::unique_ptr<SleepStrategy> strategy;
};

/// One cell.
struct RobustnessRow {
    const SleepEntry* strategy;
    bool carried;
    std::int64_t period;   // ms
    std::int64_t interval; // ms
    double error;          // relative
};

const std::vector<RowColumn<RobustnessRow>> kRobustnessColumns{
    strategyColumn<RobustnessRow>(),
    {"estimator", "Estimator", Quantity::Word,
     "carried: the estimator lives on from cell to cell, as in the article. fresh: each cell starts with a "
     "new one.",
     [](const RobustnessRow& row) { return wordCell(row.carried ? "carried" : "fresh"); }},
    {"period_ms", "Scheduler period", Quantity::Milliseconds, "Longest ordinary delay of a wake-up.",
     [](const RobustnessRow& row) -> Cell { return row.period; }},
    {"interval_ms", "Interval", Quantity::Milliseconds, "Sleep asked for.",
     [](const RobustnessRow& row) -> Cell { return row.interval; }},
    {"relative_error", "Relative error", Quantity::Fraction,
     "(taken − requested) / requested. Near zero is good.",
     [](const RobustnessRow& row) -> Cell { return row.error; }},
    {"mean_error_ns", "Mean error", Quantity::Time, "The same in time.",
     [](const RobustnessRow& row) -> Cell {
         return row.error * static_cast<double>(row.interval) * kMillisecond;
     }}};

/// One map, in the article's order: for each scheduler period, every interval. `carried`: the estimator lives
/// on while the scheduler changes, as in the article; otherwise each cell has its own.
bool runMap(const ExperimentPlan& plan, const SleepEntry& entry, bool carried, double progress, double share,
            JobControl& control, RowTable<RobustnessRow>& rows) {
    const auto periods = static_cast<int>(plan.values.whole("periods"));
    const auto intervals = static_cast<int>(plan.values.whole("intervals"));
    const auto repetitions = plan.values.whole("repetitions");
    std::optional<Stand> stand;
    for (int period = 1; period <= periods; ++period) {
        for (int interval = 1; interval <= intervals; ++interval) {
            if (control.cancelled())
                return false;
            MachineModel scheduler = fakeScheduler(period, plan.values["preempt"]);
            if (carried && stand)
                stand->machine.become(std::move(scheduler));
            else
                stand.emplace(plan, entry, std::move(scheduler),
                              std::to_string(period) + " ms of " + std::to_string(interval), control);
            const double error = cellError(stand->machine, *stand->strategy,
                                           Nanoseconds(std::chrono::milliseconds(interval)), repetitions);
            rows.add({&entry, carried, period, interval, error});
        }
        control.report(progress + share * period / periods,
                       carried ? "estimator carried over" : "estimator fresh");
    }
    return true;
}

bool runRobustness(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RowTable<RobustnessRow> rows(result.points, kRobustnessColumns);
    result.notes.push_back("simulated: the fake system sleep of article 1, in virtual time");
    const auto strategies = runnableStrategies(plan, result);
    const double share = 0.5 / static_cast<double>(strategies.size());
    double progress = 0;
    for (const SleepEntry* entry : strategies) {
        for (const bool carried : {true, false}) {
            if (!runMap(plan, *entry, carried, progress, share, control, rows))
                return false;
            progress += share;
        }
    }
    return true;
}

/// Two maps per strategy, thinned to fit a terminal.
Digest digestRobustness(const ExperimentResult& result) {
    constexpr MapSize kSize{10, 8};
    Digest digestRobustness;
    for (const std::string& strategy : wordsOf(result.points, "strategy")) {
        for (const std::string& estimator : wordsOf(result.points, "estimator"))
            digestRobustness.parts.push_back(
                titled(strategy + ", estimator " + estimator +
                           ": relative error by scheduler period (down) and interval (across)",
                       mapOf(result.points, {{"strategy", strategy}, {"estimator", estimator}},
                             {"period_ms", "interval_ms", "relative_error"}, kSize)));
    }
    return digestRobustness;
}

} // namespace

ExperimentEntry robustnessEntry() {
    return {
        .id = "robustness",
        .name = "Robustness map",
        .asks = "What if the scheduler were coarser?",
        .look = "Two maps of the same measurement. With the estimator carried over, a strategy still expects "
                "the finer schedulers it met before, so its error grows with the period; it is small if the "
                "interval leaves room for several sleeps. With a new estimator in each cell, a strategy "
                "whose estimate starts at 5 ms only spins in intervals up to 5 ms, and its error is exactly "
                "zero. The first map is that of the article, whose variables are static.",
        .article = "Article 1, figure 4: the error gradually increases with the scheduler period, but less "
                   "for intervals of 10 ms and more.",
        .parameters = {countValue("repetitions", "Repetitions", 1, 100'000, 1000, "Sleeps for each cell."),
                       countValue("intervals", "Intervals, ms", 1, 100, 25, "Intervals from 1 ms to this."),
                       countValue("periods", "Scheduler periods, ms", 1, 100, 10,
                                  "Periods from 1 ms to this."),
                       {.name = "preempt",
                        .label = "Chance of a lost period",
                        .unit = Unit::Fraction,
                        .minimum = 0,
                        .maximum = 0.95,
                        .standard = 0.05,
                        .meaning = "Chance that another process takes a whole period; applied repeatedly."},
                       xValue(1),
                       formChoice()},
        .strategies = {"precise-sleep"},
        .onlySimulated = true,
        .quick = {{"repetitions", 100}},
        .duration = [](const ExperimentPlan&) { return 0.2; },
        .run = runRobustness,
        .digest = digestRobustness};
}

} // namespace jitterscope

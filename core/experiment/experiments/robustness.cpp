// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/robustness.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/simulation/machine_catalog.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace jitterscope {
namespace {

enum Index { Repetitions, Intervals, Periods, Preempt, X, Form };

constexpr double kMillisecond = 1e6;

MachineModel fakeScheduler(double periodMs, double preempt) {
    MachineChoice machine = machineChoice("fake-scheduler");
    machine.values.set(0, periodMs);
    machine.values.set(1, preempt);
    return findEntry(machineCatalog(), machine.id)->model(machine).value();
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

/// A strategy on a machine of its own.
struct Stand {
    Stand(const ExperimentPlan& plan, const SleepEntry& entry, MachineModel model, std::uint64_t stream,
          JobControl& control)
        : machine(std::move(model), streamSeed(plan.seed, stream), control),
          strategy(entry.make(machine.time(), strategyValues(entry, plan.values[Form], plan.values[X]))) {}

    BenchMachine machine;
    std::unique_ptr<SleepStrategy> strategy;
};

/// One map, in the article's order: for each scheduler period, every interval. `carried`: the estimator lives
/// on while its scheduler changes, as in the article; otherwise each cell has a stand of its own.
bool runMap(const ExperimentPlan& plan, const SleepEntry& entry, bool carried, double progress, double share,
            JobControl& control, ExperimentResult& result) {
    const auto periods = static_cast<int>(plan.values[Periods]);
    const auto intervals = static_cast<int>(plan.values[Intervals]);
    const auto repetitions = static_cast<std::int64_t>(plan.values[Repetitions]);
    std::optional<Stand> stand;
    for (int period = 1; period <= periods; ++period) {
        for (int interval = 1; interval <= intervals; ++interval) {
            if (control.cancelled())
                return false;
            MachineModel scheduler = fakeScheduler(period, plan.values[Preempt]);
            if (carried && stand)
                stand->machine.become(std::move(scheduler));
            else
                stand.emplace(plan, entry, std::move(scheduler),
                              static_cast<std::uint64_t>(period * 1000 + interval), control);
            const double error = cellError(stand->machine, *stand->strategy,
                                           Nanoseconds(std::chrono::milliseconds(interval)), repetitions);
            result.points.rows.push_back({std::string(entry.id), std::string(carried ? "carried" : "fresh"),
                                          std::int64_t{period}, std::int64_t{interval}, error,
                                          error * interval * kMillisecond});
        }
        control.report(progress + share * period / periods,
                       carried ? "estimator carried over" : "estimator fresh");
    }
    return true;
}

bool run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    result.points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")},
        {"estimator", JITTERSCOPE_TR("Estimator"), Quantity::Word,
         JITTERSCOPE_TR(
             "carried: goes on from cell to cell, as in the article. fresh: begins anew in each.")},
        {"period_ms", JITTERSCOPE_TR("Scheduler period"), Quantity::Milliseconds,
         JITTERSCOPE_TR("Longest ordinary delay of a wake-up.")},
        {"interval_ms", JITTERSCOPE_TR("Interval"), Quantity::Milliseconds,
         JITTERSCOPE_TR("Sleep asked for.")},
        {"relative_error", JITTERSCOPE_TR("Relative error"), Quantity::Fraction,
         JITTERSCOPE_TR("(taken − requested) / requested. Near zero is good.")},
        {"mean_error_ns", JITTERSCOPE_TR("Mean error"), Quantity::Time, JITTERSCOPE_TR("The same in time.")}};
    result.notes.push_back("simulated: the fake system sleep of article 1, in virtual time");
    const auto strategies = runnableStrategies(plan, result);
    const double share = 0.5 / static_cast<double>(strategies.size());
    double progress = 0;
    for (const SleepEntry* entry : strategies) {
        for (const bool carried : {true, false}) {
            if (!runMap(plan, *entry, carried, progress, share, control, result))
                return false;
            progress += share;
        }
    }
    return true;
}

/// Two maps a strategy, thinned to what a terminal holds.
Digest digest(const ExperimentResult& result) {
    constexpr MapSize kSize{10, 8};
    Digest digest;
    for (const std::string& strategy : wordsOf(result.points, "strategy")) {
        for (const std::string& estimator : wordsOf(result.points, "estimator"))
            digest.parts.push_back({strategy + ", estimator " + estimator +
                                        ": relative error by scheduler period (down) and interval (across)",
                                    mapOf(result.points, {{"strategy", strategy}, {"estimator", estimator}},
                                          {"period_ms", "interval_ms", "relative_error"}, kSize)});
    }
    return digest;
}

} // namespace

ExperimentEntry robustnessEntry() {
    return {
        .id = "robustness",
        .name = JITTERSCOPE_TR("Robustness map"),
        .asks = JITTERSCOPE_TR("What if the scheduler were coarser?"),
        .look = JITTERSCOPE_TR(
            "Two maps of the same measurement. Carried over, the estimator still believes in the "
            "finer schedulers it met before, so the error grows with the period, and is small where "
            "the interval leaves room for several sleeps. Fresh in each cell, a strategy whose "
            "estimate starts at 5 ms only spins up to there, and its error is exactly zero. The article's "
            "map is the first; "
            "its variables are static."),
        .article = JITTERSCOPE_TR(
            "Article 1, figure 4: the error gradually increases with the scheduler period, not as "
            "much for intervals of 10 ms and more."),
        .parameters = {countValue("repetitions", JITTERSCOPE_TR("Repetitions"), 1, 100'000, 1000,
                                  JITTERSCOPE_TR("Sleeps for each cell.")),
                       countValue("intervals", JITTERSCOPE_TR("Intervals, ms"), 1, 100, 25,
                                  JITTERSCOPE_TR("Intervals from 1 ms to this.")),
                       countValue("periods", JITTERSCOPE_TR("Scheduler periods, ms"), 1, 100, 10,
                                  JITTERSCOPE_TR("Periods from 1 ms to this.")),
                       {.name = "preempt",
                        .label = JITTERSCOPE_TR("Chance of a lost period"),
                        .unit = Unit::Fraction,
                        .minimum = 0,
                        .maximum = 0.95,
                        .standard = 0.05,
                        .meaning = JITTERSCOPE_TR(
                            "Chance that another process takes a whole period, again and again.")},
                       xValue(1),
                       formChoice()},
        .strategies = {"precise-sleep"},
        .onlySimulated = true,
        .quicken =
            [](ParameterValues& values) { values.set(Repetitions, std::min(values[Repetitions], 100.0)); },
        .duration = [](const ExperimentPlan&) { return 0.2; },
        .run = run,
        .digest = digest};
}

} // namespace jitterscope

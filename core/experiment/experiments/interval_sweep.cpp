// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/experiment/calibration.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"

#include <algorithm>

namespace jitterscope {
namespace {

std::vector<std::int64_t> decades(std::int64_t longest) {
    std::vector<std::int64_t> intervals;
    for (std::int64_t interval = 1; interval <= longest; interval *= 10)
        intervals.push_back(interval);
    return intervals;
}

double intervalSweepDuration(const ExperimentPlan& plan) {
    if (plan.values["calibrate"] != 0)
        return calibrationSeconds(plan.values.whole("repetitions"));
    double seconds = 0;
    for (const std::int64_t interval : decades(plan.values.whole("longest")))
        seconds += static_cast<double>(interval) / 1e9;
    return seconds * static_cast<double>(plan.values.whole("repetitions")) *
           static_cast<double>(plan.strategies.size());
}

struct IntervalSweepRow {
    const SleepEntry* strategy;
    std::int64_t requested;
    Summary waits;
};

const std::vector<RowColumn<IntervalSweepRow>> kIntervalSweepColumns{
    strategyColumn<IntervalSweepRow>(),
    {"requested_ns", "Requested", Quantity::Time, "Length asked for.",
     [](const IntervalSweepRow& row) -> Cell { return row.requested; }},
    {"measured_ns", "Measured", Quantity::Time, "Mean length of the wait. Near the requested length is good.",
     [](const IntervalSweepRow& row) { return cellOf(row.waits.mean); }},
    {"min_ns", "Least", Quantity::Time, "Shortest wait.",
     [](const IntervalSweepRow& row) { return cellOf(row.waits.min); }},
    {"max_ns", "Greatest", Quantity::Time, "Longest wait.",
     [](const IntervalSweepRow& row) { return cellOf(row.waits.max); }},
    {"repetitions", "Repetitions", Quantity::Count, "Waits measured.",
     [](const IntervalSweepRow& row) -> Cell { return row.waits.count; }}};

bool runIntervalSweep(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    if (plan.values["calibrate"] != 0)
        return calibrate(plan, plan.values.whole("repetitions"), control, result);
    RowTable<IntervalSweepRow> rows(result.points, kIntervalSweepColumns);
    const auto strategies = runnableStrategies(plan, result);
    const auto intervals = decades(plan.values.whole("longest"));
    const std::int64_t repetitions = plan.values.whole("repetitions");
    const double total = intervalSweepDuration(plan) + 1e-9;
    double done = 0;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        BenchMachine machine(plan, control, strategies[s]->id);
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values["form"], plan.values["x"]));
        for (const std::int64_t interval : intervals) {
            std::vector<std::int64_t> waits;
            for (std::int64_t i = 0; i < repetitions && !control.cancelled(); ++i) {
                waits.push_back(timeWait(machine.time(), *strategy, Nanoseconds(interval)).took.count());
                done += static_cast<double>(interval) / 1e9;
                control.report(std::min(done / total, 1.0), std::string(strategies[s]->name));
            }
            if (control.cancelled())
                return false;
            rows.add({strategies[s], interval, exactSummary(waits)});
        }
    }
    return true;
}

Digest digestIntervalSweep(const ExperimentResult& result) {
    if (result.plan.values["calibrate"] != 0)
        return calibrationDigest(result);
    return {.parts = {result.points}, .sentences = {}};
}

} // namespace

ExperimentEntry intervalSweepEntry() {
    return {.id = "interval-sweep",
            .name = "Requested against measured",
            .asks = "How close is each wait to the requested length, from one nanosecond up?",
            .look = "On the dashed line a wait takes exactly as long as requested. Every strategy leaves the "
                    "line on the left: even spinning cannot be shorter than a clock read, and no sleep is "
                    "shorter than the system's wake-up latency.",
            .article = "Article 1, figure 2: 1 ns to 1 s in decades, 100 repetitions; precise and timer "
                       "sleep match from 10 µs up; below 100 ns not even spinning does.",
            .parameters = {countValue(
                               "repetitions", "Repetitions", 1, 100'000, 100,
                               "Waits for each interval. In a calibration: rounds of about a second each."),
                           {.name = "longest",
                            .label = "Longest",
                            .unit = Unit::Time,
                            .minimum = 1,
                            .maximum = 1e10,
                            .standard = 1e9,
                            .meaning = "The last decade."},
                           xValue(1),
                           formChoice(),
                           {.name = "calibrate",
                            .label = "Calibrate",
                            .unit = Unit::Choice,
                            .minimum = 0,
                            .maximum = 1,
                            .standard = 0,
                            .meaning = "true: measure native sleeps from 5 µs to 50 ms, their CPU cost, the "
                                       "clock and lost processor time, for the file of a recorded machine; "
                                       "100 repetitions take a minute and a half.",
                            .choices = {"false", "true"}}},
            .strategies = {"system-sleep", "spin", "precise-sleep", "timer-sleep"},
            .quick = {{"longest", 10e6}, {"repetitions", 10}, {"repetitions", 5, "calibrate"}},
            .duration = intervalSweepDuration,
            .run = runIntervalSweep,
            .digest = digestIntervalSweep};
}

} // namespace jitterscope

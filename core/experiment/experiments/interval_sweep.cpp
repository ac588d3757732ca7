// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/interval_sweep.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"
#include "core/experiment/calibration.h"

#include <algorithm>

namespace jitterscope {
namespace {

enum Index { Repetitions, Longest, X, Form, Calibrate };

std::int64_t longestOf(const ExperimentPlan& plan) {
    return static_cast<std::int64_t>(plan.values[Longest]);
}

std::int64_t repetitionsOf(const ExperimentPlan& plan) {
    return static_cast<std::int64_t>(plan.values[Repetitions]);
}

void quicken(ParameterValues& values) {
    const double few = values[Calibrate] != 0 ? 5 : 10; // a calibration's round is long
    values.set(Longest, std::min(values[Longest], 10e6));
    values.set(Repetitions, std::min(values[Repetitions], few));
}

std::vector<std::int64_t> decades(std::int64_t longest) {
    std::vector<std::int64_t> intervals;
    for (std::int64_t interval = 1; interval <= longest; interval *= 10)
        intervals.push_back(interval);
    return intervals;
}

double duration(const ExperimentPlan& plan) {
    if (plan.values[Calibrate] != 0)
        return calibrationSeconds(repetitionsOf(plan));
    double seconds = 0;
    for (const std::int64_t interval : decades(longestOf(plan)))
        seconds += static_cast<double>(interval) / 1e9;
    return seconds * static_cast<double>(repetitionsOf(plan)) * static_cast<double>(plan.strategies.size());
}

bool run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    if (plan.values[Calibrate] != 0)
        return calibrate(plan, repetitionsOf(plan), control, result);
    result.points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")},
        {"requested_ns", JITTERSCOPE_TR("Requested"), Quantity::Time, JITTERSCOPE_TR("Length asked for.")},
        {"measured_ns", JITTERSCOPE_TR("Measured"), Quantity::Time,
         JITTERSCOPE_TR("Mean length of the wait. Near the requested is good.")},
        {"min_ns", JITTERSCOPE_TR("Least"), Quantity::Time, JITTERSCOPE_TR("Shortest wait.")},
        {"max_ns", JITTERSCOPE_TR("Greatest"), Quantity::Time, JITTERSCOPE_TR("Longest wait.")},
        {"repetitions", JITTERSCOPE_TR("Repetitions"), Quantity::Count, JITTERSCOPE_TR("Waits measured.")}};
    const auto strategies = runnableStrategies(plan, result);
    const auto intervals = decades(longestOf(plan));
    const std::int64_t repetitions = repetitionsOf(plan);
    const double total = duration(plan) + 1e-9;
    double done = 0;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        BenchMachine machine(plan, control, s);
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values[Form], plan.values[X]));
        for (const std::int64_t interval : intervals) {
            std::vector<std::int64_t> waits;
            for (std::int64_t i = 0; i < repetitions && !control.cancelled(); ++i) {
                waits.push_back(timeWait(machine.time(), *strategy, Nanoseconds(interval)).took.count());
                done += static_cast<double>(interval) / 1e9;
                control.report(std::min(done / total, 1.0), std::string(strategies[s]->name));
            }
            if (control.cancelled())
                return false;
            const Summary summary = exactSummary(waits);
            result.points.rows.push_back({std::string(strategies[s]->id), interval, cellOf(summary.mean),
                                          cellOf(summary.min), cellOf(summary.max), summary.count});
        }
    }
    return true;
}

Digest digest(const ExperimentResult& result) {
    if (result.plan.values[Calibrate] != 0)
        return calibrationDigest(result);
    return {{{{}, result.points}}, {}};
}

} // namespace

ExperimentEntry intervalSweepEntry() {
    return {
        .id = "interval-sweep",
        .name = JITTERSCOPE_TR("Requested against measured"),
        .asks = JITTERSCOPE_TR("How near does a wait come to what is asked of it, from one nanosecond up?"),
        .look = JITTERSCOPE_TR(
            "On the dashed line a wait takes what was asked of it. To the left every strategy "
            "leaves it: below the cost of reading the clock even spinning cannot follow, and a "
            "sleep never ends before the system's wake-up latency."),
        .article =
            JITTERSCOPE_TR("Article 1, figure 2: 1 ns to 1 s in decades, 100 repetitions; precise and timer "
                           "sleep match from 10 µs up, below 100 ns not even spinning does."),
        .parameters = {countValue("repetitions", JITTERSCOPE_TR("Repetitions"), 1, 100'000, 100,
                                  JITTERSCOPE_TR("Waits for each interval; rounds of a calibration, of "
                                                 "about a second each.")),
                       {.name = "longest",
                        .label = JITTERSCOPE_TR("Longest"),
                        .unit = Unit::Time,
                        .minimum = 1,
                        .maximum = 1e10,
                        .standard = 1e9,
                        .meaning = JITTERSCOPE_TR("The last decade.")},
                       xValue(1),
                       formChoice(),
                       {.name = "calibrate",
                        .label = JITTERSCOPE_TR("Calibrate"),
                        .unit = Unit::Choice,
                        .minimum = 0,
                        .maximum = 1,
                        .standard = 0,
                        .meaning = JITTERSCOPE_TR(
                            "true: measure native sleeps from 5 µs to 50 ms, their CPU cost, the "
                            "clock and lost processor time, as the file of a recorded machine; 100 "
                            "repetitions take a minute and a half."),
                        .choices = {"false", "true"}}},
        .strategies = {"system-sleep", "spin", "precise-sleep", "timer-sleep"},
        .quicken = quicken,
        .duration = duration,
        .run = run,
        .digest = digest};
}

} // namespace jitterscope

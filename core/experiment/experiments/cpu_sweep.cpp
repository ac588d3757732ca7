// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/cpu_sweep.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"

namespace jitterscope {
namespace {

enum Index { Seconds, From, To, X, Form };

void quicken(ParameterValues& values) {
    values.set(Seconds, std::min(values[Seconds], 0.3));
}

double pointsOf(const ExperimentPlan& plan) {
    return std::max(plan.values[To] - plan.values[From] + 1, 0.0) *
           static_cast<double>(plan.strategies.size());
}

double duration(const ExperimentPlan& plan) {
    return plan.values[Seconds] * pointsOf(plan);
}

bool run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    result.points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")},
        {"interval_ms", JITTERSCOPE_TR("Interval"), Quantity::Milliseconds,
         JITTERSCOPE_TR("Length of each wait.")},
        {"waits", JITTERSCOPE_TR("Waits"), Quantity::Count, JITTERSCOPE_TR("Waits measured.")},
        {"thread_percent", JITTERSCOPE_TR("Thread"), Quantity::Percent,
         JITTERSCOPE_TR("CPU time of the waiting thread in % of one core. Small is good.")},
        {"process_percent", JITTERSCOPE_TR("Process"), Quantity::Percent,
         JITTERSCOPE_TR("CPU time of the whole process, as the article measures it.")}};
    const auto strategies = runnableStrategies(plan, result);
    const Nanoseconds length(static_cast<std::int64_t>(plan.values[Seconds] * 1e9));
    double done = 0;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        BenchMachine machine(plan, control, s);
        // One instance for the whole sweep: in the article its variables are static.
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values[Form], plan.values[X]));
        for (auto interval = static_cast<std::int64_t>(plan.values[From]);
             interval <= static_cast<std::int64_t>(plan.values[To]); ++interval) {
            control.report(done++ / pointsOf(plan), std::string(strategies[s]->name));
            const CpuCounters before = machine.counters();
            const TimePoint begin = machine.time().now();
            std::int64_t waits = 0;
            while (machine.time().now() - begin < length && !control.cancelled()) {
                (void)timeWait(machine.time(), *strategy, std::chrono::milliseconds(interval));
                ++waits;
            }
            const CpuUsage usage = usageBetween(before, machine.counters());
            if (control.cancelled())
                return false;
            result.points.rows.push_back({std::string(strategies[s]->id), interval, waits,
                                          cellOf(usage.threadPercent), cellOf(usage.processPercent)});
        }
    }
    return true;
}

Digest digest(const ExperimentResult& result) {
    constexpr MapSize kSize{100, 8};
    return {{{"thread CPU by strategy (down) and interval (across)",
              mapOf(result.points, {}, {"strategy", "interval_ms", "thread_percent"}, kSize)}},
            {}};
}

} // namespace

ExperimentEntry cpuSweepEntry() {
    return {.id = "cpu-sweep",
            .name = JITTERSCOPE_TR("CPU against interval"),
            .asks = JITTERSCOPE_TR("From which interval on does a strategy dare to sleep?"),
            .look = JITTERSCOPE_TR(
                "Left of a step the strategy spins all the time: its estimate is longer than the "
                "interval. Each strategy keeps what it learned from one interval to the next, so the "
                "start value of the article's estimators, 5 ms, decides where their step lies."),
            .article = JITTERSCOPE_TR(
                "Article 1, figure 3: both estimators start to sleep at 5 to 6 ms; timer sleep falls "
                "to 0 % at once, precise sleep from about 12 % to 3 %."),
            .parameters = {{.name = "seconds",
                            .label = JITTERSCOPE_TR("Seconds a point"),
                            .unit = Unit::None,
                            .minimum = 0.05,
                            .maximum = 600,
                            .standard = 5,
                            .meaning = JITTERSCOPE_TR("How long each interval is measured.")},
                           countValue("from_ms", JITTERSCOPE_TR("From, ms"), 1, 1000, 1,
                                      JITTERSCOPE_TR("Shortest interval.")),
                           countValue("to_ms", JITTERSCOPE_TR("To, ms"), 1, 1000, 25,
                                      JITTERSCOPE_TR("Longest interval.")),
                           xValue(1),
                           formChoice()},
            .strategies = {"precise-sleep", "timer-sleep"},
            .quicken = quicken,
            .duration = duration,
            .run = run,
            .digest = digest};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/experiment/digest.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"

namespace jitterscope {
namespace {

double cpuSweepPoints(const ExperimentPlan& plan) {
    return std::max(plan.values["to_ms"] - plan.values["from_ms"] + 1, 0.0) *
           static_cast<double>(plan.strategies.size());
}

double cpuSweepDuration(const ExperimentPlan& plan) {
    return plan.values["seconds"] * cpuSweepPoints(plan);
}

struct CpuSweepRow {
    const SleepEntry* strategy;
    std::int64_t interval; // ms
    std::int64_t waits;
    CpuUsage usage;
};

const std::vector<RowColumn<CpuSweepRow>> kCpuSweepColumns{
    strategyColumn<CpuSweepRow>(),
    {"interval_ms", "Interval", Quantity::Milliseconds, "Length of each wait.",
     [](const CpuSweepRow& row) -> Cell { return row.interval; }},
    {"waits", "Waits", Quantity::Count, "Waits measured.",
     [](const CpuSweepRow& row) -> Cell { return row.waits; }},
    {"thread_percent", "Thread", Quantity::Percent,
     "CPU time of the waiting thread in % of one core. Small is good.",
     [](const CpuSweepRow& row) { return cellOf(row.usage.threadPercent); }},
    {"process_percent", "Process", Quantity::Percent,
     "CPU time of the whole process, as the article measures it.",
     [](const CpuSweepRow& row) { return cellOf(row.usage.processPercent); }}};

bool runCpuSweep(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RowTable<CpuSweepRow> rows(result.points, kCpuSweepColumns);
    const auto strategies = runnableStrategies(plan, result);
    const Nanoseconds length(static_cast<std::int64_t>(plan.values["seconds"] * 1e9));
    double done = 0;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        BenchMachine machine(plan, control, strategies[s]->id);
        // One instance for the whole sweep, because the article's variables are static.
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values["form"], plan.values["x"]));
        for (auto interval = plan.values.whole("from_ms"); interval <= plan.values.whole("to_ms");
             ++interval) {
            control.report(done++ / cpuSweepPoints(plan), std::string(strategies[s]->name));
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
            rows.add({strategies[s], interval, waits, usage});
        }
    }
    return true;
}

Digest digestCpuSweep(const ExperimentResult& result) {
    constexpr MapSize kSize{100, 8};
    return {{titled("thread CPU by strategy (down) and interval (across)",
                    mapOf(result.points, {}, {"strategy", "interval_ms", "thread_percent"}, kSize))},
            {}};
}

} // namespace

ExperimentEntry cpuSweepEntry() {
    return {.id = "cpu-sweep",
            .name = "CPU against interval",
            .asks = "How long must an interval be before a strategy sleeps?",
            .look =
                "To the left of its step a strategy only spins, because its estimate is longer than the "
                "interval. Each strategy keeps what it has learned from one interval to the next, so the 5 "
                "ms start value of the article's estimators determines where their step is.",
            .article = "Article 1, figure 3: both estimators start to sleep at 5 to 6 ms; timer sleep falls "
                       "to 0 % at once, precise sleep from about 12 % to 3 %.",
            .parameters = {{.name = "seconds",
                            .label = "Seconds per point",
                            .unit = Unit::Plain,
                            .minimum = 0.05,
                            .maximum = 600,
                            .standard = 5,
                            .meaning = "How long each interval is measured."},
                           countValue("from_ms", "From, ms", 1, 1000, 1, "Shortest interval."),
                           countValue("to_ms", "To, ms", 1, 1000, 25, "Longest interval."),
                           xValue(1),
                           formChoice()},
            .strategies = {"precise-sleep", "timer-sleep"},
            .quick = {{"seconds", 0.3}},
            .duration = cpuSweepDuration,
            .run = runCpuSweep,
            .digest = digestCpuSweep};
}

} // namespace jitterscope

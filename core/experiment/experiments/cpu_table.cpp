// SPDX-License-Identifier: MIT
#include "core/experiment/experiments/cpu_table.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"

#include <cmath>

namespace jitterscope {
namespace {

enum Index { Frames, Rate, X, Form };

std::int64_t framesOf(const ExperimentPlan& plan) {
    const auto frames = static_cast<std::int64_t>(plan.values[Frames]);
    return plan.quick ? std::min<std::int64_t>(frames, 60) : frames;
}

double duration(const ExperimentPlan& plan) {
    return static_cast<double>(framesOf(plan)) / plan.values[Rate] *
           static_cast<double>(plan.strategies.size());
}

void run(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    result.points.columns = {
        {"strategy", JITTERSCOPE_TR("Strategy"), Quantity::Word, JITTERSCOPE_TR("Way of waiting.")},
        {"frames", JITTERSCOPE_TR("Frames"), Quantity::Count, JITTERSCOPE_TR("Waits measured.")},
        {"thread_percent", JITTERSCOPE_TR("Thread"), Quantity::Percent,
         JITTERSCOPE_TR("CPU time of the waiting thread in % of one core. Small is good.")},
        {"process_percent", JITTERSCOPE_TR("Process"), Quantity::Percent,
         JITTERSCOPE_TR(
             "CPU time of the whole process, as the article measures it. Here it includes this window.")}};
    const auto strategies = runnableStrategies(plan, result);
    const Nanoseconds period(std::llround(1e9 / plan.values[Rate]));
    const std::int64_t frames = framesOf(plan);
    for (std::size_t s = 0; s < strategies.size() && !control.cancelled(); ++s) {
        BenchMachine machine(plan, control, s);
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values[Form], plan.values[X]));
        const CpuCounters before = machine.counters();
        for (std::int64_t frame = 0; frame < frames && !control.cancelled(); ++frame) {
            (void)timeWait(machine.time(), *strategy, period);
            control.report(
                (static_cast<double>(s) + static_cast<double>(frame) / static_cast<double>(frames)) /
                    static_cast<double>(strategies.size()),
                std::string(strategies[s]->name));
        }
        const CpuUsage usage = usageBetween(before, machine.counters());
        if (!control.cancelled())
            result.points.rows.push_back({std::string(strategies[s]->id), frames, cellOf(usage.threadPercent),
                                          cellOf(usage.processPercent)});
    }
}

} // namespace

ExperimentEntry cpuTableEntry() {
    return {.id = "cpu-table",
            .name = JITTERSCOPE_TR("CPU of every strategy"),
            .asks = JITTERSCOPE_TR("What does it cost to be on time at 60 Hz?"),
            .look = JITTERSCOPE_TR(
                "A system sleep costs nearly nothing, spinning a whole core. Everything between is a "
                "bargain between the two: compare it with what the accuracy figure says of the same "
                "strategy."),
            .article = JITTERSCOPE_TR(
                "Article 1, CPU usage: system sleep 0.0 %, spin-lock 99.8 %, precise sleep 4.8 %, "
                "timer sleep 0.4 % on the author's machine."),
            .parameters = {countValue("frames", JITTERSCOPE_TR("Frames"), 1, 1e6, 1000,
                                      JITTERSCOPE_TR("Waits for each strategy.")),
                           rateValue(60), xValue(1), formChoice()},
            .strategies = {"system-sleep", "spin", "precise-sleep", "timer-sleep", "sliced-sleep",
                           "remaining-sleep", "absolute-sleep"},
            .duration = duration,
            .run = run};
}

} // namespace jitterscope

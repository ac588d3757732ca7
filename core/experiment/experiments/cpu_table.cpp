// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/row_table.h"

namespace jitterscope {
namespace {

double cpuTableDuration(const ExperimentPlan& plan) {
    return static_cast<double>(plan.values.whole("frames")) / plan.values["rate"] *
           static_cast<double>(plan.strategies.size());
}

struct CpuTableRow {
    const SleepEntry* strategy;
    std::int64_t frames;
    CpuUsage usage;
};

const std::vector<RowColumn<CpuTableRow>> kCpuTableColumns{
    strategyColumn<CpuTableRow>(),
    {"frames", "Frames", Quantity::Count, "Waits measured.",
     [](const CpuTableRow& row) -> Cell { return row.frames; }},
    {"thread_percent", "Thread", Quantity::Percent,
     "CPU time of the waiting thread in % of one core. Small is good.",
     [](const CpuTableRow& row) { return cellOf(row.usage.threadPercent); }},
    {"process_percent", "Process", Quantity::Percent,
     "CPU time of the whole process, as the article measures it; in the window this includes drawing.",
     [](const CpuTableRow& row) { return cellOf(row.usage.processPercent); }}};

bool runCpuTable(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RowTable<CpuTableRow> rows(result.points, kCpuTableColumns);
    const auto strategies = runnableStrategies(plan, result);
    const Period period = Period::fromHertz(plan.values["rate"]).value();
    const std::int64_t frames = plan.values.whole("frames");
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        BenchMachine machine(plan, control, strategies[s]->id);
        const auto strategy = strategies[s]->make(
            machine.time(), strategyValues(*strategies[s], plan.values["form"], plan.values["x"]));
        const CpuCounters before = machine.counters();
        for (std::int64_t frame = 0; frame < frames && !control.cancelled(); ++frame) {
            (void)timeWait(machine.time(), *strategy, period.at(frame + 1) - period.at(frame));
            control.report(
                (static_cast<double>(s) + static_cast<double>(frame) / static_cast<double>(frames)) /
                    static_cast<double>(strategies.size()),
                std::string(strategies[s]->name));
        }
        const CpuUsage usage = usageBetween(before, machine.counters());
        if (control.cancelled())
            return false;
        rows.add({strategies[s], frames, usage});
    }
    return true;
}

} // namespace

ExperimentEntry cpuTableEntry() {
    return {.id = "cpu-table",
            .name = "CPU of every strategy",
            .asks = "How much CPU does each strategy use?",
            .look =
                "A system sleep costs almost nothing, spinning a whole core. The other strategies trade CPU "
                "for accuracy: compare each with its result in the accuracy experiment.",
            .article = "Article 1, CPU usage: system sleep 0.0 %, spin-lock 99.8 %, precise sleep 4.8 %, "
                       "timer sleep 0.4 % on the author's machine.",
            .parameters = {countValue("frames", "Frames", 1, 1e6, 1000, "Waits for each strategy."),
                           rateValue(60), xValue(1), formChoice()},
            .strategies = {"system-sleep", "spin", "precise-sleep", "timer-sleep", "sliced-sleep",
                           "remaining-sleep", "absolute-sleep", "adaptive"},
            .quick = {{"frames", 60}},
            .duration = cpuTableDuration,
            .run = runCpuTable};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"

#include "core/base/form_parameter.h"
#include "core/platform/counters.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/strategy_support.h"

#include <utility>

namespace jitterscope {

BenchMachine::BenchMachine(const ExperimentPlan& plan, JobControl& control, std::string_view stream)
    : m_control(control), m_real(control.clock()) {
    if (plan.model != nullptr)
        m_simulated = std::make_unique<SimulatedTime>(*plan.model, streamSeed(plan.seed, stream));
    else if (plan.machine.id != "here") // the plan did not come through runExperiment
        m_simulated = makeSimulatedTime(plan.machine, streamSeed(plan.seed, stream)).value();
    if (m_simulated)
        m_begin = m_simulated->counters().at;
}

BenchMachine::BenchMachine(MachineModel model, std::uint64_t seed, JobControl& control)
    : m_control(control),
      m_real(control.clock()),
      m_simulated(std::make_unique<SimulatedTime>(std::move(model), seed)),
      m_begin(m_simulated->counters().at) {}

BenchMachine::~BenchMachine() {
    if (m_simulated)
        m_control.addSimulated(m_simulated->counters().at - m_begin);
}

CpuCounters BenchMachine::counters() noexcept {
    if (m_simulated)
        return m_simulated->counters();
    CpuCounters counters;
    counters.at = m_real.now();
    counters.thread = threadCpuTime();
    counters.process = processCpuTime();
    return counters;
}

TimedWait timeWait(TimeSource& time, SleepStrategy& strategy, Nanoseconds interval) noexcept {
    const TimePoint begin = time.now();
    strategy.sleepUntil(begin + interval);
    return {interval, time.now() - begin};
}

LoopResult measureLoop(BenchMachine& machine, const RunPlan& plan, JobControl& control) {
    LoopResult result;
    result.statistics = FrameStatistics(plan.period, plan.effectiveTolerance());
    BenchRings rings(machine.ringMemory());
    CancellableTime time(machine.time(), control);
    FrameLoop loop(time, rings.frameRing, rings.sleepRing, &rings);
    loop.setParts(makeParts(resolveParts(plan).value(), loop.waitTime()));
    const CpuCounters before = machine.counters();
    const EndReason end = loop.run(plan.period, {plan.frames, plan.duration, plan.warmup, std::nullopt});
    result.cpu = usageBetween(before, machine.counters());
    rings.makeRoom();
    result.frames = std::move(rings.frames);
    result.sleeps = std::move(rings.sleeps);
    for (const FrameSample& sample : result.frames)
        result.statistics.add(sample);
    result.cancelled = end == EndReason::Stopped;
    result.metrics = result.statistics.metrics();
    makeExact(result.metrics, result.frames);
    return result;
}

ParameterValues strategyValues(const SleepEntry& entry, double form, double x) {
    ParameterValues values(entry.parameters);
    values.setIfThere("form", form);
    values.setIfThere("x", x);
    return values;
}

std::vector<const SleepEntry*> runnableStrategies(const ExperimentPlan& plan, ExperimentResult& result) {
    std::vector<const SleepEntry*> runnable;
    for (const std::string& id : plan.strategies) {
        const SleepEntry* entry = findEntry(sleepCatalog(), id);
        const Support support = sleepSupport(*entry, plan.machine.id);
        if (support.available)
            runnable.push_back(entry);
        else
            result.notes.push_back(id + " was left out: " + support.reason);
    }
    return runnable;
}

ParameterInfo formChoice() {
    ParameterInfo info = formParameter("printed: the strategies as printed in the articles, including their "
                                       "faults. mended: they work from the deadline.");
    info.standard = 0; // printed: the article is being reproduced
    return info;
}

ParameterInfo xValue(double standard) {
    ParameterInfo info = xParameter(standard);
    info.meaning = "For the strategies that have an estimate.";
    return info;
}

ParameterInfo rateValue(double standard) {
    return {.name = "rate",
            .label = "Rate",
            .unit = Unit::Hertz,
            .minimum = 0.1,
            .maximum = 100'000,
            .standard = standard,
            .meaning = "Frames per second."};
}

ParameterInfo countValue(std::string_view name, std::string_view label, double minimum, double maximum,
                         double standard, std::string_view meaning) {
    return {.name = name,
            .label = label,
            .unit = Unit::Count,
            .minimum = minimum,
            .maximum = maximum,
            .standard = standard,
            .meaning = meaning};
}

} // namespace jitterscope

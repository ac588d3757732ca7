// SPDX-License-Identifier: MIT
#include "core/experiment/race_block.h"

#include "core/experiment/bench_loop.h"
#include "core/pacing/pacing_catalog.h"
#include "core/workload/workload.h"

#include <utility>

namespace jitterscope {

struct Racer::State {
    State(BenchMachine& bench, const Period& period, Nanoseconds tolerance, JobControl& job)
        : machine(bench),
          rate(period),
          statistics(period, tolerance),
          control(job),
          time(bench.time(), job) {}

    BenchMachine& machine;
    Period rate;
    FrameStatistics statistics;
    JobControl& control;
    CancellableTime time;
    BenchRings rings;
    std::unique_ptr<FrameLoop> loop;
    std::vector<double> cpu;
    std::int64_t sleeps = 0;
    std::optional<std::int64_t> involuntary;
};

Racer::Racer(const SleepEntry& entry, const ParameterValues& values, BenchMachine& machine,
             const Period& rate, Nanoseconds tolerance, JobControl& control)
    : m_state(std::make_unique<State>(machine, rate, tolerance, control)) {
    m_state->loop = std::make_unique<FrameLoop>(m_state->time, m_state->rings.frameRing,
                                                m_state->rings.sleepRing, &m_state->rings);
    m_state->loop->setParts(
        entry.make(m_state->loop->waitTime(), values),
        findEntry(pacingCatalog(), "drop-and-rest")->make(policyChoice("drop-and-rest").values),
        findEntry(workCatalog(), "none")->make({}, 1));
}

Racer::~Racer() = default;

bool Racer::runBlock(Nanoseconds length, bool counted) {
    State& state = *m_state;
    const CpuCounters before = state.machine.counters();
    const EndReason end = state.loop->run(state.rate, {0, length, 0, std::nullopt});
    const CpuUsage usage = usageBetween(before, state.machine.counters());
    state.rings.makeRoom();
    const std::deque<FrameSample> frames = std::exchange(state.rings.frames, {});
    state.rings.sleeps.clear();
    if (end == EndReason::Stopped)
        return false;
    if (!counted)
        return true;
    for (const FrameSample& sample : frames) {
        state.statistics.add(sample);
        state.sleeps += sample.nativeSleeps;
    }
    if (usage.threadPercent)
        state.cpu.push_back(*usage.threadPercent);
    if (usage.involuntary)
        state.involuntary = state.involuntary.value_or(0) + *usage.involuntary;
    return true;
}

FrameFigures Racer::figures() const {
    return m_state->statistics.figures();
}
const std::vector<double>& Racer::cpuPercent() const noexcept {
    return m_state->cpu;
}
std::optional<std::int64_t> Racer::involuntary() const noexcept {
    return m_state->involuntary;
}

double Racer::sleepsPerFrame() const noexcept {
    const std::int64_t frames = m_state->statistics.error().count();
    return frames > 0 ? static_cast<double>(m_state->sleeps) / static_cast<double>(frames) : 0;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/experiment/race_block.h"

#include "core/experiment/bench.h"
#include "core/run/resolve.h"

#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kLostGap = 2'000;    // ns between two clock reads
constexpr Nanoseconds kApproach{1'000'000}; // spun before a phase, because a late wake-up would miss it
constexpr Nanoseconds kStartOnTime{5'000};  // a quarter of the time that a tick interrupt takes
constexpr int kTries = 8;

} // namespace

void waitForPhase(TimeSource& time, Nanoseconds phase) noexcept {
    for (int i = 0; i < kTries && !time.stopRequested(); ++i) {
        const TimePoint soonest = time.now() + kApproach;
        TimePoint start = soonest - soonest.time_since_epoch() % Racer::kPhases + phase;
        if (start < soonest)
            start += Racer::kPhases;
        if (time.tick(SleepKind::Absolute) == Nanoseconds{0}) // otherwise it would end too late
            time.sleepUntil(start - kApproach);
        if (time.spinUntil(start, SpinKind::Pause).end - start <= kStartOnTime)
            return;
    }
}

struct Racer::State {
    State(BenchMachine& bench, const Period& period, Nanoseconds late, JobControl& job)
        : machine(bench),
          rate(period),
          tolerance(late),
          statistics(period, late),
          control(job),
          time(bench.time(), job),
          rings(bench.ringMemory()) {}

    BenchMachine& machine;
    Period rate;
    Nanoseconds tolerance;
    FrameStatistics statistics;
    JobControl& control;
    CancellableTime time;
    SleepKind kind = SleepKind::Relative; // of its sleeps
    std::int64_t lost = 0;                // iterations, except in gaps that no frame explains
    bool choosesTicks = false;            // the strategy chooses where its sleeps end
    BenchRings rings;
    std::unique_ptr<FrameLoop> loop;
    std::vector<double> cpu;
    std::vector<SleepSample> firstSleeps; // of each wait
    std::int64_t sleeps = 0;
    std::int64_t wokeLate = 0;
    double otherCpu = 0; // ns of the thread besides spinning
    std::optional<std::int64_t> involuntary;

    /// Adds a frame; returns the CPU time of its spin.
    double count(const FrameSample& sample) {
        statistics.add(sample);
        sleeps += sample.nativeSleeps;
        lost += sample.has(FrameSample::StoppedGap) ? 0 : sample.lost;
        const bool late = sample.counts() && sample.lateness() > tolerance.count();
        if (late && sample.nativeSleeps > 0 && sample.margin < sample.oversleep)
            ++wokeLate;
        // A long gap between two clock reads is time without the processor.
        return static_cast<double>(sample.spin - (sample.largestGap > kLostGap ? sample.largestGap : 0));
    }
};

Racer::Racer(const SleepEntry& entry, const ParameterValues& values, BenchMachine& machine,
             const Period& rate, Nanoseconds tolerance, JobControl& control)
    : m_state(std::make_unique<State>(machine, rate, tolerance, control)) {
    m_state->kind = entry.kind;
    m_state->choosesTicks = entry.aimsAtTicks && m_state->time.tick(entry.kind) > Nanoseconds{0};
    m_state->loop = std::make_unique<FrameLoop>(m_state->time, m_state->rings.frameRing,
                                                m_state->rings.sleepRing, &m_state->rings);
    RunPlan plan = standardPlan();
    plan.strategy = {std::string(entry.id), values};
    m_state->loop->setParts(makeParts(resolveParts(plan).value(), m_state->loop->waitTime()));
}

Racer::~Racer() = default;

bool Racer::runBlock(Nanoseconds length, Nanoseconds phase, bool counted) {
    State& state = *m_state;
    waitForPhase(state.time, phase);
    const CpuCounters before = state.machine.counters();
    const EndReason end = state.loop->run(state.rate, {0, length, 0, std::nullopt});
    const CpuUsage usage = usageBetween(before, state.machine.counters());
    state.rings.makeRoom();
    const std::deque<FrameSample> frames = std::exchange(state.rings.frames, {});
    const std::vector<SleepSample> sleeps = std::exchange(state.rings.sleeps, {});
    if (end == EndReason::Stopped)
        return false;
    if (!counted)
        return true;
    double spun = 0;
    for (const FrameSample& sample : frames)
        spun += state.count(sample);
    for (std::size_t i = 0; i < sleeps.size(); ++i) {
        if (i == 0 || sleeps[i].frame != sleeps[i - 1].frame)
            state.firstSleeps.push_back(sleeps[i]);
        state.kind = sleeps[i].kind;
    }
    if (usage.threadPercent) {
        state.cpu.push_back(*usage.threadPercent);
        state.otherCpu += *usage.threadPercent / 100 * static_cast<double>(usage.wall.count()) - spun;
    }
    if (usage.involuntary)
        state.involuntary = state.involuntary.value_or(0) + *usage.involuntary;
    return true;
}

FrameMetrics Racer::metrics() const {
    return m_state->statistics.metrics();
}
const std::vector<double>& Racer::cpuPercent() const noexcept {
    return m_state->cpu;
}
std::optional<std::int64_t> Racer::involuntary() const noexcept {
    return m_state->involuntary;
}

std::int64_t Racer::lost() const noexcept {
    return m_state->lost;
}
SleepKind Racer::sleepKind() const noexcept {
    return m_state->kind;
}

double Racer::sleepsPerFrame() const noexcept {
    const std::int64_t frames = m_state->statistics.error().count();
    return frames > 0 ? static_cast<double>(m_state->sleeps) / static_cast<double>(frames) : 0;
}

double Racer::wokeLateShare() const noexcept {
    const std::int64_t frames = m_state->statistics.error().count();
    return frames > 0 ? static_cast<double>(m_state->wokeLate) / static_cast<double>(frames) : 0;
}

void Racer::teach(MarginOracle& oracle) const {
    if (!m_state->choosesTicks) {
        for (const SleepSample& sleep : m_state->firstSleeps)
            oracle.add(sleep);
    }
    oracle.addWakeUps(m_state->otherCpu, m_state->sleeps, m_state->statistics.error().count());
}

} // namespace jitterscope

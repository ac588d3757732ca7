// SPDX-License-Identifier: MIT
#include "core/simulation/simulated_time.h"

#include "core/simulation/machine_catalog.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::int64_t kBoot = 1'000'000'000'000; // the machine has been up for a while

constexpr std::int64_t kEndOfTime =
    8'000'000'000'000'000'000; // 250 years, so that sums still fit into 64 bits

constexpr double kLongestDistance = 1e15; // ns between two losses

std::int64_t whole(double value) noexcept {
    return static_cast<std::int64_t>(value);
}

/// `valueOf` a table, interpolated between the two lengths around `length`; 0 without tables.
template <typename Table, typename Value>
double atLength(const std::vector<Table>& tables, double length, const Value& valueOf) noexcept {
    if (tables.empty())
        return 0;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const Table& high = tables[i];
        if (length > high.length)
            continue;
        if (i == 0)
            return valueOf(high);
        const Table& low = tables[i - 1];
        const double part = (length - low.length) / (high.length - low.length);
        return valueOf(low) * (1 - part) + valueOf(high) * part;
    }
    return valueOf(tables.back());
}

} // namespace

double QuantileTable::at(double share) const noexcept {
    if (points.empty())
        return 0;
    if (share <= points.front().share)
        return points.front().value;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point& low = points[i - 1];
        const Point& high = points[i];
        if (share < high.share)
            return low.value + (high.value - low.value) * ((share - low.share) / (high.share - low.share));
    }
    return points.back().value;
}

double QuantileTable::mean() const noexcept {
    if (points.empty())
        return 0;
    double sum = points.front().share * points.front().value; // flat before the first and after the last
    for (std::size_t i = 1; i < points.size(); ++i)
        sum += (points[i].share - points[i - 1].share) * (points[i].value + points[i - 1].value) / 2;
    return sum + (1 - points.back().share) * points.back().value;
}

double MachineModel::latency(SleepKind kind, double length, double share) const noexcept {
    return atLength(latencies.of(kind), length,
                    [share](const LatencyTable& table) { return table.latency.at(share); });
}

double MachineModel::costOfWake(SleepKind kind, double length) const noexcept {
    const std::vector<WakeCost>& costs = wakeCosts.of(kind);
    return costs.empty() ? wakeCost : atLength(costs, length, [](const WakeCost& wake) { return wake.cost; });
}

SimulatedTime::SimulatedTime(MachineModel model, std::uint64_t seed) : m_random(seed), m_now(kBoot) {
    become(std::move(model));
    publish();
}

void SimulatedTime::become(MachineModel model) {
    m_model = std::move(model);
    const std::int64_t tick = std::max(m_model.tick, m_model.hiresTick);
    m_phase = tick > 0 ? static_cast<std::int64_t>(m_random.below(static_cast<std::uint64_t>(tick))) : 0;
    m_nextInterrupt = INT64_MAX;
    if (m_model.interruptPeriod > 0)
        m_nextInterrupt = m_now + static_cast<std::int64_t>(
                                      m_random.below(static_cast<std::uint64_t>(m_model.interruptPeriod)));
    drawLoss();
}

void SimulatedTime::drawLoss() noexcept {
    m_nextLoss = INT64_MAX;
    if (m_model.lossesPerSecond <= 0)
        return;
    // Uniform up to twice the mean distance: the right rate without a logarithm.
    const double mean = std::min(1e9 / m_model.lossesPerSecond, kLongestDistance);
    m_nextLoss = m_cpu + 1 + whole(2 * mean * m_random.uniform());
}

TimePoint SimulatedTime::shown() const noexcept {
    return TimePoint(Nanoseconds(m_now - m_now % m_model.resolution));
}

/// How long the thread can be busy until it next loses the processor; at least 0.
std::int64_t SimulatedTime::untilInterrupted() noexcept {
    std::int64_t busy = m_nextLoss - m_cpu;
    if (m_model.interruptPeriod > 0) {
        if (m_nextInterrupt < m_now) { // no tick while the processor slept
            const std::int64_t period = m_model.interruptPeriod;
            m_nextInterrupt += (m_now - m_nextInterrupt + period - 1) / period * period;
        }
        busy = std::min(busy, m_nextInterrupt - m_now);
    }
    return std::max<std::int64_t>(busy, 0);
}

/// The thread loses the processor for some time; returns how long.
std::int64_t SimulatedTime::loseProcessor() noexcept {
    const bool interrupted = m_nextInterrupt <= m_now && m_model.interruptPeriod > 0;
    const QuantileTable& lengths = interrupted ? m_model.interruptLength : m_model.lossLength;
    const std::int64_t gone = whole(lengths.at(m_random.uniform()));
    m_now += gone;
    m_cpu += whole(m_model.lossCharged * static_cast<double>(gone));
    if (interrupted) {
        m_nextInterrupt =
            std::max(m_nextInterrupt + m_model.interruptPeriod, m_now + 1); // never at once again
    } else {
        ++m_losses;
        drawLoss();
    }
    return gone;
}

/// The thread is busy for `amount` ns of CPU time and may lose the processor meanwhile. Returns the longest
/// loss.
std::int64_t SimulatedTime::work(std::int64_t amount) noexcept {
    std::int64_t longest = 0;
    for (std::int64_t before = untilInterrupted(); before <= amount; before = untilInterrupted()) {
        m_now += before;
        m_cpu += before;
        amount -= before;
        longest = std::max(longest, loseProcessor());
    }
    m_now += amount;
    m_cpu += amount;
    return longest;
}

TimePoint SimulatedTime::now() noexcept {
    m_readDebt += m_model.clockCost;
    const std::int64_t cost = whole(m_readDebt);
    m_readDebt -= static_cast<double>(cost);
    work(cost);
    return shown();
}

std::int64_t SimulatedTime::wakeTime(std::int64_t target, std::int64_t length, SleepKind kind) noexcept {
    const std::int64_t tick = m_model.tickOf(kind);
    std::int64_t wake = target;
    if (tick > 0) {
        const std::int64_t past = (target - m_phase) % tick;
        wake += past == 0 ? 0 : tick - past;
    } else if (kind != SleepKind::Timer) {
        wake += whole(m_model.slack);
    }
    const double latency = m_model.latency(kind, static_cast<double>(length), m_random.uniform());
    wake += whole(std::max(latency, -static_cast<double>(length) / 2)); // a sleep always takes some time
    if (m_model.lateUniform > 0) {
        wake += whole(m_model.lateUniform * m_random.uniform());
        while (m_random.chance(m_model.periodChance))
            wake += whole(m_model.lateUniform);
    }
    return wake;
}

NativeSleep SimulatedTime::sleep(TimePoint begin, Nanoseconds length, SleepKind kind) noexcept {
    if (!stopRequested()) {
        const std::int64_t asked = std::max<std::int64_t>(length.count(), 0);
        m_now = std::max(m_now, wakeTime(m_now + asked, asked, kind));
        // This CPU time is a part of the latency, so it takes no further time.
        m_cpu += whole(m_model.costOfWake(kind, static_cast<double>(asked)));
        ++m_sleeps;
    }
    const TimePoint end = now();
    publish();
    return {length, end - begin, end};
}

NativeSleep SimulatedTime::sleepFor(Nanoseconds length, SleepKind kind) noexcept {
    return sleep(now(), length, kind);
}

NativeSleep SimulatedTime::sleepUntil(TimePoint deadline) noexcept {
    const TimePoint begin = now();
    return sleep(begin, deadline - begin, SleepKind::Absolute);
}

Spin SimulatedTime::spinUntil(TimePoint deadline, SpinKind kind) noexcept {
    Spin spin;
    spin.begin = now();
    const std::int64_t until = deadline.time_since_epoch().count();
    const double between = m_model.clockCost + (kind == SpinKind::Yield ? m_model.yieldCost : 0);
    const std::int64_t step = std::max<std::int64_t>(whole(between), 1);
    TimePoint read = spin.begin;
    while (read < deadline && !stopRequested()) {
        // The last read is the first at or after the deadline; reads come every `step`.
        const std::int64_t left = until - m_now;
        const std::int64_t steps = std::max<std::int64_t>((left + step - 1) / step, 1);
        const std::int64_t toDeadline = between > 0 ? steps * step : std::max<std::int64_t>(left, 1);
        // Only up to the next loss of the processor, because lost time is not spun.
        const std::int64_t gap = work(std::min(toDeadline, std::max<std::int64_t>(untilInterrupted(), 1)));
        spin.largestGap = std::max(spin.largestGap, Nanoseconds(gap + (gap > 0 ? step : 0)));
        read = shown();
    }
    spin.end = read;
    publish();
    return spin;
}

void SimulatedTime::publish() noexcept {
    if (m_now >= kEndOfTime)
        requestStop();
    m_shownNow.store(m_now, std::memory_order_relaxed);
    m_shownCpu.store(m_cpu, std::memory_order_relaxed);
    m_shownSleeps.store(m_sleeps, std::memory_order_relaxed);
    m_shownLosses.store(m_losses, std::memory_order_relaxed);
}

CpuCounters SimulatedTime::counters() const noexcept {
    CpuCounters counters;
    counters.at = TimePoint(Nanoseconds(m_shownNow.load(std::memory_order_relaxed)));
    counters.thread = Nanoseconds(m_shownCpu.load(std::memory_order_relaxed));
    counters.process = counters.thread;
    counters.voluntary = m_shownSleeps.load(std::memory_order_relaxed);
    counters.involuntary = m_shownLosses.load(std::memory_order_relaxed);
    return counters;
}

Result<std::unique_ptr<SimulatedTime>> makeSimulatedTime(const MachineChoice& machine, std::uint64_t seed) {
    const auto model = modelOf(machine);
    if (!model)
        return model.error();
    return std::make_unique<SimulatedTime>(*model.value(), seed);
}

} // namespace jitterscope

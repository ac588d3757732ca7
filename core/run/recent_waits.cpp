// SPDX-License-Identifier: MIT
#include "core/run/recent_waits.h"

#include "core/base/portable_math.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// How far the CPU time, as a share of one core, may fall and rise because the margin moves.
struct MarginDrift {
    double down = 0;
    double up = 0;
};

/// The margin is a quantile with only k sleeps beyond it. As new sleeps replace old ones, k varies by about
/// √k, and the margin and its spin follow. They follow slowly, so recent waits do not show it.
MarginDrift driftOf(const LearnedLatency& learned) noexcept {
    const double weight = learned.oversleeps.weight();
    if (!(learned.interval > 0) || !(weight > 0))
        return {};
    const double beyond = std::max(learned.operating.missed, 1 / weight);
    const double part = std::min(1.96 / std::sqrt(beyond * weight), 1.0);
    const auto spin = [&learned](double share) {
        return quantileOf(learned.oversleeps, std::min(share, 1.0), one_header::ModelAims::kNone).spin /
               learned.interval;
    };
    return {spin(beyond) - spin(beyond * (1 + part)), spin(beyond * (1 - part)) - spin(beyond)};
}

} // namespace

void RecentWaits::add(const WaitFacts& facts, TimePoint due, TimePoint end, Nanoseconds tolerance) noexcept {
    const auto after = static_cast<double>((end - due).count());
    // A thread whose spin ends after the deadline has lost the processor. It took no CPU time meanwhile.
    m_current.spun += std::max(static_cast<double>(facts.spin) - std::max(after, 0.0), 0.0);
    m_current.sleeps += facts.nativeSleeps;
    m_current.late += end - due > tolerance ? 1 : 0;
    if (m_due)
        m_current.length += static_cast<double>((due - *m_due).count());
    m_due = due;
    if (++m_waits < kBlock)
        return;
    m_blocks[m_full++ % kBlocks] = m_current;
    m_current = Block();
    m_waits = 0;
}

std::optional<WaitForecast> RecentWaits::next(const LearnedLatency& learned) const noexcept {
    const std::size_t count = std::min(m_full, kBlocks);
    if (count < kFewest)
        return std::nullopt;
    const auto n = static_cast<double>(count);
    double late = 0;
    double cpu = 0;
    const auto cpuOf = [&learned](const Block& block) {
        return block.length > 0 ? (block.spun + block.sleeps * learned.sleepCost) / block.length : 0;
    };
    for (std::size_t i = 0; i < count; ++i) {
        late += m_blocks[i].late / n;
        cpu += cpuOf(m_blocks[i]) / n;
    }
    double lateSquares = 0;
    double cpuSquares = 0;
    for (std::size_t i = 0; i < count; ++i) {
        lateSquares += (m_blocks[i].late - late) * (m_blocks[i].late - late);
        cpuSquares += (cpuOf(m_blocks[i]) - cpu) * (cpuOf(m_blocks[i]) - cpu);
    }
    // Student's t for n − 1 degrees of freedom, exact to 0.01 from four blocks on.
    const double t = 1.96 + 2.5 / (n - 1) + 4 / ((n - 1) * (n - 1));
    const auto ahead = static_cast<double>(kBlocks);
    const double both = std::sqrt(1 / n + 1 / ahead); // of the past mean and of the next one
    WaitForecast next;
    next.waits = static_cast<std::int64_t>(kBlocks) * kBlock;
    next.cpu = cpu;
    const double cpuHalf = t * std::sqrt(cpuSquares / (n - 1)) * both + kModel * cpu;
    const MarginDrift drift = driftOf(learned);
    next.cpuLow = std::max(cpu - portable::hypot(cpuHalf, drift.down), 0.0);
    next.cpuHigh = std::min(cpu + portable::hypot(cpuHalf, drift.up), 1.0);
    // The standard deviation of a count is its square root, and that of the square root is 1/2 (F. J.
    // Anscombe, The transformation of Poisson data, Biometrika 1948). It is larger where blocks differ more
    // than counts do by chance.
    const double more = late > 0 ? std::max(1.0, lateSquares / (n - 1) / late) : 1;
    const double root = std::sqrt(late + 3.0 / (8 * n));
    const double half = t * 0.5 * std::sqrt(more) * both;
    const auto shareOf = [n](double value) {
        return std::clamp((value * value - 3 / (8 * n)) / kBlock, 0.0, 1.0);
    };
    next.late = late / kBlock;
    next.lateLow = std::min(shareOf(std::max(root - half, 0.0)), next.late);
    next.lateHigh = shareOf(root + half);
    return next;
}

} // namespace jitterscope

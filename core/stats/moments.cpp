// SPDX-License-Identifier: MIT
#include "core/stats/moments.h"

namespace jitterscope {

void Welford::merge(const Welford& other) noexcept {
    if (other.m_count == 0)
        return;
    const auto mine = static_cast<double>(m_count);
    const auto theirs = static_cast<double>(other.m_count);
    const double delta = other.m_mean - m_mean;
    m_count += other.m_count;
    m_mean += delta * theirs / (mine + theirs);
    m_squares += other.m_squares + delta * delta * mine * theirs / (mine + theirs);
}

void Drift::add(std::int64_t iteration, double residual) noexcept {
    ++m_count;
    const auto n = static_cast<double>(m_count);
    const double deltaX = static_cast<double>(iteration) - m_meanX;
    const double deltaY = residual - m_meanY;
    m_meanX += deltaX / n;
    m_meanY += deltaY / n;
    m_sumXX += deltaX * (static_cast<double>(iteration) - m_meanX);
    m_sumXY += deltaX * (residual - m_meanY);
}

std::optional<double> Drift::slope() const noexcept {
    return m_count > 1 && m_sumXX > 0 ? std::optional(m_sumXY / m_sumXX) : std::nullopt;
}

std::optional<double> Drift::ppm(double periodNanoseconds) const noexcept {
    const std::optional<double> perIteration = slope();
    return perIteration ? std::optional(*perIteration / periodNanoseconds * 1e6) : std::nullopt;
}

} // namespace jitterscope

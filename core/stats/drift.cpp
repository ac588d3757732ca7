// SPDX-License-Identifier: MIT
#include "core/stats/drift.h"

namespace jitterscope {

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

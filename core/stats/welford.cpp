// SPDX-License-Identifier: MIT
#include "core/stats/welford.h"

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

} // namespace jitterscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

bool usable(Range range) {
    return std::isfinite(range.low) && std::isfinite(range.high) && range.span() > 0;
}

} // namespace

Range secondsAgo(double elapsed, double most) {
    const double steps = std::ceil(std::clamp(elapsed, 1.0, most) / 10);
    return {-std::min(most, steps * 10), 0};
}

Range SteadyRange::follow(Range wanted) {
    if (!usable(wanted))
        return m_set ? m_range : wanted;
    const bool outside = !m_set || wanted.low < m_range.low || wanted.high > m_range.high;
    m_loose = m_set && wanted.span() < 0.45 * m_range.span() ? m_loose + 1 : 0;
    if (outside || m_loose > m_patience) {
        const Range base = outside && m_set && m_loose == 0
                               ? Range{std::min(wanted.low, m_range.low), std::max(wanted.high, m_range.high)}
                               : wanted;
        m_range = niceRange(base, m_most);
        m_loose = 0;
        m_set = true;
    }
    return m_range;
}

} // namespace jitterscope::ui

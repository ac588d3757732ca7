// SPDX-License-Identifier: MIT
#include "core/picture/scale.h"

#include "core/base/portable_math.h"

#include <algorithm>

namespace jitterscope {

Scale Scale::linear(double low, double high, double from, double to) noexcept {
    Scale scale;
    scale.m_low = low;
    scale.m_high = high;
    scale.m_from = from;
    scale.m_to = to;
    return scale;
}

Scale Scale::decades(double low, double high, double from, double to) noexcept {
    Scale scale = linear(portable::log10(low), portable::log10(high), from, to);
    scale.m_decades = true;
    return scale;
}

double Scale::part(double value) const noexcept {
    constexpr double kBelow = -1;
    if (m_decades && !(value > 0))
        return kBelow;
    const double place = m_decades ? portable::log10(value) : value;
    return m_high > m_low ? (place - m_low) / (m_high - m_low) : 0;
}

double Scale::at(double value) const noexcept {
    return m_from + std::clamp(part(value), 0.0, 1.0) * (m_to - m_from);
}

bool Scale::contains(double value) const noexcept {
    return part(value) >= 0 && part(value) <= 1;
}

} // namespace jitterscope

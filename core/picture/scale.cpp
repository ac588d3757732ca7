// SPDX-License-Identifier: MIT
#include "core/picture/scale.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

SvgScale SvgScale::linear(double low, double high, double from, double to) noexcept {
    SvgScale scale;
    scale.m_low = low;
    scale.m_high = high;
    scale.m_from = from;
    scale.m_to = to;
    return scale;
}

SvgScale SvgScale::decades(double low, double high, double from, double to) noexcept {
    SvgScale scale = linear(std::log10(low), std::log10(high), from, to);
    scale.m_decades = true;
    return scale;
}

double SvgScale::part(double value) const noexcept {
    constexpr double kBelow = -1;
    if (m_decades && !(value > 0))
        return kBelow;
    const double place = m_decades ? std::log10(value) : value;
    return m_high > m_low ? (place - m_low) / (m_high - m_low) : 0;
}

double SvgScale::at(double value) const noexcept {
    return m_from + std::clamp(part(value), 0.0, 1.0) * (m_to - m_from);
}

bool SvgScale::contains(double value) const noexcept {
    return part(value) >= 0 && part(value) <= 1;
}

std::vector<double> roundTicks(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(high - low))
        return ticks;
    constexpr double kNearly = 1e-9; // of a step
    const double power = std::pow(10, std::floor(std::log10((high - low) / most)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        const double step = factor * power;
        const double first = std::ceil(low / step - kNearly);
        const double last = std::floor(high / step + kNearly);
        if (last - first + 1 > most)
            continue;
        for (double i = first; i <= last; ++i)
            ticks.push_back(i * step + 0.0); // no −0
        break;
    }
    return ticks;
}

} // namespace jitterscope

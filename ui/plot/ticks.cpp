// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/ticks.h"

#include "ui/format/format.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kMostDecimals = 4;

bool usable(Range range) {
    return std::isfinite(range.low) && std::isfinite(range.high) && range.span() > 0;
}

double rough(Range range, int most) {
    return range.span() / std::max(1, most);
}

/// Whether frame times themselves can label a range of deviations this narrow.
bool absoluteLabels(Range range, double period) {
    return stepDecimals(niceStep(rough(range, 5)) / format::frameTimeUnit(period)) <= kMostDecimals;
}

} // namespace

double niceStep(double value) {
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (factor * power >= value * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

int stepDecimals(double step) {
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
}

std::vector<double> tickValues(Range range, int most) {
    std::vector<double> values;
    if (!usable(range))
        return values;
    const double step = niceStep(rough(range, most));
    const double first = std::ceil(range.low / step - 1e-6);
    for (int i = 0; i <= most + 1; ++i) {
        const double value = (first + i) * step;
        if (value > range.high + step * 1e-6)
            break;
        values.push_back(value);
    }
    return values;
}

Range niceRange(Range range, int most) {
    if (!usable(range))
        return {range.low, range.low + 1};
    const double step = niceStep(rough(range, most));
    return {std::floor(range.low / step + 1e-6) * step, std::ceil(range.high / step - 1e-6) * step};
}

TickMaker numberTicks(double scale, const QString& suffix) {
    return [scale, suffix](Range range, int most) {
        const Range shown{range.low / scale, range.high / scale};
        const int decimals = stepDecimals(niceStep(rough(shown, most)));
        std::vector<Tick> ticks;
        for (const double value : tickValues(shown, most))
            ticks.push_back({value * scale, format::number(value, decimals) + suffix});
        return ticks;
    };
}

double durationUnit(Range range) {
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    return largest >= 2e9 ? 1e9 : largest >= 1e6 ? 1e6 : largest >= 1e3 ? 1e3 : 1;
}

TickMaker frameTimeTicks(double period) {
    return [period](Range range, int most) {
        if (!usable(range))
            return std::vector<Tick>{};
        if (!absoluteLabels(range, period)) {
            const double unit = durationUnit(range);
            std::vector<Tick> ticks = numberTicks(unit)(range, most);
            for (Tick& tick : ticks)
                tick.label = tick.at > 0 ? QLatin1Char('+') + tick.label : tick.label;
            return ticks;
        }
        const double unit = format::frameTimeUnit(period);
        std::vector<Tick> ticks = numberTicks(unit)({range.low + period, range.high + period}, most);
        for (Tick& tick : ticks)
            tick.at -= period;
        return ticks;
    };
}

TitleMaker frameTimeTitle(double period) {
    return [period](Range range) {
        return absoluteLabels(range, period)
                   ? QStringLiteral("frame time, ") + format::unitName(format::frameTimeUnit(period))
                   : QStringLiteral("frame time − period, ") + format::unitName(durationUnit(range));
    };
}

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

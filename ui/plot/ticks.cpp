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

Range niceRange(Range range, int most) {
    if (!usable(range))
        return {range.low, range.low + 1};
    const double step = niceStep(rough(range, most));
    return {std::floor(range.low / step + 1e-6) * step, std::ceil(range.high / step - 1e-6) * step};
}

TickMaker numberTicks(double scale, const QString& suffix) {
    return [labels = numberLabels(suffix.toStdString(), scale)](Range range, int most) {
        std::vector<Tick> ticks;
        for (const LabelledTick& tick : labels(range, most))
            ticks.push_back({tick.at, QString::fromStdString(tick.label)});
        return ticks;
    };
}

double durationUnit(Range range) {
    return timeUnit(std::max(std::abs(range.low), std::abs(range.high))).nanoseconds;
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

// SPDX-License-Identifier: MIT
#include "core/picture/ticks.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/base/said.h"

#include <algorithm>
#include <cmath>

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

namespace {

constexpr int kMostDecimals = 4; // of a frame time

bool usable(Range range) {
    return std::isfinite(range.low) && std::isfinite(range.high) && range.span() > 0;
}

double roughStep(Range range, int most) {
    return range.span() / std::max(1, most);
}

TimeUnit unitOf(Range range) {
    return timeUnit(std::max(std::abs(range.low), std::abs(range.high)));
}

/// Whether frame times themselves can label a range of deviations this narrow.
bool absoluteLabels(Range range, double period) {
    return stepDecimals(niceStep(roughStep(range, 5)) / frameTimeUnit(period).nanoseconds) <= kMostDecimals;
}

} // namespace

double niceStep(double rough) {
    if (!(rough > 0) || !std::isfinite(rough))
        return 1;
    constexpr double kNearly = 1 - 1e-9;
    const double power = portable::pow(10, std::floor(portable::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * kNearly)
            return factor * power;
    }
    return 10 * power;
}

int stepDecimals(double step) {
    constexpr int kMost = 9;
    return std::clamp(static_cast<int>(std::ceil(-portable::log10(step) - 1e-9)), 0, kMost);
}

std::vector<double> roundTicks(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(high - low))
        return ticks;
    constexpr double kNearly = 1e-6; // of a step
    const double step = niceStep((high - low) / std::max(1, most));
    const double first = std::ceil(low / step - kNearly);
    for (int i = 0; i <= most + 1; ++i) {
        const double tick = (first + i) * step + 0.0; // no −0
        if (tick > high + step * kNearly)
            break;
        ticks.push_back(tick);
    }
    return ticks;
}

std::vector<double> decadeTicks(double low, double high, int most) {
    const int first = static_cast<int>(std::ceil(portable::log10(low) - 1e-9));
    const int last = static_cast<int>(std::floor(portable::log10(high) + 1e-9));
    const int step = std::max(1, (last - first) / (std::max(most, 0) + 1) + 1);
    std::vector<double> ticks;
    for (int power = first; power <= last; power += step)
        ticks.push_back(portable::pow(10, power));
    return ticks;
}

std::string tickText(double value) {
    constexpr double kFinest = 1e9; // parts of one
    return plainNumberText(std::round(value * kFinest) / kFinest);
}

TimeUnit timeUnit(double largest) noexcept {
    if (largest >= 1e9)
        return {1e9, "s"};
    if (largest >= 1e6)
        return {1e6, "ms"};
    return largest >= 1e3 ? TimeUnit{1e3, "µs"} : TimeUnit{};
}

TimeUnit frameTimeUnit(double period) noexcept {
    return period >= 1e6 ? TimeUnit{1e6, "ms"} : TimeUnit{1e3, "µs"};
}

Range niceRange(Range range, int most) {
    if (!usable(range))
        return {range.low, range.low + 1};
    const double step = niceStep(roughStep(range, most));
    return {std::floor(range.low / step + 1e-6) * step, std::ceil(range.high / step - 1e-6) * step};
}

TickLabels frameTimeLabels(double period) {
    return [period](Range range, int most) {
        if (!usable(range))
            return std::vector<LabelledTick>{};
        if (!absoluteLabels(range, period)) {
            std::vector<LabelledTick> ticks = numberLabels({}, unitOf(range).nanoseconds)(range, most);
            for (LabelledTick& tick : ticks)
                tick.label = (tick.at > 0 ? "+" : "") + tick.label;
            return ticks;
        }
        const double unit = frameTimeUnit(period).nanoseconds;
        std::vector<LabelledTick> ticks =
            numberLabels({}, unit)({range.low + period, range.high + period}, most);
        for (LabelledTick& tick : ticks)
            tick.at -= period;
        return ticks;
    };
}

RangeTitle frameTimeTitle(double period) {
    return [period](Range range) {
        return absoluteLabels(range, period) ? "frame time, " + std::string(frameTimeUnit(period).name)
                                             : "frame time − period, " + std::string(unitOf(range).name);
    };
}

TickLabels numberLabels(std::string_view suffix, double scale) {
    return [suffix = std::string(suffix), scale](Range range, int most) {
        const Range shown{range.low / scale, range.high / scale};
        const int decimals = stepDecimals(niceStep(shown.span() / std::max(1, most)));
        std::vector<LabelledTick> ticks;
        for (const double value : roundTicks(shown.low, shown.high, most))
            ticks.push_back({value * scale, said::number(value, decimals) + suffix});
        return ticks;
    };
}

TickLabels decadeTimeLabels(double unit) {
    return [unit](Range range, int most) {
        std::vector<LabelledTick> ticks;
        for (const double at : decadeTicks(range.low, range.high, most - 1)) {
            const TimeUnit in = timeUnit(at * unit);
            ticks.push_back({at, said::number(at * unit / in.nanoseconds, 0) + " " + std::string(in.name)});
        }
        return ticks;
    };
}

} // namespace jitterscope

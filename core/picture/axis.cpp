// SPDX-License-Identifier: MIT
#include "core/picture/axis.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/base/said.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr int kSteps = 5;
constexpr double kFootRoom = 0.6;    // decades below the first one, for zero
constexpr double kLargest = 1e18;    // larger values would make endless labels
constexpr double kSmallest = 1e-15;  // of a log axis
constexpr double kDeepest = 1e4;     // zoom
constexpr double kRarest = 1e-9;     // 1 − the highest percentile that is told apart
constexpr double kFewDecades = 0.75; // a log axis of fewer is labelled like a linear one

bool canBeShown(Range range) {
    return std::isfinite(range.low) && std::isfinite(range.high) && range.span() > 0;
}

bool alike(Range a, Range b) {
    const double slack = 1e-9 * std::max(a.span(), b.span());
    return std::abs(a.low - b.low) <= slack && std::abs(a.high - b.high) <= slack;
}

std::vector<LabelledTick> percentileTicks() {
    std::vector<LabelledTick> ticks{{0, "p0"}, {0.5, "p50"}};
    for (int nines = 1; nines <= 9; ++nines) {
        const double share = 1 - portable::pow(10, -nines);
        ticks.push_back({share, "p" + decimalText(100 * share, std::max(0, nines - 2))});
    }
    return ticks;
}

} // namespace

Axis Axis::ofNames(std::vector<std::string> names, std::string title, bool down) {
    Axis axis(AxisScale::Names, Quantity::Word, std::move(title));
    axis.m_down = down;
    const auto count = static_cast<double>(std::max<std::size_t>(1, names.size()));
    axis.m_names = std::move(names);
    axis.setRange({0, count});
    return axis;
}

void Axis::setLabels(TickLabels ticks, RangeTitle title) {
    m_makeTicks = std::move(ticks);
    m_makeTitle = std::move(title);
}

void Axis::include(double value) {
    if (!std::isfinite(value) || std::abs(value) > kLargest)
        return;
    if (m_scale == AxisScale::Log && value < kSmallest) {
        m_zero = true;
        return;
    }
    m_low = std::min(m_low, value);
    m_high = std::max(m_high, value);
}

void Axis::include(const std::optional<Range>& span) {
    if (span) {
        include(span->low);
        include(span->high);
    }
}

void Axis::settle() {
    const bool none = m_low > m_high;
    Range whole;
    if (m_scale == AxisScale::Log) {
        const double low = none ? 0 : std::floor(portable::quickLog10(m_low) + 1e-9);
        const double high = none ? 1 : std::ceil(portable::quickLog10(m_high) - 1e-9);
        m_foot = low - kFootRoom;
        whole = {m_zero ? m_foot - 0.1 : low, std::max(high, low + 1)};
    } else if (m_scale == AxisScale::Linear) {
        double low = none ? 0 : m_low;
        double high = none ? 1 : m_high;
        if (low >= 0 && low < 0.4 * high)
            low = 0;
        if (!(high > low)) {
            const double pad = low == 0 ? 1 : std::abs(low) * 0.1;
            low -= low == 0 ? 0 : pad;
            high += pad;
        }
        whole = niceRange({low, high}, kSteps);
    } else {
        whole = none ? m_whole : Range{place(m_low), place(m_high)};
    }
    setWhole(whole, whole);
}

void Axis::setRange(Range values, std::optional<Range> reach) {
    const auto placed = [this](Range range) {
        const double a = place(range.low);
        const double b = place(range.high);
        return Range{std::min(a, b), std::max(a, b)};
    };
    if (m_scale == AxisScale::Log)
        m_foot = portable::quickLog10(std::max(values.low, kSmallest)) - kFootRoom;
    Range whole = placed(values);
    if (!canBeShown(whole))
        whole = std::isfinite(whole.low) ? Range{whole.low, whole.low + 1} : Range{0, 1};
    Range far = reach ? placed(*reach) : whole;
    if (!canBeShown(far))
        far = whole;
    setWhole(whole, {std::min(whole.low, far.low), std::max(whole.high, far.high)});
}

void Axis::setWhole(Range whole, Range reach) {
    m_whole = whole;
    m_reach = reach;
    if (m_zoomed)
        keepWithin(m_shown);
    else
        m_shown = m_whole;
}

void Axis::keepWithin(Range wanted) {
    const double span = std::min(wanted.span(), m_reach.span());
    const double low = std::clamp(wanted.low, m_reach.low, std::max(m_reach.low, m_reach.high - span));
    m_shown = {low, low + span};
    m_zoomed = !alike(m_shown, m_whole);
    if (!m_zoomed)
        m_shown = m_whole;
}

double Axis::place(double value) const {
    if (m_scale == AxisScale::Log)
        return value < kSmallest ? m_foot : portable::quickLog10(value);
    if (m_scale == AxisScale::Percentile)
        return -portable::quickLog10(1 - std::clamp(value, 0.0, 1 - kRarest));
    return m_down ? -value : value;
}

double Axis::valueOf(double place) const {
    if (m_scale == AxisScale::Log)
        return portable::pow(10, place);
    if (m_scale == AxisScale::Percentile)
        return 1 - portable::pow(10, -place);
    return m_down ? -place : place;
}

double Axis::at(double value) const {
    if (!std::isfinite(value))
        return std::numeric_limits<double>::quiet_NaN();
    return (place(value) - m_shown.low) / m_shown.span();
}

double Axis::valueAt(double share) const {
    return valueOf(m_shown.low + share * m_shown.span());
}

Range Axis::shown() const {
    const double a = valueOf(m_shown.low);
    const double b = valueOf(m_shown.high);
    return {std::min(a, b), std::max(a, b)};
}

TimeUnit Axis::unit() const {
    return timeUnit(std::max(std::abs(m_shown.low), std::abs(m_shown.high)));
}

std::vector<LabelledTick> Axis::ticks(int most) const {
    const int some = std::max(1, most);
    std::vector<LabelledTick> ticks;
    if (m_scale == AxisScale::Log)
        ticks = logTicks(some);
    else if (m_scale == AxisScale::Percentile)
        ticks = percentileTicks();
    else if (m_scale == AxisScale::Names)
        ticks = nameTicks(some);
    else
        ticks = m_makeTicks ? m_makeTicks(m_shown, some) : linearTicks(some);
    std::vector<LabelledTick> within;
    for (LabelledTick& tick : ticks) {
        const double share = at(tick.at);
        if (share >= -1e-9 && share <= 1 + 1e-9)
            within.push_back({share, std::move(tick.label)});
    }
    return within;
}

std::vector<LabelledTick> Axis::linearTicks(int most) const {
    const bool percent = m_quantity == Quantity::Percent || m_quantity == Quantity::Fraction;
    const bool named = m_unitsInLabels && m_quantity == Quantity::Time;
    const double scale = m_quantity == Quantity::Fraction ? 0.01
                         : m_quantity == Quantity::Time   ? unit().nanoseconds
                                                          : 1;
    return numberLabels(percent ? " %"
                        : named ? " " + std::string(unit().name)
                                : std::string(),
                        scale)(m_shown, most);
}

std::vector<LabelledTick> Axis::logTicks(int most) const {
    std::vector<LabelledTick> ticks;
    const auto add = [&](double value) {
        ticks.push_back({value, m_quantity == Quantity::Count && value >= 1 ? said::count(std::llround(value))
                                                                            : said::tick(value, m_quantity)});
    };
    if (m_zero)
        ticks.push_back({0, "0"});
    const double decades = m_shown.span();
    if (decades < kFewDecades) {
        for (const double value : roundTicks(valueOf(m_shown.low), valueOf(m_shown.high), most))
            add(value);
        return ticks;
    }
    const double foot = m_zero ? m_foot + kFootRoom : m_shown.low;
    if (decades * 3 > most) {
        for (const double value : decadeTicks(portable::pow(10, foot), portable::pow(10, m_shown.high), most))
            add(value);
        return ticks;
    }
    for (double decade = std::floor(foot + 1e-9); decade <= m_shown.high + 1e-9; ++decade) {
        for (const double factor : {1, 2, 5})
            add(factor * portable::pow(10, decade));
    }
    return ticks;
}

std::vector<LabelledTick> Axis::nameTicks(int most) const {
    std::vector<LabelledTick> ticks;
    const auto step = static_cast<std::size_t>(niceStep(std::max(1.0, m_shown.span() / most)));
    for (std::size_t i = step - 1; i < m_names.size(); i += step)
        ticks.push_back({static_cast<double>(i) + 0.5, m_names[i]});
    return ticks;
}

std::string Axis::title() const {
    if (m_makeTitle)
        return m_makeTitle(m_shown);
    if (m_title.empty())
        return {};
    if (m_scale == AxisScale::Linear && m_quantity == Quantity::Time)
        return m_title + ", " + std::string(unit().name);
    if (m_quantity == Quantity::Milliseconds)
        return m_title + ", ms";
    return m_title;
}

std::string Axis::text(double value) const {
    if (m_scale != AxisScale::Names)
        return said::quantity(value, m_quantity);
    const auto index = std::floor(value);
    return index >= 0 && index < static_cast<double>(m_names.size())
               ? m_names[static_cast<std::size_t>(index)]
               : said::absent();
}

void Axis::zoom(double factor, double about) {
    if (m_fixed || !(factor > 0) || !std::isfinite(factor))
        return;
    const double least = m_scale == AxisScale::Names ? 1 : m_whole.span() / kDeepest;
    const double span = std::clamp(m_shown.span() / factor, std::min(least, m_shown.span()), m_reach.span());
    const double fixed = m_shown.low + about * m_shown.span();
    keepWithin({fixed - about * span, fixed + (1 - about) * span});
}

void Axis::pan(double by) {
    if (m_fixed)
        return;
    const double way = by * m_shown.span();
    keepWithin({m_shown.low + way, m_shown.high + way});
}

void Axis::resetZoom() {
    m_zoomed = false;
    m_shown = m_whole;
}

} // namespace jitterscope

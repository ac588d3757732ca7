// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/axis.h"

#include "ui/format/format.h"
#include "ui/format/quantity_text.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kSteps = 5;
constexpr double kFootRoom = 0.6;   // decades below the first, for zero
constexpr double kLargest = 1e18;   // beyond it labels have no end
constexpr double kSmallest = 1e-15; // of a log axis
constexpr double kDeepest = 1e4;    // zoom

} // namespace

void Axis::include(double value) {
    if (!std::isfinite(value) || std::abs(value) > kLargest)
        return;
    if (m_scale == Scale::Log && value < kSmallest) {
        m_zero = true;
        return;
    }
    m_low = std::min(m_low, value);
    m_high = std::max(m_high, value);
}

void Axis::settle() {
    const bool none = m_low > m_high;
    if (m_scale == Scale::Log) {
        const double low = none ? 0 : std::floor(std::log10(m_low) + 1e-9);
        const double high = none ? 1 : std::ceil(std::log10(m_high) - 1e-9);
        m_whole = {low, std::max(high, low + 1)};
        m_foot = low - kFootRoom;
        if (m_zero)
            m_whole.low = m_foot - 0.1;
    } else {
        double low = none ? 0 : m_low;
        double high = none ? 1 : m_high;
        if (low >= 0 && low < 0.4 * high)
            low = 0;
        if (!(high > low)) {
            const double pad = low == 0 ? 1 : std::abs(low) * 0.1;
            low -= low == 0 ? 0 : pad;
            high += pad;
        }
        m_whole = niceRange({low, high}, kSteps);
    }
    m_shown = m_whole;
}

void Axis::setRange(double low, double high) {
    m_whole = m_shown = high > low ? Range{low, high} : Range{low, low + 1};
}

double Axis::inner(double value) const {
    if (m_scale == Scale::Linear)
        return value;
    return value < kSmallest ? m_foot : std::log10(value);
}

double Axis::at(double value) const {
    if (!std::isfinite(value))
        return std::numeric_limits<double>::quiet_NaN();
    return (inner(value) - m_shown.low) / m_shown.span();
}

double Axis::unit() const {
    if (m_quantity == Quantity::Fraction)
        return 0.01;
    if (m_quantity != Quantity::Time)
        return 1;
    const double largest = std::max(std::abs(m_shown.low), std::abs(m_shown.high));
    return largest >= 2e9 ? 1e9 : largest >= 1e6 ? 1e6 : largest >= 1e3 ? 1e3 : 1;
}

std::vector<Tick> Axis::logTicks(int most) const {
    std::vector<Tick> ticks;
    const auto add = [&](double value) {
        const double share = at(value);
        if (share >= -1e-9 && share <= 1 + 1e-9)
            ticks.push_back({share, format::tick(value, m_quantity)});
    };
    if (m_zero)
        ticks.push_back({at(0), QStringLiteral("0")});
    const double decades = m_shown.span();
    const int step = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, most))));
    const int first = static_cast<int>(std::ceil((m_zero ? m_foot + kFootRoom : m_shown.low) - 1e-9));
    for (int decade = first; decade <= m_shown.high + 1e-9; decade += step) {
        add(std::pow(10, decade));
        if (decades * 3 <= most && step == 1) {
            add(2 * std::pow(10, decade));
            add(5 * std::pow(10, decade));
        }
    }
    return ticks;
}

std::vector<Tick> Axis::ticks(int most) const {
    if (m_scale == Scale::Log)
        return logTicks(most);
    const bool percent = m_quantity == Quantity::Percent || m_quantity == Quantity::Fraction;
    std::vector<Tick> ticks =
        numberTicks(unit(), percent ? QStringLiteral(" %") : QString())(m_shown, std::max(1, most));
    for (Tick& tick : ticks)
        tick.at = at(tick.at);
    return ticks;
}

QString Axis::title() const {
    if (m_title.isEmpty())
        return {};
    if (m_scale == Scale::Linear && m_quantity == Quantity::Time)
        return m_title + QStringLiteral(", ") + format::unitName(unit());
    if (m_quantity == Quantity::Milliseconds)
        return m_title + QStringLiteral(", ms");
    return m_title;
}

QString Axis::text(double value) const {
    return format::quantity(value, m_quantity);
}

void Axis::zoom(double factor, double about) {
    if (!(factor > 0))
        return;
    const double span = std::min(m_shown.span() / factor, m_whole.span());
    if (span < m_whole.span() / kDeepest)
        return;
    const double fixed = m_shown.low + about * m_shown.span();
    m_shown = {fixed - about * span, fixed + (1 - about) * span};
    pan(0);
}

void Axis::pan(double by) {
    const double span = m_shown.span();
    const double low = std::clamp(m_shown.low + by * span, m_whole.low, m_whole.high - span + span * 1e-12);
    m_shown = {low, low + span};
}

} // namespace jitterscope::ui

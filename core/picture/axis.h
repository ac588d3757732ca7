// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/table.h"
#include "core/picture/ticks.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// Percentile: shares 0 … 1, with as much room for 99 … 99.9 % as for 90 … 99 %. Names: named things in even
/// steps, the i-th from i to i + 1.
enum class AxisScale { Linear, Log, Percentile, Names };

/// One axis of a chart: from values to shares of its length, with 1-2-5 ticks, and how far it is zoomed. A
/// log axis shows what is not above zero at its foot, labelled 0.
class Axis {
public:
    Axis() = default;
    Axis(AxisScale scale, Quantity quantity, std::string title)
        : m_scale(scale), m_quantity(quantity), m_title(std::move(title)) {}
    /// An axis of names. `down`: the first name is on top.
    [[nodiscard]] static Axis ofNames(std::vector<std::string> names, std::string title = {},
                                      bool down = false);

    /// For linear axes: makes labels and title from what is shown.
    void setLabels(TickLabels ticks, RangeTitle title = {});
    void setTooltip(std::string tooltip) { m_tooltip = std::move(tooltip); }
    /// For an axis without a title: each label has its unit.
    void setUnitsInLabels() { m_unitsInLabels = true; }
    /// Neither zooms nor pans.
    void setFixed() { m_fixed = true; }

    /// Widens the axis to hold a value. Values that are not finite, or beyond ±1e18, are left out.
    void include(double value);
    void include(const std::optional<Range>& span);
    /// Rounds the ends. Call it once, after the last include().
    void settle();
    /// Sets exactly this range, instead of include() and settle(). `reach`: how far the user can zoom out and
    /// pan, if that is more. If the user has zoomed the axis, it stays where it is, but within the reach.
    void setRange(Range values, std::optional<Range> reach = {});

    /// The share of the length at which a value stands: 0 … 1 on the axis, less or more outside it. NaN for a
    /// value that is not finite.
    [[nodiscard]] double at(double value) const;
    [[nodiscard]] double valueAt(double share) const;
    /// The value in the even measure of the axis: the value itself, its log10, …
    [[nodiscard]] double place(double value) const;
    /// What is shown: in places (place()), and in values.
    [[nodiscard]] Range shownPlaces() const noexcept { return m_shown; }
    [[nodiscard]] Range shown() const;

    /// Ticks with `at` as shares of the length; at most about `most`.
    [[nodiscard]] std::vector<LabelledTick> ticks(int most) const;
    /// The title with its unit, if the labels have none. name() is the title alone.
    [[nodiscard]] std::string title() const;
    [[nodiscard]] const std::string& name() const noexcept { return m_title; }
    [[nodiscard]] const std::string& tooltip() const noexcept { return m_tooltip; }
    [[nodiscard]] AxisScale scale() const noexcept { return m_scale; }
    [[nodiscard]] bool isList() const noexcept { return m_down; } ///< names of things, from the top
    [[nodiscard]] std::string text(double value) const;

    /// `factor` > 1 shows less, around the share `about`: no more than the reach, and no less than 1/10 000
    /// of the whole or one name.
    void zoom(double factor, double about);
    /// Moves what is shown by a share of the length, within the reach.
    void pan(double by);
    void resetZoom();
    [[nodiscard]] bool zoomed() const noexcept { return m_zoomed; }

private:
    void setWhole(Range whole, Range reach);
    void keepWithin(Range wanted);
    [[nodiscard]] double valueOf(double place) const;
    [[nodiscard]] TimeUnit unit() const;
    [[nodiscard]] std::vector<LabelledTick> linearTicks(int most) const;
    [[nodiscard]] std::vector<LabelledTick> logTicks(int most) const;
    [[nodiscard]] std::vector<LabelledTick> nameTicks(int most) const;

    AxisScale m_scale = AxisScale::Linear;
    Quantity m_quantity = Quantity::Number;
    std::string m_title;
    std::string m_tooltip;
    std::vector<std::string> m_names;
    TickLabels m_makeTicks;
    RangeTitle m_makeTitle;
    bool m_down = false;
    bool m_fixed = false;
    bool m_unitsInLabels = false;
    bool m_zoomed = false;
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
    bool m_zero = false; // log: a value is not above zero
    double m_foot = 0;   // log: the place where such values are drawn
    Range m_whole{0, 1}; // these three in places
    Range m_reach{0, 1};
    Range m_shown{0, 1};
};

} // namespace jitterscope

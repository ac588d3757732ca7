// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "ui/plot/ticks.h"

#include <QString>
#include <QStringList>

#include <limits>
#include <optional>
#include <vector>

namespace jitterscope::ui {

/// Percentile: shares of what lies below, 0 … 1, with as much room for 99 … 99.9 % as for 90 … 99 %.
/// Names: things in even steps, the i-th from i to i + 1.
enum class Scale { Linear, Log, Percentile, Names };

/// One axis of a plot: from values to shares of its length, with 1-2-5 ticks, and how far it is zoomed. A log
/// axis shows what is not above zero at its foot, labelled 0.
class Axis {
public:
    Axis() = default;
    Axis(Scale scale, Quantity quantity, QString title)
        : m_scale(scale), m_quantity(quantity), m_title(std::move(title)) {}
    /// `down`: the first of them on top.
    [[nodiscard]] static Axis ofNames(QStringList names, const QString& title = {}, bool down = false);

    /// Labels and title of its own making, by what is shown; linear axes.
    void setLabels(TickMaker ticks, TitleMaker title = {});
    void setTooltip(const QString& tooltip) { m_tooltip = tooltip; }
    /// For an axis without title: each label has its unit.
    void setUnitsInLabels() { m_unitsInLabels = true; }
    /// Neither zooms nor pans.
    void setFixed() { m_fixed = true; }

    /// Widens the axis to hold a value; what is not finite, or absurd, is left out.
    void include(double value);
    /// Rounds the ends; to be called once, after the last include().
    void settle();
    /// Exactly this instead. `reach`: how far the user can zoom out and pan; the same unless there is more.
    /// An axis that the user has zoomed stays where it is, but within the reach.
    void setRange(Range values, std::optional<Range> reach = {});

    /// 0 … 1 along the axis, beyond it outside; NaN for what is not finite.
    [[nodiscard]] double at(double value) const;
    [[nodiscard]] double valueAt(double share) const;
    /// In the axis's own even measure: the value, its log10, …
    [[nodiscard]] double place(double value) const;
    /// What is shown, in places and in values.
    [[nodiscard]] Range shownPlaces() const noexcept { return m_shown; }
    [[nodiscard]] Range shown() const;

    /// Ticks with `at` as shares of the length; at most about `most`.
    [[nodiscard]] std::vector<Tick> ticks(int most) const;
    /// With its unit where the labels have none; name() without.
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString name() const { return m_title; }
    [[nodiscard]] QString tooltip() const { return m_tooltip; }
    [[nodiscard]] Scale scale() const noexcept { return m_scale; }
    [[nodiscard]] bool isList() const noexcept { return m_down; } ///< names of things, from the top
    [[nodiscard]] QString text(double value) const;

    /// `factor` > 1 shows less, around the share `about`; no further than the reach, and no deeper than what
    /// numbers can tell apart.
    void zoom(double factor, double about);
    /// By a share of the length, within the reach.
    void pan(double by);
    void resetZoom();
    [[nodiscard]] bool zoomed() const noexcept { return m_zoomed; }

private:
    void setWhole(Range whole, Range reach);
    void keepWithin(Range wanted);
    [[nodiscard]] double valueOf(double place) const;
    [[nodiscard]] double unit() const;
    [[nodiscard]] std::vector<Tick> linearTicks(int most) const;
    [[nodiscard]] std::vector<Tick> logTicks(int most) const;
    [[nodiscard]] std::vector<Tick> percentileTicks() const;
    [[nodiscard]] std::vector<Tick> nameTicks(int most) const;

    Scale m_scale = Scale::Linear;
    Quantity m_quantity = Quantity::Number;
    QString m_title;
    QString m_tooltip;
    QStringList m_names;
    TickMaker m_makeTicks;
    TitleMaker m_makeTitle;
    bool m_down = false;
    bool m_fixed = false;
    bool m_unitsInLabels = false;
    bool m_zoomed = false;
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
    bool m_zero = false; // log: something is not above zero
    double m_foot = 0;   // log: where that is drawn
    Range m_whole{0, 1}; // all in places
    Range m_reach{0, 1};
    Range m_shown{0, 1};
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"
#include "core/picture/ticks.h"
#include "core/scene/rows.h"
#include "core/scene/scene.h"

#include <functional>

namespace jitterscope::scene {

/// How an axis is labelled.
using Ticks = TickLabels;

/// Powers of ten as plain numbers.
[[nodiscard]] Ticks decadeTicksOf();
/// Always these, whatever the axis shows.
[[nodiscard]] Ticks fixedTicks(std::vector<LabelledTick> ticks);
/// From 0 to the first round step at or above `high`; about four steps.
[[nodiscard]] Range fromZero(double high);

/// What a panel shows.
struct PanelSpec {
    std::string_view part = {}; ///< id of the part that it is; empty: none
    std::string title = {};
    std::string value = {}; ///< at the right end of the title: what it is now
    std::string says = {};  ///< under the mouse
    Range x = {};
    Range y = {};
    bool logX = false;
    bool logY = false;
    bool xLabels = true;
    bool yLabels = true;     ///< a panel of rows has none
    std::string xTitle = {}; ///< below the labels
    Ticks xTicks = {};       ///< empty: plain numbers
    Ticks yTicks = {};
    bool rows = false; ///< what is drawn stands in rows; the upright axis measures nothing
    double left = 0;   ///< room for labels, so that stacked panels stand in line; 0: as much as they need
};

/// How a curve is drawn in a panel.
struct CurveLook {
    StrokeLook stroke;
    bool steps = false;  ///< each value holds until the next
    bool filled = false; ///< down to the foot
};

/// A small chart on a stage: title, value, 1-2-5 grid and labels are drawn when it is made, then what it is
/// told to, in this order. What lies outside its range is kept at its edge.
class Panel {
public:
    Panel(Stage& stage, const Box& area, PanelSpec spec);
    /// A panel that shows one number along a scale: the lab's answer. The guess stands on the same scale.
    /// `left`: room for the names of rows, px.
    [[nodiscard]] static Panel gauge(Stage& stage, const Box& area, std::string_view part, std::string title,
                                     std::string value, std::string says, double left = 0);

    [[nodiscard]] const Box& plot() const noexcept { return m_plot; }
    [[nodiscard]] double x(double value) const { return m_x.at(value); }
    [[nodiscard]] double y(double value) const { return m_y.at(value); }
    [[nodiscard]] Point at(const Point& value) const { return {x(value.x), y(value.y)}; }
    /// No name shall stand here.
    void keepClear(const Box& area) { m_stage->keepClear(area); }

    /// What there will be to see, in words in the empty plot; `free` px at its right are left free.
    void tell(std::string_view words, double free = 0) const;
    /// The curve up to `until`.
    void curve(const Curve& curve, const CurveLook& look, double until);
    /// A line from above the top to the foot that shows the present moment.
    void cursor(double value);
    /// A line from the foot to the top.
    void upright(double value, const StrokeLook& look);
    /// A line across.
    void level(double value, const StrokeLook& look);
    /// A thin dashed line across.
    void limit(double value, Ink ink) { level(value, {ink, 1, "4 2"}); }
    void dot(const Point& value, Ink ink);
    /// A bar from the left edge, in the middle of a row or of the plot; at most `high` px. Two arrowheads at
    /// its end say that it goes on beyond the axis.
    void bar(const Box& row, double value, const AreaLook& look, double high);
    /// Names what stands at a value, or at a place in px.
    void name(const Point& value, Side side, std::string_view words, Ink ink) {
        m_stage->name(m_plot, at(value), side, words, ink);
    }
    void nameAt(const Point& place, Side side, std::string_view words, Ink ink) {
        m_stage->name(m_plot, place, side, words, ink);
    }
    [[nodiscard]] Box row(std::size_t index, std::size_t count) const { return m_plot.row(index, count); }
    /// The same with the name at its left: as wide as the whole panel.
    [[nodiscard]] Box wholeRow(std::size_t index, std::size_t count) const {
        return {m_area.left, row(index, count).top, m_area.right, row(index, count).bottom};
    }
    /// The name of what stands in a row, left of the plot.
    void nameRow(const Box& row, std::string_view name, bool bold = false);
    /// Draws the learner's guess on the upright or the level axis, and makes it the axis of the guess.
    void guessUp() { guess(true); }
    void guessAlong() { guess(false); }

private:
    [[nodiscard]] std::vector<LabelledTick> xTicks() const;
    [[nodiscard]] std::vector<LabelledTick> yTicks() const;
    void drawHead();
    void drawGrid();
    void drawLabels();
    void guess(bool up);
    void drawVotes(bool up);
    void mark(double value, bool up, const StrokeLook& look, std::string_view words);
    void beyond(bool above, bool up, Ink ink, std::string_view words);

    Stage* m_stage;
    Box m_area;
    PanelSpec m_spec;
    Box m_plot;
    Scale m_x;
    Scale m_y;
};

} // namespace jitterscope::scene

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/scene_parts.h"
#include "ui/plot/ticks.h"

#include <QPolygonF>

namespace jitterscope::ui::scene {

/// What a panel shows.
struct PanelSpec {
    QString title = {};
    QString value = {}; ///< at the right end of the title: what it is now
    Range x = {};
    Range y = {};
    bool logX = false;
    bool logY = false;
    bool xLabels = true;
    bool yLabels = true;
    QString xTitle = {};   ///< below the labels
    TickMaker xTicks = {}; ///< empty: plain numbers
    TickMaker yTicks = {};
    bool rows = false; ///< what is drawn stands in rows: nothing is measured upwards
    double left = 0;   ///< room for labels, so that stacked panels stand in line; 0: as much as they need
};

/// A small chart: title, value, 1-2-5 grid and labels; panels with the same ranges have the same scale.
class Panel {
public:
    Panel(const QRectF& area, PanelSpec spec, const Type& type);

    [[nodiscard]] const QRectF& plot() const noexcept { return m_plot; }
    [[nodiscard]] const QRectF& area() const noexcept { return m_area; }
    /// Pixels; what lies outside the range is kept at its edge.
    [[nodiscard]] double x(double value) const;
    [[nodiscard]] double y(double value) const;
    [[nodiscard]] QPointF at(const QPointF& value) const { return {x(value.x()), y(value.y())}; }

    void paint(QPainter& painter) const;
    /// The curve up to `until`; `steps`: each value holds until the next.
    void line(QPainter& painter, const QVector<QPointF>& points, const QPen& pen, double until,
              bool steps = false, bool filled = false) const;
    /// The curve's value at `until`: the last one not after it.
    [[nodiscard]] static std::optional<double> valueAt(const QVector<QPointF>& points, double until);
    void cursor(QPainter& painter, double value) const;
    /// A line from the foot to the top at `value`.
    void upright(QPainter& painter, double value, const QPen& pen) const;
    /// A line across at `value`.
    void level(QPainter& painter, double value, const QPen& pen) const;
    void dot(QPainter& painter, const QPointF& value, const QColor& colour) const;
    /// A thin dashed line across at `value`.
    void limit(QPainter& painter, double value, const QColor& colour) const;
    /// One of `count` rows of the same height.
    [[nodiscard]] QRectF row(std::size_t index, std::size_t count) const;
    /// The name of what stands in a row, left of the plot.
    void nameRow(QPainter& painter, const QRectF& row, const QString& name, bool bold = false) const;
    /// Bars from the left edge to `value`, in the middle of the plot.
    void bar(QPainter& painter, double value, const QColor& colour, Qt::BrushStyle hatch) const;
    /// For a guess of what the axis shows; the range must hold the prediction's.
    [[nodiscard]] LabGuessAxis guessUp(const LabPrediction& predict) const;
    [[nodiscard]] LabGuessAxis guessAlong(const LabPrediction& predict) const;

private:
    [[nodiscard]] std::vector<Tick> xTicks() const;
    [[nodiscard]] std::vector<Tick> yTicks() const;
    void paintGrid(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    [[nodiscard]] QPolygonF polygon(const QVector<QPointF>& points, double until, bool steps) const;

    QRectF m_area;
    PanelSpec m_spec;
    Type m_type;
    QRectF m_plot;
};

/// A panel whose answer is read along a scale, the guess on it as well: one number and nothing else.
[[nodiscard]] Panel gaugePanel(const QRectF& area, const QString& title, const QString& value,
                               const LabPrediction& predict, const Type& type);

/// Ticks at powers of ten, at most about `most`.
[[nodiscard]] std::vector<Tick> decadeNumberTicks(Range range, int most);

} // namespace jitterscope::ui::scene

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart_drawing.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstdint>
#include <vector>

namespace jitterscope::ui {

/// Values far outside are kept within so many lengths of the axis, so that drawing stays exact.
inline constexpr double kPlotReach = 50;

/// Where values lie on a plot that is being pointed at.
struct PlotSpace {
    const Axis& x;
    const Axis& y;
    QRectF area;

    [[nodiscard]] ChartSpace drawn() const {
        return {x, y, {area.left(), area.top(), area.right(), area.bottom()}, kPlotReach};
    }
    [[nodiscard]] double xAt(double value) const { return drawn().xAt(value); }
    [[nodiscard]] double yAt(double value) const { return drawn().yAt(value); }
    [[nodiscard]] QPointF at(double xValue, double yValue) const { return {xAt(xValue), yAt(yValue)}; }
    [[nodiscard]] QPointF valueAt(const QPointF& pixel) const {
        return {x.valueAt((pixel.x() - area.left()) / area.width()),
                y.valueAt((area.bottom() - pixel.y()) / area.height())};
    }
};

/// What a plot draws besides lines: marks, intervals, cells, bars. A plot owns its layers and draws them in
/// the order in which they were added. They hold values, and know neither widgets nor pixels of their own.
///
/// To add one: derive in ui/plot/layers.h, or beside the only chart that needs it. Pointer, keyboard and
/// read-out find everything that hits() returns.
class Layer {
public:
    /// Something that can be pointed at. A thing keeps its `id` when it moves.
    struct Hit {
        QRectF box;
        std::int64_t id = 0;
    };

    Layer() = default;
    virtual ~Layer() = default;
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;

    /// Below the lines, above the grid.
    virtual void drawUnder(const ChartDrawing& /*drawing*/) const {}
    /// Above the lines.
    virtual void draw(const ChartDrawing& /*drawing*/) const {}
    /// px that it needs at the right of the area.
    [[nodiscard]] virtual double rightRoom(const ChartLetters& /*letters*/) const { return 0; }

    /// What is in sight and can be pointed at, in the order in which the keyboard steps through it.
    [[nodiscard]] virtual std::vector<Hit> hits(const PlotSpace& /*space*/) const { return {}; }
    /// Marks the thing that is being pointed at, with a frame around it.
    virtual void paintMark(QPainter& painter, const Hit& hit) const;
    /// The read-out of the thing with this id; several lines.
    [[nodiscard]] virtual QString text(const PlotSpace& /*space*/, std::int64_t /*id*/) const { return {}; }
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/axis.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace jitterscope::ui {

/// Where values lie on a plot that is being painted or pointed at.
struct PlotSpace {
    const Axis& x;
    const Axis& y;
    QRectF area;

    /// Values far outside are kept within fifty lengths of the axis, so that painting stays exact. NaN for
    /// NaN.
    [[nodiscard]] double xAt(double value) const {
        return area.left() + std::clamp(x.at(value), -50.0, 50.0) * area.width();
    }
    [[nodiscard]] double yAt(double value) const {
        return area.bottom() - std::clamp(y.at(value), -50.0, 50.0) * area.height();
    }
    [[nodiscard]] QPointF at(double xValue, double yValue) const { return {xAt(xValue), yAt(yValue)}; }
    [[nodiscard]] QPointF valueAt(const QPointF& pixel) const {
        return {x.valueAt((pixel.x() - area.left()) / area.width()),
                y.valueAt((area.bottom() - pixel.y()) / area.height())};
    }
};

/// What a plot draws besides lines: marks, intervals, cells, bars. A plot owns its layers and paints them in
/// the order in which they were added. They hold values, and know neither widgets nor pixels of their own.
///
/// To add one: derive in ui/plot/layers/, or beside the only chart that needs it, and add both files to
/// ui/CMakeLists.txt. Pointer, keyboard and read-out find everything that hits() returns.
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

    /// Below the lines, above the grid; clipped to the plot area and a few pixels around it.
    virtual void paintUnder(QPainter& /*painter*/, const PlotSpace& /*space*/) const {}
    /// Above the lines; clipped likewise.
    virtual void paint(QPainter& /*painter*/, const PlotSpace& /*space*/) const {}
    /// At the right of the area, where rightRoom() (px) has made room; not clipped.
    virtual void paintBeside(QPainter& /*painter*/, const PlotSpace& /*space*/) const {}
    [[nodiscard]] virtual double rightRoom() const { return 0; }

    /// What is in sight and can be pointed at, in the order in which the keyboard steps through it.
    [[nodiscard]] virtual std::vector<Hit> hits(const PlotSpace& /*space*/) const { return {}; }
    /// Marks the thing that is being pointed at, with a frame around it.
    virtual void paintMark(QPainter& painter, const Hit& hit) const;
    /// The read-out of the thing with this id; several lines.
    [[nodiscard]] virtual QString text(const PlotSpace& /*space*/, std::int64_t /*id*/) const { return {}; }
};

/// The font of axes: small, with digits of one width.
[[nodiscard]] QFont axisFont();
/// Paints a text in `box`, on the colour of the card, so that no line below it crosses it.
void paintNote(QPainter& painter, const QRectF& box, const QString& text, const QColor& colour);

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QLineF>
#include <QPainter>
#include <QPen>
#include <QPolygonF>
#include <QRectF>

/// Lines and boxes as the pictures of the labs draw them: sharp where they are upright and level, smooth
/// where they are not, and quick, for sixty pictures a second on a large screen.
namespace jitterscope::ui::scene {

/// An upright or level line, of any style.
void drawStraight(QPainter& painter, const QLineF& line, const QPen& pen);

/// The two axes of a sketch: its foot and its left edge.
void drawAxes(QPainter& painter, const QRectF& area);
/// Places of a sketch by their shares of its width and height, from its foot up.
[[nodiscard]] inline auto sharesOf(const QRectF& area) {
    return [area](double x, double y) {
        return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height());
    };
}

/// A smooth curve of any style: as QPainter::drawPolyline() draws it, and many times quicker where it is
/// long.
void drawCurve(QPainter& painter, const QPolygonF& line, const QPen& pen);

/// A line of upright and level parts, solid and sharp.
void drawSteps(QPainter& painter, const QPolygonF& line, double width, const QColor& colour);

/// A box filled thinly, hatched, and edged: told from others without its colour.
void fillBox(QPainter& painter, const QRectF& box, const QColor& colour, Qt::BrushStyle hatch,
             double share = 0.4);

} // namespace jitterscope::ui::scene

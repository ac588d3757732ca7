// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QPen>
#include <QPolygonF>
#include <QRectF>

/// Lines and boxes on a screen: sharp where they are upright and level, smooth where they are not, and quick,
/// for sixty pictures a second on a large one.
namespace jitterscope::ui {

/// A smooth curve of any style: as QPainter::drawPolyline() draws it, and many times quicker where it is
/// long.
void drawCurve(QPainter& painter, const QPolygonF& line, const QPen& pen);

/// A line of upright and level parts, solid and sharp.
void drawSteps(QPainter& painter, const QPolygonF& line, double width, const QColor& colour);

/// A box filled with `ground`, hatched, and edged.
void fillBox(QPainter& painter, const QRectF& box, const QColor& colour, const QColor& ground,
             Qt::BrushStyle hatch);

} // namespace jitterscope::ui

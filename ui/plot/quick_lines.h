// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QPen>
#include <QPolygonF>
#include <QRectF>

/// Lines and boxes on a screen: sharp where they are upright or level, smooth elsewhere. They are quick
/// enough for sixty pictures a second on a large screen.
namespace jitterscope::ui {

/// Draws a smooth curve of any style, as QPainter::drawPolyline() does. Long ones are many times quicker.
void drawCurve(QPainter& painter, const QPolygonF& line, const QPen& pen);

/// Draws a solid, sharp line that has only upright and level parts.
void drawSteps(QPainter& painter, const QPolygonF& line, double width, const QColor& colour);

/// Draws a box: filled with `ground`, hatched and edged in `colour`.
void fillBox(QPainter& painter, const QRectF& box, const QColor& colour, const QColor& ground,
             Qt::BrushStyle hatch);

} // namespace jitterscope::ui

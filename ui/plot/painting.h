// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/picture.h"

#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPen>
#include <QPolygonF>
#include <QRectF>

class QPainter;

namespace jitterscope::ui {

/// Paints the picture as svgText() writes it, ground included, into `area`: as large as it fits, its
/// proportions kept, from the area's top left corner. On a screen, upright and level edges are sharp. Any
/// paint device will do.
void paintPicture(QPainter& painter, const Picture& picture, const QRectF& area, bool dark);

/// The same without its ground, for a card that is there already.
void paintShapes(QPainter& painter, const Picture& picture, const QRectF& area, bool dark);

/// The picture on its ground, with `pixels` pixels of the image for each px.
[[nodiscard]] QImage pictureImage(const Picture& picture, double pixels, bool dark);

[[nodiscard]] QPolygonF polygonOf(const Outline& outline);

/// Width of a text in px, as it is painted on a screen. GUI thread.
[[nodiscard]] double paintedWidth(std::string_view text, const TextLook& look);

} // namespace jitterscope::ui

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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/line_view_painted.h"

#include "ui/plot/painting.h"

#include <QPaintEngine>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <optional>

namespace jitterscope::ui {
namespace {

/// The part of a straight line inside a box; absent: none of it is.
std::optional<QLineF> insideOf(const QLineF& line, const QRectF& box) {
    double from = 0;
    double to = 1;
    const auto cut = [&](double start, double change, double low, double high) {
        if (change == 0) {
            if (start < low || start > high)
                to = -1;
            return;
        }
        const double a = (low - start) / change;
        const double b = (high - start) / change;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    };
    cut(line.x1(), line.dx(), box.left(), box.right());
    cut(line.y1(), line.dy(), box.top(), box.bottom());
    if (from > to)
        return std::nullopt;
    return QLineF(from > 0 ? line.pointAt(from) : line.p1(), to < 1 ? line.pointAt(to) : line.p2());
}

void drawWhole(QPainter& painter, const QPolygonF& line, const QPen& pen) {
    // Files hold a line as one.
    if (painter.paintEngine()->type() == QPaintEngine::Raster)
        return drawCurve(painter, line, pen);
    painter.setPen(pen);
    painter.drawPolyline(line);
}

/// Draws what lies in the box: when one has zoomed in, the rest would be millions of px long.
void drawInside(QPainter& painter, const QPolygonF& line, const QPen& pen, const QRectF& box) {
    QPolygonF part;
    const auto finish = [&] {
        drawWhole(painter, part, pen);
        part.clear();
    };
    for (qsizetype i = 1; i < line.size(); ++i) {
        const auto inside = insideOf({line[i - 1], line[i]}, box);
        if (!inside || (!part.isEmpty() && part.last() != inside->p1()))
            finish();
        if (!inside)
            continue;
        if (part.isEmpty())
            part << inside->p1();
        part << inside->p2();
    }
    finish();
}

} // namespace

PaintedLineView::PaintedLineView(QWidget* parent) : QAbstractScrollArea(parent) {}

void PaintedLineView::drawLine(std::size_t number, const QPen& pen,
                               const std::vector<QList<QPointF>>& parts) {
    if (number >= m_lines.size())
        m_lines.resize(number + 1);
    m_lines[number] = {pen, parts};
    viewport()->update();
}

void PaintedLineView::setLinePen(std::size_t number, const QPen& pen) {
    if (number >= m_lines.size())
        return;
    m_lines[number].pen = pen;
    viewport()->update();
}

void PaintedLineView::removeLines() {
    m_lines.clear();
    viewport()->update();
}

void PaintedLineView::setLinesVisible(bool visible) {
    m_linesVisible = visible;
    viewport()->update();
}

void PaintedLineView::setShownPlaces(Range x, Range y) {
    m_x = x;
    m_y = y;
    viewport()->update();
}

void PaintedLineView::setLineArea(const QRectF& area) {
    m_area = area;
    viewport()->update();
}

void PaintedLineView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF shown = event->rect();
    painter.save();
    drawBackground(&painter, shown);
    painter.restore();
    if (m_linesVisible) {
        painter.save();
        paintLines(painter);
        painter.restore();
    }
    drawForeground(&painter, shown);
}

void PaintedLineView::paintLines(QPainter& painter) const {
    if (m_x.span() <= 0 || m_y.span() <= 0)
        return;
    painter.setClipRect(m_area, Qt::IntersectClip);
    for (const Line& line : m_lines) {
        const double more = 4 * std::max(line.pen.widthF(), 1.0); // for corners
        const QRectF box = m_area.adjusted(-more, -more, more, more);
        for (const QList<QPointF>& part : line.parts) {
            QPolygonF pixels;
            pixels.reserve(part.size());
            for (const QPointF& place : part)
                pixels << QPointF(m_area.left() + (place.x() - m_x.low) / m_x.span() * m_area.width(),
                                  m_area.bottom() - (place.y() - m_y.low) / m_y.span() * m_area.height());
            drawInside(painter, pixels, line.pen, box);
        }
    }
}

} // namespace jitterscope::ui

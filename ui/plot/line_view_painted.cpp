// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/line_view_painted.h"

#include "core/picture/within.h"
#include "ui/plot/painting.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace jitterscope::ui {

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
        // When one has zoomed in, what is outside would be millions of px long.
        const jitterscope::Box box{m_area.left() - more, m_area.top() - more, m_area.right() + more,
                                   m_area.bottom() + more};
        for (const QList<QPointF>& part : line.parts) {
            Outline way;
            for (const QPointF& place : part)
                way.points.push_back(
                    {m_area.left() + (place.x() - m_x.low) / m_x.span() * m_area.width(),
                     m_area.bottom() - (place.y() - m_y.low) / m_y.span() * m_area.height()});
            for (const Outline& seen : lineWithin(way, box))
                drawCurve(painter, polygonOf(seen), line.pen);
        }
    }
}

} // namespace jitterscope::ui

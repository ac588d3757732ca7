// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/ticks.h"

#include <QAbstractScrollArea>
#include <QPen>
#include <QPointF>
#include <QRectF>

#include <cstddef>
#include <vector>

class QPainter;

namespace jitterscope::ui {

/// Lines over an area, painted by ourselves: ChartLineView's members and picture, without Qt Charts.
class PaintedLineView : public QAbstractScrollArea {
protected:
    explicit PaintedLineView(QWidget* parent = nullptr);

    void drawLine(std::size_t number, const QPen& pen, const std::vector<QList<QPointF>>& parts);
    void setLinePen(std::size_t number, const QPen& pen);
    void removeLines();
    void setLinesVisible(bool visible);
    void setShownPlaces(Range x, Range y);
    void setLineArea(const QRectF& area);

    virtual void drawBackground(QPainter* painter, const QRectF& rect) = 0;
    virtual void drawForeground(QPainter* painter, const QRectF& rect) = 0;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Line {
        QPen pen;
        std::vector<QList<QPointF>> parts;
    };

    void paintLines(QPainter& painter) const;

    std::vector<Line> m_lines;
    Range m_x{0, 1};
    Range m_y{0, 1};
    QRectF m_area;
    bool m_linesVisible = true;
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/ticks.h"

#include <QChartView>
#include <QLineSeries>
#include <QPen>
#include <QValueAxis>

#include <cstddef>
#include <vector>

namespace jitterscope::ui {

/// Lines over an area, drawn by Qt Charts, which knows no scale: points lie in places of the axes
/// (Axis::place()). Whoever derives paints what is below them (drawBackground()) and above
/// (drawForeground()), in px of the view.
class ChartLineView : public QChartView {
protected:
    explicit ChartLineView(QWidget* parent = nullptr);

    /// The parts of a line, each of two points or more; lines are numbered from 0, and drawn in this order.
    void drawLine(std::size_t number, const QPen& pen, const std::vector<QList<QPointF>>& parts);
    void setLinePen(std::size_t number, const QPen& pen);
    void removeLines();
    void setLinesVisible(bool visible);
    /// The places that are shown, from edge to edge of the area.
    void setShownPlaces(Range x, Range y);
    /// Lines end at its edges.
    void setLineArea(const QRectF& area);

private:
    /// One of Qt Charts' lines for each part.
    struct Line {
        std::vector<QLineSeries*> parts;
        std::size_t used = 0;
    };

    QValueAxis* m_xSeries;
    QValueAxis* m_ySeries;
    std::vector<Line> m_series;
    bool m_linesVisible = true;
};

} // namespace jitterscope::ui

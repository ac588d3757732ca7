// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/line_view_charts.h"

#include <QChart>
#include <QGraphicsLayout>

namespace jitterscope::ui {

ChartLineView::ChartLineView(QWidget* parent)
    : QChartView(new QChart, parent), m_xSeries(new QValueAxis(this)), m_ySeries(new QValueAxis(this)) {
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    chart()->addAxis(m_xSeries, Qt::AlignBottom);
    chart()->addAxis(m_ySeries, Qt::AlignLeft);
    m_xSeries->hide();
    m_ySeries->hide();
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // grid and layers are painted by the view
}

void ChartLineView::drawLine(std::size_t number, const QPen& pen, const std::vector<QList<QPointF>>& parts) {
    if (number >= m_series.size())
        m_series.resize(number + 1);
    Line& line = m_series[number];
    while (line.parts.size() < parts.size()) {
        auto* series = new QLineSeries;
        series->setPen(pen);
        series->setVisible(m_linesVisible);
        chart()->addSeries(series);
        series->attachAxis(m_xSeries);
        series->attachAxis(m_ySeries);
        line.parts.push_back(series);
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        line.parts[i]->replace(parts[i]);
    for (std::size_t i = parts.size(); i < line.used; ++i)
        line.parts[i]->replace(QList<QPointF>());
    line.used = parts.size();
    setLinePen(number, pen);
}

void ChartLineView::setLinePen(std::size_t number, const QPen& pen) {
    if (number >= m_series.size())
        return;
    for (QLineSeries* part : m_series[number].parts) {
        if (part->pen() != pen)
            part->setPen(pen);
    }
}

void ChartLineView::removeLines() {
    chart()->removeAllSeries();
    m_series.clear();
}

void ChartLineView::setLinesVisible(bool visible) {
    m_linesVisible = visible;
    for (Line& line : m_series) {
        for (QLineSeries* part : line.parts)
            part->setVisible(visible);
    }
}

void ChartLineView::setShownPlaces(Range x, Range y) {
    m_xSeries->setRange(x.low, x.high);
    m_ySeries->setRange(y.low, y.high);
}

void ChartLineView::setLineArea(const QRectF& area) {
    chart()->setPlotArea(area);
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/show_chart.h"

#include "ui/format/outside_text.h"
#include "ui/plot/layers.h"
#include "ui/plot/plot.h"

namespace jitterscope::ui {
namespace {

QList<QPointF> cornersOf(const ChartSeries& series) {
    QList<QPointF> points;
    for (const ChartPoint& point : series.points) {
        if (series.steps && !points.isEmpty())
            points.append({point.x, points.last().y()});
        points.append({point.x, point.y});
    }
    return points;
}

} // namespace

void showChart(Plot& plot, const Chart& chart) {
    plot.setTitle(format::text(chart.title));
    plot.setEmptyText(format::text(chart.emptyText));
    plot.setAxes(chart.x, chart.y);
    if (chart.heat)
        plot.add(std::make_unique<HeatLayer>(*chart.heat));
    for (const ChartSeries& series : chart.series) {
        if (!series.line)
            continue;
        const QString name = format::text(series.name);
        plot.addLine(name, {.look = lineOf(series)});
        plot.setLine(name, cornersOf(series));
    }
    if (!chart.series.empty())
        plot.add(std::make_unique<PointLayer>(chart.series));
    if (!chart.bars.empty())
        plot.add(std::make_unique<BarLayer>(chart.bars));
    if (!chart.boxes.empty() || !chart.stretches.empty())
        plot.add(std::make_unique<TimelineLayer>(chart.boxes, chart.stretches));
    if (!chart.references.empty())
        plot.add(std::make_unique<ReferenceLayer>(chart.references));
}

QVector<KeyItem> keyItems(const std::vector<KeyEntry>& key) {
    QVector<KeyItem> items;
    for (const KeyEntry& entry : key)
        items.append({format::text(entry.text), entry.look, entry.dot, format::text(entry.tooltip)});
    return items;
}

} // namespace jitterscope::ui

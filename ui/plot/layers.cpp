// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/layers.h"

#include "core/base/said.h"
#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr int kIdBits = 32; // of the point within its series

} // namespace

void Layer::paintMark(QPainter& painter, const Hit& hit) const {
    painter.setPen(QPen(tokens().text, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(hit.box.adjusted(-2, -2, 2, 2));
}

std::vector<Layer::Hit> BarLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const auto index = static_cast<double>(i);
        QRectF row(space.area.left(), space.yAt(index), space.area.width(), 0);
        row.setBottom(space.yAt(index + 1));
        row &= space.area;
        if (row.isEmpty())
            continue;
        row.setLeft(2); // with its name
        hits.push_back({row, static_cast<std::int64_t>(i)});
    }
    return hits;
}

QString BarLayer::text(const PlotSpace& space, std::int64_t id) const {
    const ChartBar& bar = m_bars.at(static_cast<std::size_t>(id));
    std::vector<std::string> lines{bar.name, space.x.name() + ": " + space.x.text(bar.value)};
    if (bar.whisker)
        lines.push_back(space.x.text(bar.whisker->low) + " … " + space.x.text(bar.whisker->high));
    if (bar.before)
        lines.push_back("kept: " + space.x.text(*bar.before));
    if (!bar.note.empty())
        lines.push_back(bar.note);
    return format::text(said::joined(lines, "\n"));
}

void ColumnLayer::set(std::vector<double> edges, Text text) {
    m_edges = std::move(edges);
    m_text = std::move(text);
}

void ColumnLayer::setAround(const std::vector<double>& points, Text text) {
    std::vector<double> edges;
    if (points.size() > 1) {
        edges.push_back(points.front() - (points[1] - points[0]) / 2);
        for (std::size_t i = 1; i < points.size(); ++i)
            edges.push_back((points[i - 1] + points[i]) / 2);
        edges.push_back(points.back() + (points.back() - points[points.size() - 2]) / 2);
    }
    set(std::move(edges), std::move(text));
}

std::vector<Layer::Hit> ColumnLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i + 1 < m_edges.size(); ++i) {
        const double left = std::max(space.area.left(), space.xAt(m_edges[i]));
        const double right = std::min(space.area.right(), space.xAt(m_edges[i + 1]));
        if (left < right)
            hits.push_back({QRectF(left, space.area.top(), right - left, space.area.height()),
                            static_cast<std::int64_t>(i)});
    }
    return hits;
}

void ColumnLayer::paintMark(QPainter& painter, const Hit& hit) const {
    QColor tint = tokens().text;
    tint.setAlphaF(0.2F);
    painter.fillRect(hit.box.adjusted(-0.5, 0, 0.5, 0), tint);
}

QString ColumnLayer::text(const PlotSpace&, std::int64_t id) const {
    const auto column = static_cast<std::size_t>(id);
    return m_text && column + 1 < m_edges.size() ? m_text(column) : QString();
}

std::vector<Layer::Hit> HeatLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < m_map.cells.size(); ++i) {
        const HeatMap::Cell& cell = m_map.cells[i];
        const QRectF box =
            QRectF(space.at(cell.column, cell.row + 1), space.at(cell.column + 1, cell.row)) & space.area;
        if (!box.isEmpty())
            hits.push_back({box, static_cast<std::int64_t>(i)});
    }
    return hits;
}

QString HeatLayer::text(const PlotSpace& space, std::int64_t id) const {
    const HeatMap::Cell& cell = m_map.cells.at(static_cast<std::size_t>(id));
    return format::text(space.x.name() + ": " + space.x.text(cell.column) + "\n" + space.y.name() + ": " +
                        space.y.text(cell.row) + "\n" + m_map.colours.name() + ": " +
                        m_map.colours.text(cell.value));
}

std::vector<Layer::Hit> PointLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    const QRectF seen = space.area.adjusted(-2, -2, 2, 2);
    for (std::size_t series = 0; series < m_series.size(); ++series) {
        const std::vector<ChartPoint>& points = m_series[series].points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const QPointF at = space.at(points[i].x, points[i].y);
            if (!points[i].bare && std::isfinite(at.x() + at.y()) && seen.contains(at))
                hits.push_back(
                    {QRectF(at.x() - kDotRadius, at.y() - kDotRadius, 2 * kDotRadius, 2 * kDotRadius),
                     static_cast<std::int64_t>(series << kIdBits | i)});
        }
    }
    return hits;
}

QString PointLayer::text(const PlotSpace& space, std::int64_t id) const {
    const ChartSeries& series = m_series.at(static_cast<std::size_t>(id) >> kIdBits);
    const ChartPoint& point = series.points.at(static_cast<std::size_t>(id) & ((1ULL << kIdBits) - 1));
    const auto line = [](const Axis& axis, double value, const std::optional<Range>& span) {
        std::string text = axis.name() + ": " + axis.text(value);
        if (span)
            text += "  (" + axis.text(span->low) + " … " + axis.text(span->high) + ")";
        return text;
    };
    std::vector<std::string> lines{series.name, line(space.x, point.x, point.xSpan),
                                   line(space.y, point.y, point.ySpan)};
    if (!point.note.empty())
        lines.push_back(point.note);
    return format::text(said::joined(lines, "\n"));
}

std::vector<Layer::Hit> TimelineLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        const QRectF box = QRectF(QPointF(space.xAt(m_stretches[i].from), space.area.top()),
                                  QPointF(space.xAt(m_stretches[i].to), space.area.bottom())) &
                           space.area;
        if (box.width() > 0) // a time may be absent
            hits.push_back({box, static_cast<std::int64_t>(i)});
    }
    return hits;
}

QString TimelineLayer::text(const PlotSpace&, std::int64_t id) const {
    return format::text(m_stretches.at(static_cast<std::size_t>(id)).text);
}

} // namespace jitterscope::ui

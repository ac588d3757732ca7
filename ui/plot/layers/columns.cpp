// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/layers/layers.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {

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

} // namespace jitterscope::ui

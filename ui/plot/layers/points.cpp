// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/said.h"
#include "ui/format/outside_text.h"
#include "ui/plot/layers/layers.h"
#include "ui/theme/theme.h"

#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kDot = 2.8;
constexpr int kLabelRings = 10;       // tries to place a label, each further away
constexpr std::size_t kMostDots = 80; // of one line; more would be a smear
constexpr int kIdBits = 32;           // of the point within its series

bool drawable(const ChartPoint& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

QColor colourOf(const ChartSeries& series, bool pale) {
    const QColor colour = inked(series.look.ink, paintsDark());
    return series.before || pale ? mixed(colour, tokens().card, 0.45) : colour;
}

void paintBand(QPainter& painter, const PlotSpace& space, const ChartSeries& series) {
    QPolygonF outline;
    QPolygonF back;
    for (const ChartPoint& point : series.points) {
        if (!drawable(point) || !point.ySpan)
            continue;
        outline << space.at(point.x, point.ySpan->high);
        back.prepend(space.at(point.x, point.ySpan->low));
    }
    QColor tint = colourOf(series, false);
    tint.setAlphaF(series.before ? 0.08F : 0.16F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tint);
    painter.drawPolygon(outline + back);
}

/// A place beside `at` where nothing stands yet; if there is none, the place above it.
QRectF freePlace(const QRectF& area, const QPointF& at, const QSizeF& size,
                 const std::vector<QRectF>& taken) {
    QRectF box(at + QPointF(6, -size.height()), size);
    for (int ring = 0; ring < kLabelRings; ++ring) {
        for (const double up : {-1.0 - ring, 0.1 + ring}) {
            for (const double x : {6.0, -size.width() - 6}) {
                const QRectF tried(at + QPointF(x, up * size.height()), size);
                const bool clear = std::none_of(taken.begin(), taken.end(),
                                                [&](const QRectF& other) { return other.intersects(tried); });
                if (clear && area.adjusted(0, -2, 0, 2).contains(tried))
                    return tried;
            }
        }
    }
    return box;
}

} // namespace

void PointLayer::paintUnder(QPainter& painter, const PlotSpace& space) const {
    for (const ChartSeries& series : m_series) {
        if (series.band)
            paintBand(painter, space, series);
    }
}

void PointLayer::paint(QPainter& painter, const PlotSpace& space) const {
    for (const ChartSeries& series : m_series)
        paintPoints(painter, space, series);
    paintLabels(painter, space);
}

void PointLayer::paintPoints(QPainter& painter, const PlotSpace& space, const ChartSeries& series) const {
    const bool dots = series.dots && (series.points.size() <= kMostDots || !series.line);
    for (const ChartPoint& point : series.points) {
        if (!drawable(point) || point.bare)
            continue;
        const QPointF at = space.at(point.x, point.y);
        if (!space.area.adjusted(-2, -2, 2, 2).contains(at))
            continue;
        const QColor colour = colourOf(series, point.pale);
        painter.setPen(QPen(colour, 1.2));
        if (point.xSpan)
            painter.drawLine(space.at(point.xSpan->low, point.y), space.at(point.xSpan->high, point.y));
        if (point.ySpan && !series.band)
            painter.drawLine(space.at(point.x, point.ySpan->low), space.at(point.x, point.ySpan->high));
        if (!dots)
            continue;
        const bool ring = series.before || series.hollow;
        painter.setPen(ring ? QPen(colour, 1.2) : Qt::NoPen);
        painter.setBrush(ring ? QBrush(tokens().card) : QBrush(colour));
        painter.drawEllipse(at, kDot, kDot);
    }
}

void PointLayer::paintLabels(QPainter& painter, const PlotSpace& space) const {
    painter.setFont(noteFont());
    const QFontMetricsF metrics(noteFont());
    std::vector<QRectF> taken;
    for (const ChartSeries& series : m_series) {
        for (const ChartPoint& point : series.points) {
            if (point.label.empty() || !drawable(point))
                continue;
            const QPointF at = space.at(point.x, point.y);
            if (!space.area.adjusted(-2, -2, 2, 2).contains(at))
                continue;
            const QSizeF size(metrics.horizontalAdvance(format::text(point.label)), metrics.height());
            const QRectF box = freePlace(space.area, at, size, taken);
            taken.push_back(box);
            painter.setPen(point.pale || series.before ? tokens().muted : tokens().text);
            painter.drawText(box, Qt::AlignCenter, format::text(point.label));
        }
    }
}

std::vector<Layer::Hit> PointLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    const QRectF seen = space.area.adjusted(-2, -2, 2, 2);
    for (std::size_t series = 0; series < m_series.size(); ++series) {
        const std::vector<ChartPoint>& points = m_series[series].points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!drawable(points[i]) || points[i].bare)
                continue;
            const QPointF at = space.at(points[i].x, points[i].y);
            if (seen.contains(at))
                hits.push_back({QRectF(at.x() - kDot, at.y() - kDot, 2 * kDot, 2 * kDot),
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

} // namespace jitterscope::ui

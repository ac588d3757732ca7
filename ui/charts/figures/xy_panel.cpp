// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/xy_panel.h"

#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kDot = 2.8;
constexpr int kLabelRings = 10;       // tries to place a label, ever further off
constexpr std::size_t kMostDots = 80; // of one line; more are a smear

bool drawable(const XyPoint& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

QColor colourOf(const XySeries& series, bool pale) {
    const QColor colour = series.pen.color();
    return series.before || pale ? mixed(colour, tokens().card, 0.45) : colour;
}

QPen penOf(const XySeries& series) {
    QPen pen = series.pen;
    pen.setColor(colourOf(series, false));
    if (series.before) {
        pen.setWidthF(1.2);
        pen.setDashPattern({2, 3});
    }
    return pen;
}

} // namespace

std::vector<XyPoint> thinned(std::vector<XyPoint> points, std::size_t columns) {
    if (points.size() <= 2 * columns || columns == 0)
        return points;
    std::vector<XyPoint> kept;
    for (std::size_t column = 0; column < columns; ++column) {
        const auto begin = points.begin() + static_cast<std::ptrdiff_t>(points.size() * column / columns);
        const auto end = points.begin() + static_cast<std::ptrdiff_t>(points.size() * (column + 1) / columns);
        auto [low, high] =
            std::minmax_element(begin, end, [](const XyPoint& a, const XyPoint& b) { return a.y < b.y; });
        if (high < low)
            std::swap(low, high);
        kept.push_back(*low);
        if (high != low)
            kept.push_back(*high);
    }
    return kept;
}

XyPanel::XyPanel(QString title, Axis x, Axis y, std::vector<XySeries> series,
                 std::vector<Reference> references)
    : Panel(std::move(title)),
      m_x(std::move(x)),
      m_y(std::move(y)),
      m_series(std::move(series)),
      m_references(std::move(references)) {
    for (const XySeries& each : m_series) {
        for (const XyPoint& point : each.points) {
            if (!drawable(point))
                continue;
            m_any = true;
            m_x.include(point.x);
            m_y.include(point.y);
            for (const auto& [span, axis] : {std::pair{&point.xSpan, &m_x}, std::pair{&point.ySpan, &m_y}}) {
                if (*span) {
                    axis->include((*span)->low);
                    axis->include((*span)->high);
                }
            }
        }
    }
    m_x.settle();
    m_y.settle();
}

QString XyPanel::textOf(const Hit& hit) const {
    const XySeries& series = m_series[static_cast<std::size_t>(hit.series)];
    const XyPoint& point = series.points[static_cast<std::size_t>(hit.item)];
    const auto line = [](const Axis& axis, double value, const std::optional<Range>& span) {
        QString text =
            axis.title().section(QStringLiteral(", "), 0, 0) + QStringLiteral(": ") + axis.text(value);
        if (span)
            text += QStringLiteral("  (") + axis.text(span->low) + QStringLiteral(" … ") +
                    axis.text(span->high) + QLatin1Char(')');
        return text;
    };
    QStringList lines{series.name, line(m_x, point.x, point.xSpan), line(m_y, point.y, point.ySpan)};
    if (!point.note.isEmpty())
        lines << point.note;
    return lines.join(QLatin1Char('\n'));
}

void XyPanel::paintContent(QPainter& painter, const QRectF& area) {
    const Frame frame(painter, area, m_x, m_y);
    m_plot = frame.plot();
    if (m_plot.width() < 20 || m_plot.height() < 20)
        return;
    if (!m_any) {
        painter.setPen(tokens().muted);
        painter.drawText(m_plot, Qt::AlignCenter | Qt::TextWordWrap,
                         m_empty.isEmpty() ? QCoreApplication::translate("XyPanel", "No values to draw")
                                           : m_empty);
        return;
    }
    frame.paint(painter, m_x, m_y);
    painter.setClipRect(m_plot.adjusted(-4, -4, 4, 4));
    paintReferences(painter, frame);
    for (const XySeries& series : m_series) {
        if (series.band)
            paintBand(painter, frame, series);
    }
    for (int i = 0; i < static_cast<int>(m_series.size()); ++i) {
        if (m_series[static_cast<std::size_t>(i)].line)
            paintLine(painter, frame, m_series[static_cast<std::size_t>(i)]);
        paintPoints(painter, frame, i);
    }
    paintLabels(painter, frame);
}

void XyPanel::paintReferences(QPainter& painter, const Frame& frame) const {
    QPen pen(tokens().muted, 1);
    pen.setDashPattern({5, 4});
    painter.setFont(noteFont());
    for (const Reference& reference : m_references) {
        painter.setPen(pen);
        if (reference.kind == Reference::Diagonal) {
            constexpr int kParts = 64; // straight where the scales are alike, a curve otherwise
            QPolygonF line;
            for (int decade = -3 * kParts; decade <= 12 * kParts; ++decade) {
                const double value = std::pow(10, static_cast<double>(decade) / kParts);
                const QPointF at = frame.at(m_x, m_y, value, value);
                if (m_plot.contains(at))
                    line << at;
            }
            painter.drawPolyline(line);
            if (!line.isEmpty()) {
                painter.setPen(tokens().muted);
                const QPointF at = line[line.size() * 3 / 4];
                painter.drawText(QPointF(at.x() + 8, at.y() + 12), reference.label);
            }
        } else if (reference.kind == Reference::Horizontal) {
            const double y = frame.at(m_x, m_y, 1, reference.at).y();
            painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
            painter.setPen(tokens().muted);
            painter.drawText(QRectF(m_plot.left(), y - 16, m_plot.width() - 4, 15),
                             Qt::AlignRight | Qt::AlignBottom, reference.label);
        } else {
            const double x = frame.at(m_x, m_y, reference.at, 1).x();
            painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
            painter.setPen(tokens().muted);
            painter.drawText(QPointF(x + 4, m_plot.top() + 12), reference.label);
        }
    }
}

void XyPanel::paintBand(QPainter& painter, const Frame& frame, const XySeries& series) const {
    QPolygonF outline;
    QPolygonF back;
    for (const XyPoint& point : series.points) {
        if (!drawable(point) || !point.ySpan)
            continue;
        outline << frame.at(m_x, m_y, point.x, point.ySpan->high);
        back.prepend(frame.at(m_x, m_y, point.x, point.ySpan->low));
    }
    QColor tint = colourOf(series, false);
    tint.setAlphaF(series.before ? 0.08F : 0.16F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tint);
    painter.drawPolygon(outline + back);
}

void XyPanel::paintLine(QPainter& painter, const Frame& frame, const XySeries& series) const {
    painter.setPen(penOf(series));
    painter.setBrush(Qt::NoBrush);
    QPolygonF part;
    for (const XyPoint& point : series.points) {
        if (drawable(point)) {
            part << frame.at(m_x, m_y, point.x, point.y);
            continue;
        }
        painter.drawPolyline(part);
        part.clear();
    }
    painter.drawPolyline(part);
}

void XyPanel::paintPoints(QPainter& painter, const Frame& frame, int index) {
    const XySeries& series = m_series[static_cast<std::size_t>(index)];
    const bool dots = series.dots && (series.points.size() <= kMostDots || !series.line);
    for (int i = 0; i < static_cast<int>(series.points.size()); ++i) {
        const XyPoint& point = series.points[static_cast<std::size_t>(i)];
        if (!drawable(point) || point.bare)
            continue;
        const QPointF at = frame.at(m_x, m_y, point.x, point.y);
        if (!m_plot.adjusted(-2, -2, 2, 2).contains(at))
            continue;
        addHit(at, index, i);
        const QColor colour = colourOf(series, point.pale);
        painter.setPen(QPen(colour, 1.2));
        if (point.xSpan)
            painter.drawLine(frame.at(m_x, m_y, point.xSpan->low, point.y),
                             frame.at(m_x, m_y, point.xSpan->high, point.y));
        if (point.ySpan && !series.band)
            painter.drawLine(frame.at(m_x, m_y, point.x, point.ySpan->low),
                             frame.at(m_x, m_y, point.x, point.ySpan->high));
        if (!dots)
            continue;
        const bool ring = series.before || series.hollow;
        painter.setPen(ring ? QPen(colour, 1.2) : Qt::NoPen);
        painter.setBrush(ring ? QBrush(tokens().card) : QBrush(colour));
        painter.drawEllipse(at, kDot, kDot);
    }
}

QRectF XyPanel::freePlace(const QPointF& at, const QSizeF& size, const std::vector<QRectF>& taken) const {
    QRectF box(at + QPointF(6, -size.height()), size);
    for (int ring = 0; ring < kLabelRings; ++ring) {
        for (const double up : {-1.0 - ring, 0.1 + ring}) {
            for (const double x : {6.0, -size.width() - 6}) {
                const QRectF tried(at + QPointF(x, up * size.height()), size);
                const bool clear = std::none_of(taken.begin(), taken.end(),
                                                [&](const QRectF& other) { return other.intersects(tried); });
                if (clear && m_plot.adjusted(0, -2, 0, 2).contains(tried))
                    return tried;
            }
        }
    }
    return box;
}

void XyPanel::paintLabels(QPainter& painter, const Frame& frame) const {
    painter.setFont(noteFont());
    const QFontMetricsF metrics(noteFont());
    std::vector<QRectF> taken;
    for (const XySeries& series : m_series) {
        for (const XyPoint& point : series.points) {
            if (point.label.isEmpty() || !drawable(point))
                continue;
            const QPointF at = frame.at(m_x, m_y, point.x, point.y);
            const QSizeF size(metrics.horizontalAdvance(point.label), metrics.height());
            const QRectF box = freePlace(at, size, taken);
            taken.push_back(box);
            painter.setPen(point.pale || series.before ? tokens().muted : tokens().text);
            painter.drawText(box, Qt::AlignCenter, point.label);
        }
    }
}

void XyPanel::zoom(double factor, const QPointF& about, bool vertical) {
    if (m_plot.width() < 1 || m_plot.height() < 1)
        return;
    if (vertical)
        m_y.zoom(factor, std::clamp((m_plot.bottom() - about.y()) / m_plot.height(), 0.0, 1.0));
    else
        m_x.zoom(factor, std::clamp((about.x() - m_plot.left()) / m_plot.width(), 0.0, 1.0));
}

void XyPanel::pan(const QPointF& pixels) {
    if (m_plot.width() < 1 || m_plot.height() < 1)
        return;
    m_x.pan(-pixels.x() / m_plot.width());
    m_y.pan(pixels.y() / m_plot.height());
}

void XyPanel::resetZoom() {
    m_x.resetZoom();
    m_y.resetZoom();
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Grid, labels, titles, layers and rings of a plot.
#include "ui/format/format.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_parts.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace plotparts {
namespace {

constexpr double kTickSpaceX = 68;
constexpr double kTickSpaceY = 34;
constexpr double kNameSpaceX = 30;

} // namespace

int countX(const Axis& axis, double length) {
    return std::max(2, static_cast<int>(length / (axis.scale() == Scale::Names ? kNameSpaceX : kTickSpaceX)));
}

int countY(const Axis& axis, double length) {
    const double name = QFontMetricsF(noteFont()).height();
    return std::max(2, static_cast<int>(length / (axis.scale() == Scale::Names ? name : kTickSpaceY)));
}

} // namespace plotparts

using plotparts::kGap;

QFont axisFont() {
    return figureFont(0.85);
}

void paintNote(QPainter& painter, const QRectF& box, const QString& text, const QColor& colour) {
    painter.setFont(noteFont());
    painter.fillRect(box.adjusted(-2, 0, 2, 0), tokens().card);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, text);
}

void Layer::paintMark(QPainter& painter, const Hit& hit) const {
    painter.setPen(QPen(tokens().text, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(hit.box.adjusted(-2, -2, 2, 2));
}

void Plot::drawBackground(QPainter* painter, const QRectF& rect) {
    painter->fillRect(rect, tokens().card);
    paintTitles(*painter);
    if (!m_empty.isEmpty()) {
        painter->setPen(tokens().muted);
        painter->setFont(font());
        painter->drawText(QRectF(this->rect()).adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
                          m_empty);
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintY(*painter);
    paintX(*painter);
    painter->setRenderHint(QPainter::Antialiasing, true);
    paintFills(*painter);
    const PlotSpace here = space();
    for (const auto& layer : m_layers) {
        painter->save();
        painter->setClipRect(m_area.adjusted(-1, -1, 1, 1));
        layer->paintUnder(*painter, here);
        painter->restore();
    }
}

/// The plot's own title on top, the one of y below it.
void Plot::paintTitles(QPainter& painter) const {
    const double line = QFontMetricsF(noteFont()).height();
    painter.setFont(noteFont());
    const QRectF top(2, 0, width() - 4, line);
    if (!m_title.isEmpty()) {
        painter.setPen(tokens().text);
        painter.drawText(top, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    }
    if (!m_empty.isEmpty())
        return;
    painter.setPen(tokens().muted);
    painter.drawText(top.translated(0, m_title.isEmpty() ? 0 : line + 2), Qt::AlignLeft | Qt::AlignVCenter,
                     m_y.title());
}

void Plot::paintX(QPainter& painter) const {
    const Tokens& c = tokens();
    const bool grid = m_x.scale() != Scale::Names;
    const QFontMetricsF metrics(axisFont());
    painter.setFont(axisFont());
    double free = -1e9;
    for (const Tick& tick : m_x.ticks(plotparts::countX(m_x, m_area.width()))) {
        const double at = std::round(m_area.left() + tick.at * m_area.width());
        painter.setPen(QPen(c.hairline, 1));
        if (grid)
            painter.drawLine(QPointF(at, m_area.top()), QPointF(at, m_area.bottom()));
        const double half = metrics.horizontalAdvance(tick.label) / 2 + 1;
        const double centre = std::clamp(at, half, std::max(half, width() - half));
        if (centre - half < free)
            continue;
        free = centre + half + 6;
        painter.setPen(c.muted);
        painter.drawText(QRectF(centre - half - 4, m_area.bottom() + 3, 2 * half + 8, metrics.height()),
                         Qt::AlignCenter, tick.label);
    }
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(m_area.bottomLeft(), m_area.bottomRight());
    painter.setFont(noteFont());
    painter.setPen(c.muted);
    const double line = QFontMetricsF(noteFont()).height();
    painter.drawText(QRectF(m_area.left(), m_area.bottom() + 3 + metrics.height(), m_area.width(), line + 4),
                     Qt::AlignHCenter | Qt::AlignTop, m_x.title());
}

void Plot::paintY(QPainter& painter) const {
    const Tokens& c = tokens();
    const bool list = m_y.isList();
    const QFont font = list ? noteFont() : axisFont();
    const QFontMetricsF metrics(font);
    const double wide = m_area.left() - kGap;
    for (const Tick& tick : m_y.ticks(plotparts::countY(m_y, m_area.height()))) {
        const double at = std::round(m_area.bottom() - tick.at * m_area.height());
        painter.setPen(QPen(c.hairline, 1));
        if (m_y.scale() != Scale::Names)
            painter.drawLine(QPointF(m_area.left(), at), QPointF(m_area.right(), at));
        painter.setFont(font);
        painter.setPen(list ? c.text : c.muted);
        painter.drawText(QRectF(0, at - metrics.height() / 2, wide, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         list ? metrics.elidedText(tick.label, Qt::ElideRight, wide) : tick.label);
        if (m_right)
            paintRightScale(painter, at, m_y.valueAt(tick.at) * *m_right);
    }
    if (!m_right)
        return;
    const double high = QFontMetricsF(noteFont()).height();
    painter.save(); // its title goes upwards along the edge: there it has room at any width
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(noteFont());
    painter.setPen(c.muted);
    painter.translate(width() - high, m_area.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, m_area.height(), high), Qt::AlignCenter, m_rightTitle);
    painter.restore();
}

void Plot::paintRightScale(QPainter& painter, double y, double value) const {
    const double height = QFontMetricsF(axisFont()).height();
    painter.drawText(QRectF(m_area.right() + kGap, y - height / 2, 80, height),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     format::number(value, value < 9.95 && value > 0 ? 1 : 0));
}

void Plot::paintFills(QPainter& painter) const {
    const PlotSpace here = space();
    for (const Line& line : m_lines) {
        if (line.look.fill <= 0 || line.points.size() < 2)
            continue;
        QPolygonF polygon;
        polygon.reserve(line.points.size() + 2);
        for (const QPointF& point : line.points) {
            if (std::isfinite(point.x()) && std::isfinite(point.y()))
                polygon.append(here.at(point.x(), point.y()));
        }
        if (polygon.isEmpty())
            continue;
        polygon.append(QPointF(polygon.last().x(), m_area.bottom()));
        polygon.append(QPointF(polygon.first().x(), m_area.bottom()));
        QColor colour = line.look.pen.color();
        colour.setAlphaF(static_cast<float>(line.look.fill));
        painter.save();
        painter.setClipRect(m_area);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(polygon);
        painter.restore();
    }
}

void Plot::drawForeground(QPainter* painter, const QRectF&) {
    if (m_empty.isEmpty()) {
        const PlotSpace here = space();
        for (const auto& layer : m_layers) {
            painter->save();
            layer->paintBeside(*painter, here);
            painter->setClipRect(m_area.adjusted(-3, -3, 3, 3));
            layer->paint(*painter, here);
            painter->restore();
        }
    }
    if (!m_exporting)
        paintRings(*painter);
}

void Plot::paintRings(QPainter& painter) const {
    if (const auto target = current())
        target->layer->paintMark(painter, target->hit);
    painter.setBrush(Qt::NoBrush);
    if (zoomed() && m_empty.isEmpty()) {
        painter.setFont(noteFont());
        painter.setPen(tokens().first);
        painter.drawText(m_area.adjusted(4, 2, -4, -2), Qt::AlignRight | Qt::AlignTop,
                         tr("zoomed · double-click resets"));
    }
    if (hasFocus()) {
        painter.setPen(QPen(tokens().first, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

} // namespace jitterscope::ui

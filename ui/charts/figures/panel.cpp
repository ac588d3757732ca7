// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/panel.h"

#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kReach = 14; // pixels around a point
constexpr double kDot = 3;
constexpr double kGap = 6;
constexpr double kTickSpaceX = 66;
constexpr double kTickSpaceY = 34;

int tickCount(double length, double space) {
    return std::max(2, static_cast<int>(length / space));
}

} // namespace

QFont axisFont() {
    return figureFont(0.82);
}

void Panel::paint(QPainter& painter, const QRectF& area) {
    m_area = area;
    m_hits.clear();
    QRectF rest = area;
    painter.setFont(noteFont());
    if (!m_title.isEmpty()) {
        const double line = QFontMetricsF(noteFont()).height();
        painter.setPen(tokens().text);
        painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, m_title);
        rest.setTop(rest.top() + line + 2);
    }
    if (rest.width() < 60 || rest.height() < 40)
        return;
    painter.save();
    paintContent(painter, rest);
    painter.restore();
}

void Panel::addHit(const QPointF& at, int series, int item) {
    addHit(QRectF(at.x() - kDot, at.y() - kDot, 2 * kDot, 2 * kDot), series, item);
}

int Panel::hitAt(const QPointF& pixel) const {
    int best = -1;
    double nearest = kReach;
    for (std::size_t i = 0; i < m_hits.size(); ++i) {
        const QRectF& box = m_hits[i].box;
        const double dx = std::max({box.left() - pixel.x(), pixel.x() - box.right(), 0.0});
        const double dy = std::max({box.top() - pixel.y(), pixel.y() - box.bottom(), 0.0});
        const double distance = std::hypot(dx, dy);
        if (distance < nearest || (distance == 0 && nearest == 0)) {
            nearest = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

Frame::Frame(const QPainter& painter, const QRectF& area, const Axis& x, const Axis& y, double left)
    : m_area(area) {
    (void)painter;
    const QFontMetricsF metrics(axisFont());
    const double line = metrics.height();
    const double titleLine = QFontMetricsF(noteFont()).height();
    const double bottom = line + kGap + (x.title().isEmpty() ? 0 : titleLine + 2);
    const double top = y.title().isEmpty() || left >= 0 ? line / 2 : titleLine + line / 2 + 1;
    double room = left;
    if (left < 0) {
        room = 0;
        for (const Tick& tick : y.ticks(tickCount(area.height() - bottom - top, kTickSpaceY)))
            room = std::max(room, metrics.horizontalAdvance(tick.label));
        room += kGap + 2;
    }
    m_plot = area.adjusted(room, top, -metrics.horizontalAdvance(QStringLiteral("000")), -bottom);
}

QPointF Frame::at(const Axis& x, const Axis& y, double xValue, double yValue) const {
    const auto kept = [](double share) { return std::clamp(share, -50.0, 50.0); }; // far outside is outside
    return {m_plot.left() + kept(x.at(xValue)) * m_plot.width(),
            m_plot.bottom() - kept(y.at(yValue)) * m_plot.height()};
}

void Frame::paint(QPainter& painter, const Axis& x, const Axis& y, bool withY) const {
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintX(painter, x);
    if (withY)
        paintY(painter, y);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void Frame::paintX(QPainter& painter, const Axis& axis) const {
    const Tokens& c = tokens();
    painter.setFont(axisFont());
    const QFontMetricsF metrics(axisFont());
    double free = -1e9;
    for (const Tick& tick : axis.ticks(tickCount(m_plot.width(), kTickSpaceX))) {
        const double at = m_plot.left() + tick.at * m_plot.width();
        painter.setPen(QPen(c.hairline, 1));
        painter.drawLine(QPointF(at, m_plot.top()), QPointF(at, m_plot.bottom()));
        const double wide = metrics.horizontalAdvance(tick.label);
        if (at - wide / 2 < free)
            continue;
        free = at + wide / 2 + 6;
        painter.setPen(c.muted);
        painter.drawText(QRectF(at - wide / 2 - 4, m_plot.bottom() + kGap - 2, wide + 8, metrics.height()),
                         Qt::AlignCenter, tick.label);
    }
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    painter.setFont(noteFont());
    painter.setPen(c.muted);
    const double line = QFontMetricsF(noteFont()).height();
    painter.drawText(QRectF(m_plot.left(), m_area.bottom() - line, m_plot.width(), line), Qt::AlignCenter,
                     axis.title());
}

void Frame::paintY(QPainter& painter, const Axis& axis) const {
    const Tokens& c = tokens();
    painter.setFont(axisFont());
    const QFontMetricsF metrics(axisFont());
    for (const Tick& tick : axis.ticks(tickCount(m_plot.height(), kTickSpaceY))) {
        const double at = m_plot.bottom() - tick.at * m_plot.height();
        painter.setPen(QPen(c.hairline, 1));
        painter.drawLine(QPointF(m_plot.left(), at), QPointF(m_plot.right(), at));
        painter.setPen(c.muted);
        painter.drawText(QRectF(m_area.left(), at - metrics.height() / 2,
                                m_plot.left() - m_area.left() - kGap, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    painter.setFont(noteFont());
    painter.drawText(QRectF(m_area.left(), m_area.top(), m_area.width(), QFontMetricsF(noteFont()).height()),
                     Qt::AlignLeft | Qt::AlignVCenter, axis.title());
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_axes.h"

#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/plot/layer.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kTickSpaceX = 68;
constexpr double kTickSpaceY = 34;
constexpr double kNameSpaceX = 30;

} // namespace

int ticksAlongX(const Axis& axis, double length) {
    return std::max(
        2, static_cast<int>(length / (axis.scale() == AxisScale::Names ? kNameSpaceX : kTickSpaceX)));
}

int ticksAlongY(const Axis& axis, double length) {
    const double name = QFontMetricsF(noteFont()).height();
    return std::max(2, static_cast<int>(length / (axis.scale() == AxisScale::Names ? name : kTickSpaceY)));
}

void PlotAxes::paint(QPainter& painter) const {
    paintY(painter);
    paintX(painter);
}

void PlotAxes::paintX(QPainter& painter) const {
    const Tokens& c = tokens();
    const bool grid = x.scale() != AxisScale::Names;
    const QFontMetricsF metrics(axisFont());
    painter.setFont(axisFont());
    double free = -1e9;
    for (const LabelledTick& tick : x.ticks(ticksAlongX(x, area.width()))) {
        const double at = std::round(area.left() + tick.at * area.width());
        painter.setPen(QPen(c.hairline, 1));
        if (grid)
            painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
        const double half = metrics.horizontalAdvance(format::text(tick.label)) / 2 + 1;
        const double centre = std::clamp(at, half, std::max(half, width - half));
        if (centre - half < free)
            continue;
        free = centre + half + 6;
        painter.setPen(c.muted);
        painter.drawText(QRectF(centre - half - 4, area.bottom() + 3, 2 * half + 8, metrics.height()),
                         Qt::AlignCenter, format::text(tick.label));
    }
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setFont(noteFont());
    painter.setPen(c.muted);
    const QFontMetricsF notes(noteFont());
    const QString title = notes.elidedText(format::text(x.title()), Qt::ElideRight, width);
    const double wide =
        notes.horizontalAdvance(title) + 1; // in the middle of the axis, or as near as it fits
    const double left = std::clamp(area.center().x() - wide / 2, 0.0, std::max(0.0, width - wide));
    painter.drawText(QRectF(left, area.bottom() + 3 + metrics.height(), wide, notes.height() + 4),
                     Qt::AlignHCenter | Qt::AlignTop, title);
}

void PlotAxes::paintY(QPainter& painter) const {
    const Tokens& c = tokens();
    const bool list = y.isList();
    const QFont font = list ? noteFont() : axisFont();
    const QFontMetricsF metrics(font);
    const double wide = area.left() - kAxisGap;
    for (const LabelledTick& tick : y.ticks(ticksAlongY(y, area.height()))) {
        const double at = std::round(area.bottom() - tick.at * area.height());
        painter.setPen(QPen(c.hairline, 1));
        if (y.scale() != AxisScale::Names)
            painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
        painter.setFont(font);
        painter.setPen(list ? c.text : c.muted);
        painter.drawText(QRectF(0, at - metrics.height() / 2, wide, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         list ? metrics.elidedText(format::text(tick.label), Qt::ElideRight, wide)
                              : format::text(tick.label));
        if (right)
            paintRightScale(painter, at, y.valueAt(tick.at) * *right);
    }
    if (right)
        paintRightTitle(painter);
}

void PlotAxes::paintRightScale(QPainter& painter, double at, double value) const {
    const double height = QFontMetricsF(axisFont()).height();
    painter.drawText(QRectF(area.right() + kAxisGap, at - height / 2, 80, height),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     format::number(value, value < 9.95 && value > 0 ? 1 : 0));
}

/// Upwards along the edge, where it has room at any width.
void PlotAxes::paintRightTitle(QPainter& painter) const {
    const double high = QFontMetricsF(noteFont()).height();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(noteFont());
    painter.setPen(tokens().muted);
    painter.translate(width - high, area.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, area.height(), high), Qt::AlignCenter, rightTitle);
    painter.restore();
}

} // namespace jitterscope::ui

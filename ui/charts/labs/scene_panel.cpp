// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/scene_panel.h"

#include "ui/format/format.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui::scene {
namespace {

double share(double value, Range range, bool log) {
    if (!std::isfinite(value))
        return value > 0 ? 1 : 0;
    if (log) {
        const double low = std::log(range.low);
        return std::clamp((std::log(std::max(value, range.low)) - low) / (std::log(range.high) - low), 0.0,
                          1.0);
    }
    return range.span() > 0 ? std::clamp((value - range.low) / range.span(), 0.0, 1.0) : 0;
}

} // namespace

std::vector<Tick> decadeNumberTicks(Range range, int most) {
    std::vector<Tick> ticks;
    constexpr double kGrouped = 1e4;
    for (const double at : decadeTicks(range.low, range.high, most - 1))
        ticks.push_back({at, at >= kGrouped ? format::count(std::llround(at)) : plain(at, 3)});
    return ticks;
}

Panel gaugePanel(const QRectF& area, const QString& title, const QString& value, const LabPrediction& predict,
                 const Type& type) {
    const QString unit = QLatin1Char(' ') +
                         QString::fromUtf8(predict.unit.data(), static_cast<qsizetype>(predict.unit.size()));
    return {area,
            {.title = title,
             .value = value,
             .x = {predict.minimum, predict.maximum},
             .yLabels = false,
             .xTicks = numberTicks(1, unit),
             .rows = true},
            type};
}

Panel::Panel(const QRectF& area, PanelSpec spec, const Type& type)
    : m_area(area), m_spec(std::move(spec)), m_type(type), m_plot(area) {
    const double top = m_spec.title.isEmpty() ? type.gap : type.line + type.gap * 1.5;
    const double bottom = (m_spec.xLabels ? type.line + type.gap / 2 : type.line / 2) +
                          (m_spec.xTitle.isEmpty() ? 0 : type.line) + type.gap / 2;
    m_plot.adjust(0, top, -type.gap, -bottom);
    if (m_plot.height() < 4)
        m_plot.setHeight(4);
    double left = m_spec.left;
    if (left <= 0 && m_spec.yLabels) {
        for (const Tick& tick : yTicks())
            left = std::max(left, widthOf(type.note, tick.label) + 2 * type.gap);
    }
    m_plot.setLeft(std::min(m_plot.left() + left, m_plot.right() - 4));
}

double Panel::x(double value) const {
    return m_plot.left() + share(value, m_spec.x, m_spec.logX) * m_plot.width();
}

double Panel::y(double value) const {
    return m_plot.bottom() - share(value, m_spec.y, m_spec.logY) * m_plot.height();
}

std::vector<Tick> Panel::xTicks() const {
    const int most = std::clamp(static_cast<int>(m_plot.width() / (m_type.line * 4)), 2, 10);
    if (m_spec.xTicks)
        return m_spec.xTicks(m_spec.x, most);
    return m_spec.logX ? decadeNumberTicks(m_spec.x, most) : numberTicks()(m_spec.x, most);
}

std::vector<Tick> Panel::yTicks() const {
    if (m_spec.rows)
        return {};
    const int most = std::clamp(static_cast<int>(m_plot.height() / (m_type.line * 1.5)), 1, 6);
    if (m_spec.yTicks)
        return m_spec.yTicks(m_spec.y, most);
    return m_spec.logY ? decadeNumberTicks(m_spec.y, most) : numberTicks()(m_spec.y, most);
}

void Panel::paint(QPainter& painter) const {
    const Tokens& c = tokens();
    const QRectF head(m_area.left(), m_area.top(), m_area.width(), m_type.line + 2);
    const double value = m_spec.value.isEmpty() ? 0 : widthOf(m_type.figure, m_spec.value) + 2 * m_type.gap;
    if (!m_spec.title.isEmpty())
        drawElided(painter, head.adjusted(0, 0, -value, 0), Qt::AlignLeft | Qt::AlignVCenter, m_spec.title,
                   c.text, m_type.note);
    if (value > 0)
        drawText(painter, head.adjusted(0, 0, -m_type.gap, 0), Qt::AlignRight | Qt::AlignVCenter,
                 m_spec.value, c.text, m_type.figure);
    paintGrid(painter);
    paintLabels(painter);
    if (!m_spec.xTitle.isEmpty())
        drawElided(painter,
                   QRectF(m_plot.left(), m_area.bottom() - m_type.line - m_type.gap / 2, m_plot.width(),
                          m_type.line),
                   Qt::AlignCenter, m_spec.xTitle, c.muted, m_type.note);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void Panel::paintGrid(QPainter& painter) const {
    const QPen grid(tokens().hairline, 1);
    const QPen edge(tokens().border, 1);
    for (const Tick& tick : yTicks())
        drawStraight(painter, {m_plot.left(), y(tick.at), m_plot.right(), y(tick.at)}, grid);
    for (const Tick& tick : xTicks())
        drawStraight(painter, {x(tick.at), m_plot.top(), x(tick.at), m_plot.bottom()}, grid);
    drawStraight(painter, {m_plot.bottomLeft(), m_plot.bottomRight()}, edge);
    drawStraight(painter, {m_plot.bottomLeft(), m_plot.topLeft()}, edge);
}

void Panel::paintLabels(QPainter& painter) const {
    const Tokens& c = tokens();
    for (const Tick& tick : m_spec.yLabels ? yTicks() : std::vector<Tick>())
        drawText(painter,
                 QRectF(m_area.left(), std::round(y(tick.at)) - m_type.line / 2,
                        m_plot.left() - m_area.left() - m_type.gap, m_type.line),
                 Qt::AlignRight | Qt::AlignVCenter, tick.label, c.muted, m_type.note);
    double clear = -1e9;
    for (const Tick& tick : m_spec.xLabels ? xTicks() : std::vector<Tick>()) {
        const double half = widthOf(m_type.note, tick.label) / 2;
        const double left = std::clamp(std::round(x(tick.at)) - half, m_area.left(),
                                       std::max(m_area.left(), m_area.right() - 2 * half));
        if (left < clear)
            continue;
        drawText(painter, QRectF(left, m_plot.bottom() + m_type.gap / 2, 2 * half, m_type.line),
                 Qt::AlignCenter, tick.label, c.muted, m_type.note);
        clear = left + 2 * half + m_type.gap;
    }
}

QPolygonF Panel::polygon(const QVector<QPointF>& points, double until, bool steps) const {
    QPolygonF line;
    for (const QPointF& point : points) {
        if (point.x() > until)
            break;
        const QPointF next = at(point);
        if (steps && !line.isEmpty())
            line << QPointF(next.x(), line.last().y());
        line << next;
    }
    if (steps && !line.isEmpty())
        line << QPointF(x(until), line.last().y());
    return line;
}

void Panel::line(QPainter& painter, const QVector<QPointF>& points, const QPen& pen, double until, bool steps,
                 bool filled) const {
    const QPolygonF shown = polygon(points, until, steps);
    if (shown.isEmpty())
        return;
    if (filled) {
        // Opaque, and the grid over it again: that is quicker than to let it shine through.
        QPolygonF below = shown;
        below << QPointF(shown.last().x(), m_plot.bottom()) << QPointF(shown.first().x(), m_plot.bottom());
        painter.setRenderHint(QPainter::Antialiasing, !steps);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(pen.color(), tokens().card, 0.13));
        painter.drawPolygon(below);
        paintGrid(painter);
    }
    // Steps are upright and level: sharp, and far quicker, without smoothing.
    if (!steps) {
        drawCurve(painter, shown, pen);
    } else if (pen.style() == Qt::SolidLine) {
        drawSteps(painter, shown, std::round(pen.widthF()), pen.color());
    } else {
        painter.setRenderHint(QPainter::Antialiasing, false);
        QPen own = pen;
        own.setWidthF(std::round(pen.widthF()));
        painter.setPen(own);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(shown);
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

std::optional<double> Panel::valueAt(const QVector<QPointF>& points, double until) {
    const auto after =
        std::ranges::upper_bound(points, until, {}, [](const QPointF& point) { return point.x(); });
    return after == points.begin() ? std::nullopt : std::optional(std::prev(after)->y());
}

void Panel::cursor(QPainter& painter, double value) const {
    drawStraight(painter, {QPointF(x(value), m_plot.top() - m_type.gap), QPointF(x(value), m_plot.bottom())},
                 QPen(tokens().muted, 1));
}

void Panel::upright(QPainter& painter, double value, const QPen& pen) const {
    drawStraight(painter, {x(value), m_plot.top(), x(value), m_plot.bottom()}, pen);
}

void Panel::level(QPainter& painter, double value, const QPen& pen) const {
    drawStraight(painter, {m_plot.left(), y(value), m_plot.right(), y(value)}, pen);
}

void Panel::dot(QPainter& painter, const QPointF& value, const QColor& colour) const {
    painter.setPen(QPen(tokens().card, 1));
    painter.setBrush(colour);
    painter.drawEllipse(at(value), m_type.pen * 2.2, m_type.pen * 2.2);
}

void Panel::limit(QPainter& painter, double value, const QColor& colour) const {
    level(painter, value, QPen(colour, 1, Qt::DashLine));
}

QRectF Panel::row(std::size_t index, std::size_t count) const {
    const double pitch = m_plot.height() / static_cast<double>(std::max<std::size_t>(count, 1));
    return {m_plot.left(), m_plot.top() + pitch * static_cast<double>(index), m_plot.width(), pitch};
}

void Panel::nameRow(QPainter& painter, const QRectF& row, const QString& name, bool bold) const {
    QFont font = m_type.note;
    font.setBold(bold);
    drawElided(painter,
               QRectF(m_area.left(), row.top(), m_plot.left() - m_area.left() - m_type.gap, row.height()),
               Qt::AlignRight | Qt::AlignVCenter, name, tokens().text, font);
}

void Panel::bar(QPainter& painter, double value, const QColor& colour, Qt::BrushStyle hatch) const {
    fillBox(painter,
            QRectF(m_plot.left(), m_plot.top() + m_plot.height() * 0.3, x(value) - m_plot.left(),
                   m_plot.height() * 0.4),
            colour, hatch);
}

LabGuessAxis Panel::guessUp(const LabPrediction& predict) const {
    return {QLineF(m_plot.left(), y(predict.minimum), m_plot.left(), y(predict.maximum)), m_plot,
            m_spec.logY};
}

LabGuessAxis Panel::guessAlong(const LabPrediction& predict) const {
    return {QLineF(x(predict.minimum), m_plot.bottom(), x(predict.maximum), m_plot.bottom()), m_plot,
            m_spec.logX};
}

} // namespace jitterscope::ui::scene

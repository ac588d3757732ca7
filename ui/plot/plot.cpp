// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot.h"

#include "ui/format/outside_text.h"
#include "ui/plot/plot_axes.h"
#include "ui/theme/theme.h"

#include <QEvent>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kRoomRight = 14;      // for half of the last label
constexpr double kMostForNames = 0.34; // of the width

} // namespace

Plot::Plot(QWidget* parent) : LineView(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    applyRange();
}

void Plot::setTitle(const QString& title) {
    m_title = title;
    arrange();
}

void Plot::setExplanation(const QString& text) {
    m_explanation = text;
    setToolTip(text);
    setAccessibleDescription(text);
}

void Plot::setEmptyText(const QString& text) {
    if (text == m_empty)
        return;
    m_empty = text;
    if (!m_empty.isEmpty())
        say({}, {});
    setLinesVisible(m_empty.isEmpty());
    viewport()->update();
}

void Plot::clear() {
    say({}, {});
    removeLines();
    m_lines.clear();
    m_layers.clear();
    m_right.reset();
    m_labelWidth = 0;
    resetZoom();
    arrange();
}

void Plot::setAxes(Axis x, Axis y) {
    m_x = std::move(x);
    m_y = std::move(y);
    m_labelWidth = 0;
    for (const Line& line : m_lines)
        placeLine(line);
    applyRange();
}

void Plot::setRange(Range x, Range y, std::optional<Range> xReach, std::optional<Range> yReach) {
    m_x.setRange(x, xReach);
    m_y.setRange(y, yReach);
    applyRange();
}

void Plot::resetZoom() {
    if (!zoomed())
        return;
    m_x.resetZoom();
    m_y.resetZoom();
    m_labelWidth = 0;
    applyRange();
    emit zoomChanged();
}

void Plot::setRightScale(std::optional<double> factor, const QString& title) {
    if (factor == m_right && title == m_rightTitle)
        return;
    const bool moved = factor.has_value() != m_right.has_value();
    m_right = factor;
    m_rightTitle = title;
    for (const Line& line : m_lines) {
        if (line.look.onRight)
            placeLine(line);
    }
    if (moved)
        arrange();
}

Plot::Line* Plot::find(const QString& name) {
    const auto found =
        std::find_if(m_lines.begin(), m_lines.end(), [&](const Line& line) { return line.name == name; });
    return found == m_lines.end() ? nullptr : &*found;
}

const Plot::Line* Plot::find(const QString& name) const {
    return const_cast<Plot*>(this)->find(name);
}

std::size_t Plot::numberOf(const Line& line) const {
    return static_cast<std::size_t>(&line - m_lines.data());
}

void Plot::addLine(const QString& name, const LineLook& look) {
    if (Line* line = find(name)) {
        line->look = look;
        return placeLine(*line);
    }
    m_lines.push_back({name, look, {}});
}

void Plot::setPen(const QString& line, const QPen& pen) {
    Line* const found = find(line);
    if (found == nullptr || found->look.pen == pen)
        return;
    found->look.pen = pen;
    setLinePen(numberOf(*found), pen);
}

QPen Plot::pen(const QString& line) const {
    const Line* const found = find(line);
    return found == nullptr ? QPen(Qt::NoPen) : found->look.pen;
}

void Plot::setLine(const QString& name, const QList<QPointF>& points) {
    Line* const line = find(name);
    if (line == nullptr)
        return;
    line->points = points;
    placeLine(*line);
}

QList<QPointF> Plot::line(const QString& name) const {
    const Line* const found = find(name);
    QList<QPointF> points = found == nullptr ? QList<QPointF>() : found->points;
    points.removeIf(
        [](const QPointF& point) { return !std::isfinite(point.x()) || !std::isfinite(point.y()); });
    return points;
}

QStringList Plot::lines() const {
    QStringList names;
    for (const Line& line : m_lines)
        names << line.name;
    return names;
}

/// Gives on the parts between gaps, in places of the axes (Axis::place()). So who draws them needs to know no
/// scale.
void Plot::placeLine(const Line& line) {
    std::vector<QList<QPointF>> parts;
    QList<QPointF> part;
    const auto give = [&] {
        if (part.size() > 1)
            parts.push_back(part);
        part.clear();
    };
    const double scale = line.look.onRight ? 1 / m_right.value_or(1) : 1;
    part.reserve(line.points.size());
    for (const QPointF& point : line.points) {
        if (std::isfinite(point.x()) && std::isfinite(point.y()))
            part.append({m_x.place(point.x()), m_y.place(point.y() * scale)});
        else
            give();
    }
    give();
    drawLine(numberOf(line), line.look.pen, parts);
}

void Plot::layersChanged() {
    if (m_pointer)
        pointAt(*m_pointer);
    else if (m_pointing.any() && !current())
        say({}, {});
    viewport()->update();
}

void Plot::applyRange() {
    setShownPlaces(m_x.shownPlaces(), m_y.shownPlaces());
    arrange();
    viewport()->update();
}

/// The width that the labels of y need, in px, at this height of the area.
double Plot::labelRoom(double height) const {
    const QFontMetricsF metrics(m_y.isList() ? noteFont() : axisFont());
    double room = metrics.horizontalAdvance(QStringLiteral("00.00"));
    for (const LabelledTick& tick : m_y.ticks(ticksAlongY(m_y, height)))
        room = std::max(room, metrics.horizontalAdvance(format::text(tick.label)));
    return m_y.isList() ? std::min(room, width() * kMostForNames) : room;
}

double Plot::rightRoom() const {
    double room = kRoomRight;
    if (m_right)
        room = QFontMetricsF(axisFont()).horizontalAdvance(QStringLiteral("0 000")) + 2 * kAxisGap +
               QFontMetricsF(noteFont()).height();
    for (const auto& layer : m_layers)
        room = std::max(room, layer->rightRoom());
    return room;
}

void Plot::arrange() {
    const double label = QFontMetricsF(axisFont()).height();
    const double note = QFontMetricsF(noteFont()).height();
    const double top = 6 + (m_title.isEmpty() ? 0 : note + 2) + (m_y.title().empty() ? 0 : note + 2);
    const double bottom = label + kAxisGap + (m_x.title().empty() ? 0 : note + 2);
    const double high = std::max(10.0, height() - top - bottom);
    m_labelWidth = std::max(m_labelWidth, labelRoom(high));
    const double left = m_labelWidth + kAxisGap + 1;
    const QRectF area(left, top, std::max(10.0, width() - left - rightRoom()), high);
    if (area == m_area)
        return;
    m_area = area;
    setLineArea(m_area);
    viewport()->update();
}

void Plot::resizeEvent(QResizeEvent* event) {
    LineView::resizeEvent(event);
    if (m_y.isList())
        m_labelWidth = 0; // a share of the width
    arrange();
}

void Plot::changeEvent(QEvent* event) {
    LineView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        m_labelWidth = 0;
        arrange();
        viewport()->update();
    }
}

void Plot::paintInto(QPainter& painter, const QRect& target) {
    const QSize before = size();
    const double widest = std::exchange(m_labelWidth, 0);
    m_exporting = true;
    resize(target.size());
    arrange();
    QWidget::render(&painter, target.topLeft(), {}, DrawChildren);
    m_exporting = false;
    m_labelWidth = widest;
    resize(before);
    arrange();
}

QByteArray Plot::data() const {
    QByteArray rows;
    for (const Line& each : m_lines) {
        QString name = each.name;
        if (name.contains(QLatin1Char(',')) || name.contains(QLatin1Char('"')))
            name =
                QLatin1Char('"') + name.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
        for (const QPointF& point : line(each.name))
            rows += name.toUtf8() + ',' + QByteArray::number(point.x(), 'g', 12) + ',' +
                    QByteArray::number(point.y(), 'g', 12) + '\n';
    }
    return rows;
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
    PlotAxes{m_x, m_y, m_area, static_cast<double>(width()), m_right, m_rightTitle}.paint(*painter);
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
    const QFontMetricsF metrics(noteFont());
    const double line = metrics.height();
    painter.setFont(noteFont());
    const QRectF top(2, 0, width() - 4, line);
    const auto within = [&](const QString& text) {
        return metrics.elidedText(text, Qt::ElideRight, top.width());
    };
    if (!m_title.isEmpty()) {
        painter.setPen(tokens().text);
        painter.drawText(top, Qt::AlignLeft | Qt::AlignVCenter, within(m_title));
    }
    if (!m_empty.isEmpty())
        return;
    painter.setPen(tokens().muted);
    painter.drawText(top.translated(0, m_title.isEmpty() ? 0 : line + 2), Qt::AlignLeft | Qt::AlignVCenter,
                     within(format::text(m_y.title())));
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
    if (m_drawing && m_dragging) {
        QColor ground = tokens().first;
        ground.setAlphaF(0.18F);
        const QRectF drawn(QPointF(m_press.x(), m_area.top()), QPointF(m_last.x(), m_area.bottom()));
        painter->fillRect(drawn.normalized() & m_area, ground);
    }
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

QSize Plot::minimumSizeHint() const {
    return {forFont(160), forFont(110)}; // axis and title take half of its height
}

} // namespace jitterscope::ui

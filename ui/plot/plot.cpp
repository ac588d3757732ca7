// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot holds, and where its area lies; plot_input.cpp has pointer and keyboard, plot_paint.cpp the
// grid.
#include "ui/plot/plot.h"

#include "ui/plot/plot_parts.h"
#include "ui/theme/theme.h"

#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kRoomRight = 14;      // for half of the last label
constexpr double kMostForNames = 0.34; // of the width

} // namespace

Plot::Plot(QWidget* parent)
    : QChartView(new QChart, parent), m_xSeries(new QValueAxis(this)), m_ySeries(new QValueAxis(this)) {
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    chart()->addAxis(m_xSeries, Qt::AlignBottom);
    chart()->addAxis(m_ySeries, Qt::AlignLeft);
    m_xSeries->hide();
    m_ySeries->hide();
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // grid and layers are painted by the view
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
    for (Line& line : m_lines) {
        for (QLineSeries* part : line.parts)
            part->setVisible(m_empty.isEmpty());
    }
    viewport()->update();
}

void Plot::clear() {
    say({}, {});
    chart()->removeAllSeries();
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
    for (Line& line : m_lines)
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
    for (Line& line : m_lines) {
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

void Plot::addLine(const QString& name, const LineLook& look) {
    if (Line* line = find(name)) {
        line->look = look;
        return placeLine(*line);
    }
    m_lines.push_back({name, look, {}, {}, 0});
}

void Plot::setPen(const QString& line, const QPen& pen) {
    Line* const found = find(line);
    if (found == nullptr || found->look.pen == pen)
        return;
    found->look.pen = pen;
    for (QLineSeries* part : found->parts)
        part->setPen(pen);
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

/// Gives Qt Charts the parts between gaps, in places of the axes, so that it needs to know no scale.
void Plot::placeLine(Line& line) {
    std::size_t used = 0;
    QList<QPointF> part;
    const auto give = [&] {
        if (part.size() < 2) {
            part.clear();
            return;
        }
        if (used == line.parts.size()) {
            auto* series = new QLineSeries;
            series->setPen(line.look.pen);
            series->setVisible(m_empty.isEmpty());
            chart()->addSeries(series);
            series->attachAxis(m_xSeries);
            series->attachAxis(m_ySeries);
            line.parts.push_back(series);
        }
        line.parts[used++]->replace(part);
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
    for (std::size_t i = 0; i < line.parts.size(); ++i) {
        if (i >= used && i < std::max(line.used, used))
            line.parts[i]->replace(QList<QPointF>());
        if (line.parts[i]->pen() != line.look.pen)
            line.parts[i]->setPen(line.look.pen);
    }
    line.used = used;
}

void Plot::layersChanged() {
    if (m_pointer)
        pointAt(*m_pointer);
    else if (m_pointedLayer != nullptr && !current())
        say({}, {});
    viewport()->update();
}

void Plot::applyRange() {
    const Range x = m_x.shownPlaces();
    const Range y = m_y.shownPlaces();
    m_xSeries->setRange(x.low, x.high);
    m_ySeries->setRange(y.low, y.high);
    arrange();
    viewport()->update();
}

/// What the labels of y need, by the height that they have.
double Plot::labelRoom(double height) const {
    const QFontMetricsF metrics(m_y.isList() ? noteFont() : axisFont());
    double room = metrics.horizontalAdvance(QStringLiteral("00.00"));
    for (const Tick& tick : m_y.ticks(plotparts::countY(m_y, height)))
        room = std::max(room, metrics.horizontalAdvance(tick.label));
    return m_y.isList() ? std::min(room, width() * kMostForNames) : room;
}

double Plot::rightRoom() const {
    double room = kRoomRight;
    if (m_right)
        room = QFontMetricsF(axisFont()).horizontalAdvance(QStringLiteral("0 000")) + 2 * plotparts::kGap +
               QFontMetricsF(noteFont()).height();
    for (const auto& layer : m_layers)
        room = std::max(room, layer->rightRoom());
    return room;
}

void Plot::arrange() {
    const double label = QFontMetricsF(axisFont()).height();
    const double note = QFontMetricsF(noteFont()).height();
    const double top = 6 + (m_title.isEmpty() ? 0 : note + 2) + (m_y.title().isEmpty() ? 0 : note + 2);
    const double bottom = label + plotparts::kGap + (m_x.title().isEmpty() ? 0 : note + 2);
    const double high = std::max(10.0, height() - top - bottom);
    m_labelWidth = std::max(m_labelWidth, labelRoom(high));
    const double left = m_labelWidth + plotparts::kGap + 1;
    const QRectF area(left, top, std::max(10.0, width() - left - rightRoom()), high);
    if (area == m_area)
        return;
    m_area = area;
    chart()->setPlotArea(m_area);
    viewport()->update();
}

void Plot::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    if (m_y.isList())
        m_labelWidth = 0; // a share of the width
    arrange();
}

void Plot::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
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

} // namespace jitterscope::ui

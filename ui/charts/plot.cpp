// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include "ui/format/format.h"
#include "ui/theme/theme.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kGap = 6;        // between labels and the plot area
constexpr double kClickSlack = 4; // pixels a click may wander

} // namespace

Plot::Plot(QWidget* parent)
    : QChartView(new QChart, parent), m_xAxis(new QValueAxis(this)), m_yAxis(new QValueAxis(this)) {
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    chart()->addAxis(m_xAxis, Qt::AlignBottom);
    chart()->addAxis(m_yAxis, Qt::AlignLeft);
    m_xAxis->hide();
    m_yAxis->hide();
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // grid and marks are painted by the view
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void Plot::setAxes(AxisLook x, AxisLook y) {
    m_xLook = std::move(x);
    m_yLook = std::move(y);
    viewport()->update();
}

void Plot::setRightScale(std::optional<double> factor, const QString& title) {
    const bool moved = factor.has_value() != m_right.has_value();
    m_right = factor;
    m_rightTitle = title;
    if (moved)
        placeArea();
}

int Plot::addLine(const QPen& pen) {
    auto* series = new QLineSeries(this);
    series->setPen(pen);
    chart()->addSeries(series);
    series->attachAxis(m_xAxis);
    series->attachAxis(m_yAxis);
    m_lines.push_back({series});
    return static_cast<int>(m_lines.size()) - 1;
}

void Plot::setLinePen(int line, const QPen& pen) {
    QLineSeries* series = m_lines.at(static_cast<std::size_t>(line)).series;
    if (series->pen() != pen)
        series->setPen(pen);
}

QPen Plot::linePen(int line) const {
    return m_lines.at(static_cast<std::size_t>(line)).series->pen();
}

void Plot::setLine(int line, QList<QPointF> points) {
    points.removeIf(
        [](const QPointF& point) { return !std::isfinite(point.x()) || !std::isfinite(point.y()); });
    m_lines.at(static_cast<std::size_t>(line)).series->replace(points);
}

QList<QPointF> Plot::line(int line) const {
    return m_lines.at(static_cast<std::size_t>(line)).series->points();
}

void Plot::setFilled(int line, double opacity) {
    m_lines.at(static_cast<std::size_t>(line)).fill = opacity;
}

void Plot::setRange(Range x, Range y) {
    if (x == m_x && y == m_y)
        return;
    m_x = x;
    m_y = y;
    applyRange();
}

void Plot::resetZoom() {
    if (!zoomed())
        return;
    m_userX.reset();
    m_userY.reset();
    applyRange();
    emit zoomChanged();
}

void Plot::applyRange() {
    const Range x = shownX();
    const Range y = shownY();
    m_xAxis->setRange(x.low, x.high);
    m_yAxis->setRange(y.low, y.high);
    viewport()->update();
}

void Plot::setEmptyText(const QString& text) {
    if (text == m_empty)
        return;
    m_empty = text;
    viewport()->update();
}

void Plot::placeArea() {
    const QFontMetricsF labels(figureFont(0.86));
    const QFontMetricsF title(noteFont());
    const double bottom = labels.height() + kGap + (m_xLook.title ? title.height() + 2 : 0);
    const double right =
        m_right ? labels.horizontalAdvance(QStringLiteral("0 000")) + 2 * kGap + title.height() : 14;
    const double left = std::max(m_labelWidth, labels.horizontalAdvance(QStringLiteral("00.00"))) + kGap;
    const QRectF area(left, 6, std::max(10.0, width() - left - right), std::max(10.0, height() - 6 - bottom));
    if (area == m_area)
        return;
    m_area = area;
    chart()->setPlotArea(m_area);
    viewport()->update();
}

void Plot::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    placeArea();
}

void Plot::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        m_labelWidth = 0;
        placeArea();
        viewport()->update();
    }
}

QPointF Plot::toPixel(double x, double y) const {
    const Range xs = shownX();
    const Range ys = shownY();
    return {m_area.left() + (x - xs.low) / xs.span() * m_area.width(),
            m_area.bottom() - (y - ys.low) / ys.span() * m_area.height()};
}

QPointF Plot::toValue(const QPointF& pixel) const {
    const Range xs = shownX();
    const Range ys = shownY();
    return {xs.low + (pixel.x() - m_area.left()) / m_area.width() * xs.span(),
            ys.low + (m_area.bottom() - pixel.y()) / m_area.height() * ys.span()};
}

void Plot::drawBackground(QPainter* painter, const QRectF& rect) {
    painter->fillRect(rect, tokens().card);
    if (!m_empty.isEmpty()) {
        painter->setPen(tokens().muted);
        painter->setFont(font());
        painter->drawText(QRectF(this->rect()).adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
                          m_empty);
        return;
    }
    drawGrid(*painter);
    drawFills(*painter);
}

void Plot::drawGrid(QPainter& painter) {
    const Tokens& c = tokens();
    const QFont labelFont = figureFont(0.86);
    const QFontMetricsF metrics(labelFont);
    const QPen grid(c.hairline, 1);
    painter.setFont(labelFont);
    painter.setRenderHint(QPainter::Antialiasing, false);
    double widest = 0;
    const auto yTicks = m_yLook.ticks(shownY(), std::max(2, static_cast<int>(m_area.height() / 38)));
    for (const Tick& tick : yTicks) {
        const double y = std::round(toPixel(0, tick.at).y());
        painter.setPen(grid);
        painter.drawLine(QPointF(m_area.left(), y), QPointF(m_area.right(), y));
        painter.setPen(c.muted);
        const double height = metrics.height();
        painter.drawText(QRectF(0, y - height / 2, m_area.left() - kGap, height),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
        if (m_right)
            painter.drawText(
                QRectF(m_area.right() + kGap, y - height / 2, 80, height), Qt::AlignLeft | Qt::AlignVCenter,
                format::number(tick.at * *m_right, tick.at * *m_right < 9.95 && tick.at > 0 ? 1 : 0));
    }
    const double labelRoom = metrics.horizontalAdvance(QStringLiteral("0000.000"));
    const auto xTicks =
        m_xLook.ticks(shownX(), std::max(2, static_cast<int>(m_area.width() / (labelRoom * 1.25))));
    for (const Tick& tick : xTicks) {
        const double x = std::round(toPixel(tick.at, 0).x());
        painter.setPen(grid);
        painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
        painter.setPen(c.muted);
        const double half = metrics.horizontalAdvance(tick.label) / 2 + 1;
        const double centre = std::clamp(x, half, std::max(half, width() - half));
        painter.drawText(QRectF(centre - half, m_area.bottom() + 3, 2 * half, metrics.height()),
                         Qt::AlignCenter, tick.label);
    }
    if (m_xLook.title) {
        painter.setFont(noteFont());
        painter.drawText(QRectF(m_area.left(), m_area.bottom() + 3 + metrics.height(), m_area.width(),
                                metrics.height() + 4),
                         Qt::AlignHCenter | Qt::AlignTop, m_xLook.title(shownX()));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (m_right)
        drawRightTitle(painter);
    if (widest > m_labelWidth) {
        m_labelWidth = widest;
        QMetaObject::invokeMethod(
            this, [this] { placeArea(); }, Qt::QueuedConnection);
    }
}

/// Upwards along the right edge: there it has room at any width.
void Plot::drawRightTitle(QPainter& painter) {
    const double high = QFontMetricsF(noteFont()).height();
    painter.save();
    painter.setFont(noteFont());
    painter.setPen(tokens().muted);
    painter.translate(width() - high, m_area.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, m_area.height(), high), Qt::AlignCenter, m_rightTitle);
    painter.restore();
}

void Plot::drawFills(QPainter& painter) {
    for (const Line& line : m_lines) {
        const QList<QPointF> points = line.series->points();
        if (line.fill <= 0 || points.size() < 2)
            continue;
        QPolygonF polygon;
        polygon.reserve(points.size() + 2);
        for (const QPointF& point : points)
            polygon.append(toPixel(point.x(), point.y()));
        polygon.append(QPointF(polygon.last().x(), m_area.bottom()));
        polygon.append(QPointF(polygon.first().x(), m_area.bottom()));
        QColor colour = line.series->pen().color();
        colour.setAlphaF(static_cast<float>(line.fill));
        painter.save();
        painter.setClipRect(m_area);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(polygon);
        painter.restore();
    }
}

void Plot::drawForeground(QPainter* painter, const QRectF&) {
    if (!m_empty.isEmpty()) { // hides the lines of a run that has been forgotten
        return;
    }
    if (m_marks) {
        painter->save();
        painter->setClipRect(m_area.adjusted(-1, -1, 1, 1));
        m_marks(*painter);
        painter->restore();
    }
    if (zoomed()) {
        painter->setFont(noteFont());
        painter->setPen(tokens().first);
        painter->drawText(m_area.adjusted(4, 2, -4, -2), Qt::AlignRight | Qt::AlignTop,
                          tr("zoomed · double-click resets"));
    }
    if (hasFocus()) {
        painter->setPen(QPen(tokens().first, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

void Plot::zoom(double factor, QPointF about, bool vertical) {
    std::optional<Range>& user = vertical ? m_userY : m_userX;
    const Range now = vertical ? shownY() : shownX();
    const Range whole = vertical ? m_y : m_x;
    const double centre = vertical ? about.y() : about.x();
    const Range next{centre + (now.low - centre) * factor, centre + (now.high - centre) * factor};
    if (next.span() < whole.span() * 1e-4 || next.span() > whole.span() * 1e3)
        return;
    user = next;
    applyRange();
    emit zoomChanged();
}

void Plot::pan(double dx, double dy) {
    const Range x = shownX();
    const Range y = shownY();
    m_userX = Range{x.low - dx, x.high - dx};
    if (m_userY)
        m_userY = Range{y.low - dy, y.high - dy};
    applyRange();
    emit zoomChanged();
}

void Plot::wheelEvent(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const bool vertical = event->modifiers().testFlag(Qt::ShiftModifier);
    const int steps = delta.y() != 0 ? delta.y() : delta.x();
    if (m_area.contains(event->position()) && steps != 0)
        zoom(std::pow(0.85, steps / 120.0), toValue(event->position()), vertical);
    event->accept();
}

void Plot::mousePressEvent(QMouseEvent* event) {
    m_press = m_last = event->position();
    m_dragging = event->button() == Qt::LeftButton && m_area.contains(m_press);
    event->accept();
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
    if (!m_dragging || (event->position() - m_press).manhattanLength() < kClickSlack)
        return;
    const QPointF moved = toValue(event->position()) - toValue(m_last);
    m_last = event->position();
    pan(moved.x(), moved.y());
}

void Plot::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragging && (event->position() - m_press).manhattanLength() < kClickSlack)
        emit clicked(event->position());
    m_dragging = false;
}

void Plot::mouseDoubleClickEvent(QMouseEvent*) {
    resetZoom();
}

void Plot::keyPressEvent(QKeyEvent* event) {
    const QPointF middle = toValue(m_area.center());
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.8, middle, false);
    case Qt::Key_Minus:
        return zoom(1.25, middle, false);
    case Qt::Key_Left:
        return pan(shownX().span() * 0.1, 0);
    case Qt::Key_Right:
        return pan(-shownX().span() * 0.1, 0);
    case Qt::Key_Home:
        return resetZoom();
    default:
        QWidget::keyPressEvent(event); // past the view's own scrolling
    }
}

void Plot::focusInEvent(QFocusEvent* event) {
    QChartView::focusInEvent(event);
    viewport()->update();
}

void Plot::focusOutEvent(QFocusEvent* event) {
    QChartView::focusOutEvent(event);
    viewport()->update();
}

bool Plot::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(help->pos(), help->globalPos());
        return true;
    }
    return QChartView::viewportEvent(event);
}

void Plot::showTip(const QPoint& position, const QPoint& global) {
    QString text;
    if (position.x() < m_area.left())
        text = m_yLook.tooltip;
    else if (position.y() > m_area.bottom())
        text = m_xLook.tooltip;
    else if (m_readout)
        text = m_readout(position);
    QToolTip::showText(global, text.isEmpty() ? toolTip() : text, this);
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot.h"

#include "ui/format/format.h"
#include "ui/plot/painting.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFontInfo>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kRoomRight = 12; // px for half of the last label
constexpr double kPlotSides = 2;  // px

/// The shapes that `draw` draws, on a screen.
template <typename Draw>
void paintDrawing(QPainter& painter, const QSizeF& size, const ChartSpace& space,
                  const jitterscope::Box& whole, Draw draw) {
    Picture picture{size.width(), size.height(), {}, {}, {}};
    draw(ChartDrawing(picture, space, whole, plotLetters()));
    paintShapes(painter, picture, QRectF({}, size), paintsDark());
}

} // namespace

ChartLetters plotLetters() {
    ChartLetters letters;
    letters.note.size = noteFont().pixelSize();
    letters.tick.size = figureFont(0.85).pixelSize();
    letters.ruler = paintedWidth;
    return letters;
}

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
        if (line.style.onRight)
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

void Plot::addLine(const QString& name, const LineStyle& style) {
    if (Line* line = find(name)) {
        line->style = style;
        return placeLine(*line);
    }
    m_lines.push_back({name, style, {}});
}

void Plot::setLook(const QString& line, const LineLook& look) {
    Line* const found = find(line);
    if (found == nullptr || found->style.look == look)
        return;
    found->style.look = look;
    setLinePen(numberOf(*found), penOf(look));
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

double Plot::scaleOf(const Line& line) const {
    return line.style.onRight ? 1 / m_right.value_or(1) : 1;
}

std::vector<QList<QPointF>> Plot::partsOf(const Line& line, double scale) {
    std::vector<QList<QPointF>> parts;
    QList<QPointF> part;
    const auto give = [&] {
        if (part.size() > 1)
            parts.push_back(part);
        part.clear();
    };
    part.reserve(line.points.size());
    for (const QPointF& point : line.points) {
        if (std::isfinite(point.x()) && std::isfinite(point.y()))
            part.append({point.x(), point.y() * scale});
        else
            give();
    }
    give();
    return parts;
}

/// Gives on places of the axes (Axis::place()). So who draws them on the screen needs to know no scale.
void Plot::placeLine(const Line& line) {
    std::vector<QList<QPointF>> parts = partsOf(line, scaleOf(line));
    for (QList<QPointF>& part : parts) {
        for (QPointF& point : part)
            point = {m_x.place(point.x()), m_y.place(point.y())};
    }
    drawLine(numberOf(line), penOf(line.style.look), parts);
}

Path Plot::wayOf(const Line& line, const ChartSpace& space) const {
    Path path;
    for (const QList<QPointF>& part : partsOf(line, scaleOf(line))) {
        Outline& outline = path.emplace_back();
        for (const QPointF& point : part)
            outline.points.push_back(space.at(point.x(), point.y()));
    }
    return path;
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

jitterscope::Box Plot::whole() const {
    return {kPlotSides, 0, width() - kPlotSides, static_cast<double>(height())};
}

ChartFrame Plot::frameIn(const jitterscope::Box& whole, const ChartLetters& letters, double labels) const {
    ChartFrame frame{.title = !m_title.isEmpty(),
                     .heading = !m_y.title().empty() || m_right.has_value(),
                     .foot = !m_x.title().empty(),
                     .labels = std::max(labels, letters.ruler("00.00", letters.tick)),
                     .right = kRoomRight};
    if (m_right)
        frame.right += letters.ruler("0 000", letters.tick);
    for (const auto& layer : m_layers)
        frame.right = std::max(frame.right, layer->rightRoom(letters));
    frame.labels = std::max(frame.labels, letters.labelRoom(m_y, frame.areaIn(whole, letters).height()));
    return frame;
}

void Plot::arrange() {
    const ChartLetters letters = plotLetters();
    const ChartFrame frame = frameIn(whole(), letters, m_labelWidth);
    m_labelWidth = frame.labels;
    const jitterscope::Box at = frame.areaIn(whole(), letters);
    const QRectF area(at.left, at.top, at.width(), at.height());
    if (area == m_area)
        return;
    m_area = area;
    setLineArea(m_area);
    viewport()->update();
}

void Plot::resizeEvent(QResizeEvent* event) {
    LineView::resizeEvent(event);
    arrange();
}

void Plot::changeEvent(QEvent* event) {
    LineView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        m_labelWidth = 0;
        arrange();
        for (const Line& line : m_lines)
            setLinePen(numberOf(line), penOf(line.style.look));
        viewport()->update();
    }
}

void Plot::drawInto(Picture& picture, const jitterscope::Box& whole) const {
    const ChartLetters letters = plotLetters();
    const jitterscope::Box area = frameIn(whole, letters, 0).areaIn(whole, letters);
    const ChartDrawing drawing(picture, {m_x, m_y, area, kPlotReach}, whole, letters);
    drawBelow(drawing);
    for (const Line& line : m_lines) {
        if (m_empty.isEmpty())
            drawing.stroke(wayOf(line, drawing.space()), line.style.look);
    }
    drawAbove(drawing);
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

void Plot::drawBelow(const ChartDrawing& drawing) const {
    drawing.title(m_title.toStdString());
    if (!m_empty.isEmpty()) {
        const TextLook look{.size = static_cast<double>(QFontInfo(font()).pixelSize())};
        return drawing.emptyText(m_empty.toStdString(), look);
    }
    drawing.axes();
    if (m_right)
        drawing.rightScale(m_rightTitle.toStdString(), [this](double value) {
            const double shown = value * *m_right;
            return format::number(shown, shown < 9.95 && shown > 0 ? 1 : 0).toStdString();
        });
    for (const Line& line : m_lines) {
        if (line.style.fill <= 0)
            continue;
        for (Outline& part : wayOf(line, drawing.space()))
            drawing.ground(std::move(part), line.style.look.ink, line.style.fill);
    }
    for (const auto& layer : m_layers)
        layer->drawUnder(drawing);
}

void Plot::drawAbove(const ChartDrawing& drawing) const {
    if (!m_empty.isEmpty())
        return;
    for (const auto& layer : m_layers)
        layer->draw(drawing);
}

void Plot::drawBackground(QPainter* painter, const QRectF& rect) {
    painter->fillRect(rect, tokens().card);
    paintDrawing(*painter, size(), space().drawn(), whole(),
                 [this](const ChartDrawing& drawing) { drawBelow(drawing); });
}

void Plot::drawForeground(QPainter* painter, const QRectF&) {
    paintDrawing(*painter, size(), space().drawn(), whole(),
                 [this](const ChartDrawing& drawing) { drawAbove(drawing); });
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

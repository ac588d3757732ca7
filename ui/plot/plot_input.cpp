// SPDX-License-Identifier: GPL-3.0-or-later
// What pointer, wheel and keys do with a plot: zoom, pan, point, draw a range.
#include "ui/format/outside_text.h"
#include "ui/plot/plot.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kZoomStep = 1.25;
constexpr double kPanStep = 0.1;  // of what is shown
constexpr double kClickSlack = 4; // px that the pointer may move during a click

} // namespace

void Plot::zoom(double factor, const QPointF& about, bool vertical) {
    if (!m_empty.isEmpty())
        return;
    if (vertical)
        m_y.zoom(factor, std::clamp((m_area.bottom() - about.y()) / m_area.height(), 0.0, 1.0));
    else
        m_x.zoom(factor, std::clamp((about.x() - m_area.left()) / m_area.width(), 0.0, 1.0));
    applyRange();
    emit zoomChanged();
}

void Plot::pan(double x, double y) {
    m_x.pan(x);
    m_y.pan(y);
    applyRange();
    emit zoomChanged();
}

std::vector<QRectF> Plot::hitBoxes() const {
    std::vector<QRectF> boxes;
    if (!m_empty.isEmpty())
        return boxes;
    for (const Pointing::Target& target : m_pointing.targets(space()))
        boxes.push_back(target.hit.box);
    return boxes;
}

std::optional<Pointing::Target> Plot::current() const {
    return m_empty.isEmpty() ? m_pointing.current(space()) : std::nullopt;
}

void Plot::pointAt(const QPointF& pixel) {
    m_pointer = pixel;
    say(m_empty.isEmpty() ? m_pointing.near(space(), pixel) : std::nullopt, pixel);
}

/// Without anything to point at, the keys pan.
void Plot::step(int direction) {
    const auto target = m_empty.isEmpty() ? m_pointing.next(space(), direction) : std::nullopt;
    if (!target)
        return pan(direction * kPanStep, 0);
    m_pointer.reset();
    say(target, target->hit.box.center());
}

void Plot::say(const std::optional<Pointing::Target>& target, const QPointF& where) {
    const QString text = target ? target->layer->text(space(), target->hit.id) : QString();
    if (m_pointing.set(target))
        viewport()->update();
    if (text == m_readout)
        return;
    m_readout = text;
    setAccessibleDescription(text.isEmpty() ? m_explanation : text); // for screen readers
    if (text.isEmpty())
        QToolTip::hideText();
    else if (isVisible())
        QToolTip::showText(mapToGlobal(where.toPoint()), text, this);
}

void Plot::wheelEvent(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const int turned = delta.y() != 0 ? delta.y() : delta.x();
    if (m_area.contains(event->position()) && turned != 0)
        zoom(std::pow(kZoomStep, turned / 120.0), event->position(),
             event->modifiers().testFlag(Qt::ShiftModifier));
    event->accept();
}

void Plot::mousePressEvent(QMouseEvent* event) {
    m_press = m_last = event->position();
    m_dragging = event->button() == Qt::LeftButton && m_area.contains(m_press);
    event->accept();
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton)
        return pointAt(event->position());
    if (!m_dragging || (event->position() - m_press).manhattanLength() < kClickSlack)
        return;
    const QPointF moved = event->position() - m_last;
    m_last = event->position();
    if (m_drawing)
        return viewport()->update();
    pan(-moved.x() / m_area.width(), moved.y() / m_area.height());
}

void Plot::drawRange() {
    m_drawing = true;
    setFocus();
    viewport()->setCursor(Qt::SplitHCursor);
}

void Plot::endRange() {
    m_drawing = false;
    viewport()->unsetCursor();
    viewport()->update();
}

void Plot::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragging && m_drawing) {
        m_dragging = false;
        const PlotSpace here = space();
        const double left = std::max(std::min(m_press.x(), event->position().x()), m_area.left());
        const double right = std::min(std::max(m_press.x(), event->position().x()), m_area.right());
        const Range drawn{here.valueAt({left, 0}).x(), here.valueAt({right, 0}).x()};
        endRange();
        if (right - left >= kClickSlack)
            emit rangeDrawn(drawn);
        return;
    }
    if (m_dragging && (event->position() - m_press).manhattanLength() < kClickSlack) {
        pointAt(event->position());
        if (!m_readout.isEmpty())
            emit picked(m_readout, m_pointing.id());
    }
    m_dragging = false;
}

void Plot::mouseDoubleClickEvent(QMouseEvent*) {
    resetZoom();
}

void Plot::leaveEvent(QEvent* event) {
    LineView::leaveEvent(event);
    if (m_pointer) {
        m_pointer.reset();
        say({}, {});
    }
}

void Plot::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(kZoomStep, m_area.center(), false);
    case Qt::Key_Minus:
        return zoom(1 / kZoomStep, m_area.center(), false);
    case Qt::Key_Left:
        return shift ? pan(-kPanStep, 0) : step(-1);
    case Qt::Key_Right:
        return shift ? pan(kPanStep, 0) : step(1);
    case Qt::Key_Home:
        return resetZoom();
    case Qt::Key_Escape:
        if (m_drawing)
            return endRange();
        return QWidget::keyPressEvent(event); // NOLINT(bugprone-parent-virtual-call): as below
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (event->modifiers() == Qt::NoModifier && !m_readout.isEmpty()) {
            emit picked(m_readout, m_pointing.id());
            return;
        }
        [[fallthrough]];
    default:
        // NOLINTNEXTLINE(bugprone-parent-virtual-call): a scroll area's scrolls
        QWidget::keyPressEvent(event);
    }
}

void Plot::focusInEvent(QFocusEvent* event) {
    LineView::focusInEvent(event);
    viewport()->update();
}

void Plot::focusOutEvent(QFocusEvent* event) {
    LineView::focusOutEvent(event);
    if (!m_pointer && event->reason() != Qt::PopupFocusReason)
        say({}, {});
    viewport()->update();
}

void Plot::contextMenuEvent(QContextMenuEvent* event) {
    event->ignore(); // the card around it has the menu
}

bool Plot::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (m_readout.isEmpty()) // otherwise the read-out stays
            QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return LineView::viewportEvent(event);
}

QString Plot::tipAt(const QPointF& pixel) const {
    const std::string text = pixel.x() < m_area.left()     ? m_y.tooltip()
                             : pixel.y() > m_area.bottom() ? m_x.tooltip()
                                                           : std::string();
    return text.empty() ? toolTip() : format::text(text);
}

} // namespace jitterscope::ui

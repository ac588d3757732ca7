// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer, keyboard and read-out of a plot: the same on every page.
#include "ui/plot/plot.h"

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
constexpr double kClickSlack = 4; // pixels a click may wander
constexpr double kReach = 14;     // pixels around a point that still mean it

double distance(const QRectF& box, const QPointF& pixel) {
    const double x = std::max({box.left() - pixel.x(), pixel.x() - box.right(), 0.0});
    const double y = std::max({box.top() - pixel.y(), pixel.y() - box.bottom(), 0.0});
    return std::hypot(x, y);
}

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

std::vector<Plot::Target> Plot::targets() const {
    std::vector<Target> list;
    if (!m_empty.isEmpty())
        return list;
    const PlotSpace here = space();
    for (const auto& layer : m_layers) {
        for (const Layer::Hit& hit : layer->hits(here))
            list.push_back({layer.get(), hit});
    }
    return list;
}

std::vector<QRectF> Plot::hitBoxes() const {
    std::vector<QRectF> boxes;
    for (const Target& target : targets())
        boxes.push_back(target.hit.box);
    return boxes;
}

/// The nearest; of several at the same place the one on top.
std::optional<Plot::Target> Plot::targetAt(const QPointF& pixel) const {
    std::optional<Target> best;
    double nearest = kReach;
    for (const Target& target : targets()) {
        if (const double away = distance(target.hit.box, pixel); away <= nearest) {
            nearest = away;
            best = target;
        }
    }
    return best;
}

std::optional<Plot::Target> Plot::current() const {
    if (m_pointedLayer == nullptr || !m_empty.isEmpty())
        return std::nullopt;
    for (const Layer::Hit& hit : m_pointedLayer->hits(space())) {
        if (hit.id == m_pointedId)
            return Target{m_pointedLayer, hit};
    }
    return std::nullopt;
}

void Plot::pointAt(const QPointF& pixel) {
    m_pointer = pixel;
    say(targetAt(pixel), pixel);
}

void Plot::step(int direction) {
    const std::vector<Target> all = targets();
    if (all.empty())
        return pan(direction * kPanStep, 0);
    const int count = static_cast<int>(all.size());
    const auto at = std::find_if(all.begin(), all.end(), [this](const Target& target) {
        return target.layer == m_pointedLayer && target.hit.id == m_pointedId;
    });
    const int next = at == all.end() ? (direction > 0 ? 0 : count - 1)
                                     : (static_cast<int>(at - all.begin()) + direction + count) % count;
    const Target& target = all[static_cast<std::size_t>(next)];
    m_pointer.reset();
    say(target, target.hit.box.center());
}

void Plot::say(const std::optional<Target>& target, const QPointF& where) {
    const QString text = target ? target->layer->text(space(), target->hit.id) : QString();
    const Layer* layer = target ? target->layer : nullptr;
    const std::int64_t id = target ? target->hit.id : 0;
    if (layer != m_pointedLayer || id != m_pointedId)
        viewport()->update();
    m_pointedLayer = layer;
    m_pointedId = id;
    if (text == m_readout)
        return;
    m_readout = text;
    setAccessibleDescription(text.isEmpty() ? m_explanation : text); // read out by assistive programs
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
    pan(-moved.x() / m_area.width(), moved.y() / m_area.height());
}

void Plot::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragging && (event->position() - m_press).manhattanLength() < kClickSlack) {
        pointAt(event->position());
        if (!m_readout.isEmpty())
            emit picked(m_readout, m_pointedId);
    }
    m_dragging = false;
}

void Plot::mouseDoubleClickEvent(QMouseEvent*) {
    resetZoom();
}

void Plot::leaveEvent(QEvent* event) {
    QChartView::leaveEvent(event);
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
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (event->modifiers() == Qt::NoModifier && !m_readout.isEmpty()) {
            emit picked(m_readout, m_pointedId);
            return;
        }
        [[fallthrough]];
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
        if (m_readout.isEmpty()) // otherwise that stays
            QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return QChartView::viewportEvent(event);
}

QString Plot::tipAt(const QPointF& pixel) const {
    const QString text = pixel.x() < m_area.left()     ? m_y.tooltip()
                         : pixel.y() > m_area.bottom() ? m_x.tooltip()
                                                       : QString();
    return text.isEmpty() ? toolTip() : text;
}

} // namespace jitterscope::ui

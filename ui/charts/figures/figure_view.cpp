// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/figure_card.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kGap = 14;
constexpr double kZoomStep = 1.25;
constexpr double kNarrowest = 300; // of a panel beside another

} // namespace

FigureView::FigureView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigureView::setFigure(Figure figure) {
    m_figure = std::move(figure);
    m_step = -1;
    m_ring = {};
    m_readout.clear();
    update();
}

void FigureView::showPanel(int panel) {
    m_only = panel;
    m_step = -1;
    m_ring = {};
    update();
}

void FigureView::setEmptyText(const QString& text) {
    if (text == m_empty)
        return;
    m_empty = text;
    update();
}

std::vector<Panel*> FigureView::shown() const {
    std::vector<Panel*> list;
    for (int i = 0; i < static_cast<int>(m_figure.panels.size()); ++i) {
        if (m_only < 0 || i == m_only)
            list.push_back(m_figure.panels[static_cast<std::size_t>(i)].get());
    }
    return list;
}

int FigureView::columnsFor(int panels, const QSizeF& size) {
    if (panels <= 1)
        return 1;
    const int fit = std::max(1, static_cast<int>(size.width() / kNarrowest));
    const int wanted = panels == 4 ? 2 : std::min(panels, 3);
    return std::min(fit, wanted);
}

void FigureView::setKey(const QVector<KeyItem>& items) {
    if (items == m_key)
        return;
    m_key = items;
    update();
}

void FigureView::paintInto(QPainter& painter, const QRectF& whole, bool withKey) {
    QRectF area = whole;
    const std::vector<Panel*> panels = shown();
    painter.setRenderHint(QPainter::Antialiasing);
    if (panels.empty()) {
        painter.setFont(font());
        painter.setPen(tokens().muted);
        painter.drawText(area.adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, m_empty);
        return;
    }
    if (withKey && !m_key.isEmpty())
        area.setTop(area.top() + paintKey(painter, area, m_key) + 4);
    const int count = static_cast<int>(panels.size());
    const int columns = m_figure.stacked ? 1 : columnsFor(count, area.size());
    const int rows = (count + columns - 1) / columns;
    const double wide = (area.width() - kGap * (columns - 1)) / columns;
    const double high = (area.height() - kGap * (rows - 1)) / rows;
    for (int i = 0; i < count; ++i) {
        const QRectF cell(area.left() + (wide + kGap) * (i % columns),
                          area.top() + (high + kGap) * static_cast<double>(i / columns), wide, high);
        painter.save();
        painter.setClipRect(cell.adjusted(-2, -2, 2, 2));
        panels[static_cast<std::size_t>(i)]->paint(painter, cell);
        painter.restore();
    }
}

void FigureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintInto(painter, QRectF(rect()).adjusted(2, 2, -2, -2));
    if (!m_ring.isNull()) {
        painter.setPen(QPen(tokens().text, 1.4));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(m_ring.adjusted(-2, -2, 2, 2));
    }
    if (hasFocus()) {
        painter.setPen(QPen(tokens().first, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

Panel* FigureView::panelAt(const QPointF& pixel) const {
    for (Panel* panel : shown()) {
        if (panel->area().contains(pixel))
            return panel;
    }
    return nullptr;
}

void FigureView::say(const Panel* panel, int hit, const QPoint& global) {
    const bool any = panel != nullptr && hit >= 0 && hit < static_cast<int>(panel->hits().size());
    const QRectF ring = any ? panel->hits()[static_cast<std::size_t>(hit)].box : QRectF();
    m_readout = any ? panel->textOf(panel->hits()[static_cast<std::size_t>(hit)]) : QString();
    if (ring != m_ring) {
        m_ring = ring;
        update();
    }
    if (any)
        QToolTip::showText(global, m_readout, this);
    else
        QToolTip::hideText();
}

void FigureView::pointAt(const QPointF& pixel, const QPoint& global) {
    const Panel* panel = panelAt(pixel);
    say(panel, panel != nullptr ? panel->hitAt(pixel) : -1, global);
}

void FigureView::stepTo(int direction) {
    int total = 0;
    for (const Panel* panel : shown())
        total += static_cast<int>(panel->hits().size());
    if (total == 0)
        return;
    m_step = m_step < 0 ? (direction > 0 ? 0 : total - 1) : (m_step + direction + total) % total;
    int rest = m_step;
    for (const Panel* panel : shown()) {
        const int here = static_cast<int>(panel->hits().size());
        if (rest < here) {
            const QRectF box = panel->hits()[static_cast<std::size_t>(rest)].box;
            say(panel, rest, mapToGlobal(box.center().toPoint()));
            return;
        }
        rest -= here;
    }
}

bool FigureView::zoomed() const {
    const auto panels = shown();
    return std::any_of(panels.begin(), panels.end(), [](const Panel* panel) { return panel->zoomed(); });
}

void FigureView::resetZoom() {
    for (Panel* panel : shown())
        panel->resetZoom();
    update();
}

void FigureView::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0) {
        if (Panel* panel = panelAt(event->position()))
            panel->pan(event->position() - m_last);
        m_last = event->position();
        update();
        return;
    }
    pointAt(event->position(), event->globalPosition().toPoint());
}

void FigureView::mousePressEvent(QMouseEvent* event) {
    m_last = event->position();
}

void FigureView::mouseDoubleClickEvent(QMouseEvent*) {
    resetZoom();
}

void FigureView::leaveEvent(QEvent*) {
    say(nullptr, -1, {});
}

void FigureView::wheelEvent(QWheelEvent* event) {
    Panel* panel = panelAt(event->position());
    const int turned = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    if (panel == nullptr || turned == 0)
        return;
    panel->zoom(std::pow(kZoomStep, turned / 120.0), event->position(),
                (event->modifiers() & Qt::ShiftModifier) != 0);
    update();
    event->accept();
}

void FigureView::keyPressEvent(QKeyEvent* event) {
    const auto zoomAll = [this](double factor) {
        for (Panel* panel : shown())
            panel->zoom(factor, panel->area().center(), false);
        update();
    };
    switch (event->key()) {
    case Qt::Key_Right:
        stepTo(1);
        break;
    case Qt::Key_Left:
        stepTo(-1);
        break;
    case Qt::Key_Plus:
        zoomAll(kZoomStep);
        break;
    case Qt::Key_Minus:
        zoomAll(1 / kZoomStep);
        break;
    case Qt::Key_Home:
        resetZoom();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void FigureView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void FigureView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    m_step = -1;
    say(nullptr, -1, {});
    update();
}

bool FigureView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && !m_readout.isEmpty())
        return true; // the readout stays
    return QWidget::event(event);
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace jitterscope::ui {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const {
    return {40, QLabel::minimumSizeHint().height()};
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty() || shown() == text())
        return QLabel::event(event);
    const QString all = Qt::mightBeRichText(text()) ? text().toHtmlEscaped() : text();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), all, this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shown());
}

void ElidedLabel::setShorter(const QString& text) {
    m_shorter = text;
    update();
}

QString ElidedLabel::shown() const {
    const bool fits = m_shorter.isEmpty() || fontMetrics().horizontalAdvance(text()) <= width();
    return fontMetrics().elidedText(fits ? text() : m_shorter, Qt::ElideRight, width());
}

} // namespace jitterscope::ui

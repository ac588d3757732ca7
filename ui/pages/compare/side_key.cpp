// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/side_key.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace jitterscope::ui {

QColor sideColour(RunList::Side side) {
    return side == RunList::Side::A ? tokens().second : tokens().first;
}

SideKey::SideKey(RunList::Side side, QWidget* parent) : QAbstractButton(parent), m_side(side) {
    setText(side == RunList::Side::A ? QStringLiteral("A") : QStringLiteral("B"));
    setCheckable(true);
    setFixedSize(sizeHint());
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

void SideKey::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = sideColour(m_side);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool marked = hasFocus() || underMouse();
    painter.setPen(QPen(isChecked() || marked ? colour : c.border, hasFocus() ? 2 : 1));
    painter.setBrush(isChecked() ? colour : underMouse() ? mixed(colour, c.card, 0.12) : c.card);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(isChecked() ? c.onAccent : marked ? colour : c.muted);
    QFont font = noteFont();
    font.setBold(true);
    painter.setFont(font);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/card.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {} // namespace

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent), m_title(new QLabel(title)), m_key(new KeyStrip), m_head(new QHBoxLayout) {
    m_title->setFont(titleFont());
    m_head->setContentsMargins(2, 0, 2, 0);
    m_head->setSpacing(12);
    m_head->addWidget(m_title);
    m_head->addWidget(m_key, 1);
    if (title.isEmpty()) { // the content has its own
        m_title->hide();
        m_key->hide();
    }
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(12, 8, 12, 8);
    all->setSpacing(4);
    all->addLayout(m_head);
}

void Card::setContent(QWidget* content) {
    static_cast<QVBoxLayout*>(layout())->addWidget(content, 1);
}

void Card::setSwitch(QWidget* control) {
    m_head->removeWidget(m_key);
    m_head->addStretch(1);
    m_head->addWidget(control);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_key);
}

void Card::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens().hairline, 1));
    painter.setBrush(tokens().card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kCardRadius, kCardRadius);
}

} // namespace jitterscope::ui

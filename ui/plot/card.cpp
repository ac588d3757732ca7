// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/card.h"

#include "ui/theme/elided_label.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace jitterscope::ui {
namespace {

constexpr int kSides = 12;

} // namespace

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent), m_title(new ElidedLabel), m_key(new KeyStrip), m_head(new QHBoxLayout) {
    m_title->setText(title);
    m_title->setFont(titleFont());
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_head->setContentsMargins(2, 0, 2, 0);
    m_head->setSpacing(12);
    m_head->addWidget(m_title, 0, Qt::AlignLeft); // also where it is alone
    m_head->addWidget(m_key, 1);
    if (title.isEmpty()) { // the content has a title of its own
        m_title->hide();
        m_key->hide();
    }
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kSides, 8, kSides, 8);
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

void Card::keepWholeKey() {
    m_wholeKey = true;
    placeKey();
}

/// The key comes back up only if there is room to spare. So it does not jump with each number.
void Card::placeKey() {
    constexpr int kSpare = 40;
    const int room = width() - 2 * kSides - m_title->sizeHint().width() - m_head->spacing();
    const int needed = KeyStrip::widthOf(m_key->items());
    const bool below = m_keyBelow ? needed + kSpare > room : needed > room;
    if (below == m_keyBelow)
        return;
    m_keyBelow = below;
    auto* all = static_cast<QVBoxLayout*>(layout());
    (below ? static_cast<QLayout*>(m_head) : all)->removeWidget(m_key);
    m_key->setFold(below ? KeyStrip::Fold::Wrapped : KeyStrip::Fold::OneLine);
    if (below)
        all->insertWidget(1, m_key);
    else
        m_head->addWidget(m_key, 1);
}

void Card::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    if (m_wholeKey)
        placeKey();
}

void Card::paintEvent(QPaintEvent*) {
    paintCardGround(*this);
}

void paintCardGround(QWidget& widget) {
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens().hairline, 1));
    painter.setBrush(tokens().card);
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), kCardRadius, kCardRadius);
}

} // namespace jitterscope::ui

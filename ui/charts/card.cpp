// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/card.h"

#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kSwatch = 16;
constexpr double kBetween = 14;
constexpr double kRadius = 8;

} // namespace

KeyStrip::KeyStrip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void KeyStrip::setItems(QVector<KeyItem> items) {
    if (items == m_items)
        return;
    m_items = std::move(items);
    QStringList names;
    for (const KeyItem& item : m_items)
        names << item.text;
    setAccessibleName(names.join(QStringLiteral(", ")));
    update();
}

double KeyStrip::itemWidth(const KeyItem& item) const {
    const double text = QFontMetricsF(noteFont()).horizontalAdvance(item.text);
    return item.pen.style() == Qt::NoPen ? text : text + (item.dot ? 11 : kSwatch + 5);
}

QVector<QRectF> KeyStrip::places() const {
    QVector<QRectF> places(m_items.size());
    double right = width();
    for (qsizetype i = m_items.size() - 1; i >= 0; --i) {
        const double wide = itemWidth(m_items[i]);
        if (right - wide < -0.5)
            break;
        places[i] = QRectF(right - wide, 0, wide, height());
        right -= wide + kBetween;
    }
    return places;
}

QSize KeyStrip::sizeHint() const {
    double wide = 0;
    for (const KeyItem& item : m_items)
        wide += itemWidth(item) + kBetween;
    return {static_cast<int>(std::ceil(wide)),
            static_cast<int>(std::ceil(QFontMetricsF(noteFont()).height())) + 2};
}

void KeyStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(noteFont());
    const QVector<QRectF> rects = places();
    for (qsizetype i = 0; i < m_items.size(); ++i) {
        QRectF rect = rects[i];
        if (rect.isNull())
            continue;
        const KeyItem& item = m_items[i];
        if (item.dot) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(item.pen.color());
            painter.drawEllipse(QPointF(rect.left() + 3.5, rect.center().y()), 3, 3);
            rect.setLeft(rect.left() + 11);
        } else if (item.pen.style() != Qt::NoPen) {
            QPen pen(item.pen);
            pen.setWidthF(2);
            painter.setPen(pen);
            painter.drawLine(QPointF(rect.left(), rect.center().y()),
                             QPointF(rect.left() + kSwatch, rect.center().y()));
            rect.setLeft(rect.left() + kSwatch + 5);
        }
        painter.setPen(tokens().muted);
        painter.drawText(rect.adjusted(0, 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter, item.text);
    }
}

bool KeyStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QVector<QRectF> rects = places();
    QString text = toolTip();
    for (qsizetype i = 0; i < m_items.size(); ++i) {
        if (rects[i].contains(help->pos()) && !m_items[i].tooltip.isEmpty())
            text = m_items[i].tooltip;
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent), m_title(new QLabel(title)), m_key(new KeyStrip), m_head(new QHBoxLayout) {
    m_title->setFont(titleFont());
    m_head->setContentsMargins(2, 0, 2, 0);
    m_head->setSpacing(12);
    m_head->addWidget(m_title);
    m_head->addWidget(m_key, 1);
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
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
}

} // namespace jitterscope::ui

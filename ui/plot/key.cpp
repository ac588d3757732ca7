// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/key.h"

#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kSwatch = 16;
constexpr double kAfterSwatch = 5;
constexpr double kDotRoom = 11;
constexpr double kBetween = 14;

double lineHeight() {
    return std::ceil(QFontMetricsF(noteFont()).height()) + 2;
}

double swatchOf(const KeyItem& item) {
    return !item.look ? 0 : item.dot ? kDotRoom : kSwatch + kAfterSwatch;
}

double widthOfItem(const KeyItem& item) {
    return QFontMetricsF(noteFont()).horizontalAdvance(item.text) + swatchOf(item);
}

QVector<QRectF> wrapped(const QVector<KeyItem>& items, const QRectF& area) {
    QVector<QRectF> places;
    QPointF at = area.topLeft();
    for (const KeyItem& item : items) {
        const double wide = widthOfItem(item);
        if (at.x() > area.left() && at.x() + wide > area.right() + 0.5)
            at = {area.left(), at.y() + lineHeight()};
        places.append(QRectF(at, QSizeF(wide, lineHeight())));
        at.rx() += wide + kBetween;
    }
    return places;
}

double heightOf(const QVector<QRectF>& places) {
    return places.isEmpty() ? 0 : places.last().bottom() - places.first().top();
}

void paintItem(QPainter& painter, const QRectF& rect, const KeyItem& item) {
    const double middle = rect.center().y();
    if (item.look && item.dot) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(penOf(*item.look).color());
        painter.drawEllipse(QPointF(rect.left() + 3.5, middle), 3, 3);
    } else if (item.look) {
        QPen pen = penOf(*item.look);
        pen.setWidthF(std::max(2.0, pen.widthF()));
        painter.setPen(pen);
        painter.drawLine(QPointF(rect.left(), middle), QPointF(rect.left() + kSwatch, middle));
    }
    painter.setFont(noteFont());
    painter.setPen(tokens().muted);
    painter.drawText(rect.adjusted(swatchOf(item), 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter, item.text);
}

} // namespace

KeyStrip::KeyStrip(Fold fold, QWidget* parent) : QWidget(parent), m_fold(fold) {
    setFold(fold);
}

void KeyStrip::setFold(Fold fold) {
    m_fold = fold;
    const bool wraps = fold == Fold::Wrapped;
    QSizePolicy policy(QSizePolicy::Expanding, wraps ? QSizePolicy::Minimum : QSizePolicy::Fixed);
    policy.setHeightForWidth(wraps);
    setSizePolicy(policy);
    updateGeometry();
    update();
}

void KeyStrip::setItems(QVector<KeyItem> items) {
    if (items == m_items)
        return;
    m_items = std::move(items);
    QStringList names;
    for (const KeyItem& item : m_items)
        names << item.text;
    setAccessibleName(names.join(QStringLiteral(", ")));
    if (m_fold == Fold::Wrapped)
        updateGeometry();
    update();
}

int KeyStrip::widthOf(const QVector<KeyItem>& items) {
    double wide = 0;
    for (const KeyItem& item : items)
        wide += widthOfItem(item) + kBetween;
    return static_cast<int>(std::ceil(wide));
}

QSize KeyStrip::sizeHint() const {
    return {widthOf(m_items), static_cast<int>(lineHeight())};
}

QSize KeyStrip::minimumSizeHint() const {
    constexpr int kLeast = 24; // px
    if (m_fold != Fold::Wrapped)
        return {kLeast, static_cast<int>(lineHeight())};
    return {kLeast, m_items.isEmpty() ? 0 : heightForWidth(std::max(width(), kLeast))};
}

int KeyStrip::heightForWidth(int width) const {
    return static_cast<int>(std::ceil(heightOf(wrapped(m_items, QRectF(0, 0, width, 0)))));
}

QVector<QRectF> KeyStrip::places() const {
    if (m_fold == Fold::Wrapped)
        return wrapped(m_items, QRectF(rect()));
    QVector<QRectF> places(m_items.size());
    double right = width();
    for (qsizetype i = m_items.size() - 1; i >= 0; --i) {
        const double wide = widthOfItem(m_items[i]);
        if (right - wide < -0.5)
            break;
        places[i] = QRectF(right - wide, 0, wide, height());
        right -= wide + kBetween;
    }
    return places;
}

bool KeyStrip::whole() const {
    const QVector<QRectF> rects = places();
    return std::none_of(rects.begin(), rects.end(), [this](const QRectF& place) {
        return place.isNull() || !QRectF(rect()).adjusted(-1, -1, 1, 1).contains(place);
    });
}

void KeyStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QVector<QRectF> rects = places();
    for (qsizetype i = 0; i < m_items.size(); ++i) {
        if (!rects[i].isNull())
            paintItem(painter, rects[i], m_items[i]);
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

} // namespace jitterscope::ui

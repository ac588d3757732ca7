// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gallery.h"

#include "core/document/origin.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <QEnterEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr double kRadius = 8;
constexpr double kSketch = 84;
constexpr int kPadding = 14;
constexpr int kNarrowest = 264;

/// Paints a word on a tint of its colour. Returns the width of the badge.
double paintBadge(QPainter& painter, QPointF at, double height, GalleryItem::Badge badge) {
    const bool here = badge == GalleryItem::Badge::Here;
    const QString word = format::text(here ? kMeasuredHere : kSimulated);
    const QColor colour = here ? tokens().good : tokens().second;
    QFont font = noteFont();
    font.setPixelSize(std::max(8, font.pixelSize() - 2));
    font.setWeight(QFont::Bold);
    const double width = QFontMetricsF(font).horizontalAdvance(word) + 10;
    const QRectF box(at.x(), at.y(), width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(colour, tokens().card, 0.1));
    painter.drawRoundedRect(box, 3, 3);
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, word);
    return width;
}

} // namespace

GalleryCard::GalleryCard(GalleryItem item, QWidget* parent)
    : QAbstractButton(parent), m_item(std::move(item)) {
    setObjectName(QStringLiteral("card_") + format::text(m_item.id));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(m_item.name);
    describe();
    setToolTip(m_item.tooltip);
}

QSize GalleryCard::sizeHint() const {
    const double note = QFontMetricsF(noteFont()).lineSpacing();
    const double lines = QFontMetricsF(titleFont()).height() + 2 * fontMetrics().lineSpacing() + note +
                         (m_item.predicts.isEmpty() ? 0 : 2 * note + 8) +
                         (m_item.badges.empty() ? 0 : note); // the state
    return {kNarrowest, static_cast<int>(kSketch + lines) + 2 * kPadding + 24};
}

void GalleryCard::setState(const QString& state, bool good) {
    if (state == m_state && good == m_good)
        return;
    m_state = state;
    m_good = good;
    describe();
    update();
}

/// For a screen reader: what is painted below the name.
void GalleryCard::describe() {
    setAccessibleDescription(
        QStringList{m_item.asks, m_item.predicts, m_item.foot, m_state}.join(QLatin1Char(' ')).simplified());
}

void GalleryCard::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() || underMouse() ? c.first : c.hairline, hasFocus() ? 2 : 1));
    painter.setBrush(isDown() ? mixed(c.first, c.card, 0.08) : c.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
    QRectF rest = QRectF(rect()).adjusted(kPadding, kPadding, -kPadding, -kPadding);
    if (m_item.sketch) {
        painter.save();
        painter.setClipRect(QRectF(1, 4, width() - 2, kPadding + kSketch));
        m_item.sketch(painter, QRectF(rest.left() + 1, rest.top() + 2, rest.width() - 2, kSketch - 4));
        painter.restore();
    }
    rest.setTop(rest.top() + kSketch + 10);
    painter.setFont(titleFont());
    painter.setPen(c.text);
    const QFontMetricsF title(titleFont());
    painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), title.height()), Qt::AlignLeft,
                     title.elidedText(m_item.name, Qt::ElideRight, rest.width()));
    rest.setTop(rest.top() + title.height() + 4);
    painter.setFont(font());
    painter.setPen(c.muted);
    const double asks = 2 * fontMetrics().lineSpacing();
    painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), asks), Qt::AlignLeft | Qt::TextWordWrap,
                     m_item.asks);
    painter.setFont(noteFont());
    const QFontMetricsF note(noteFont());
    if (!m_item.predicts.isEmpty()) {
        painter.setPen(c.first);
        painter.drawText(QRectF(rest.left(), rest.top() + asks + 6, rest.width(), 2 * note.lineSpacing()),
                         Qt::AlignLeft | Qt::TextWordWrap, m_item.predicts);
    }
    rest.setTop(rest.bottom() - note.height());
    paintFoot(painter, rest);
}

void GalleryCard::paintFoot(QPainter& painter, QRectF line) const {
    const Tokens& c = tokens();
    const QColor said = m_good ? c.good : c.first;
    for (const GalleryItem::Badge badge : m_item.badges)
        line.setLeft(line.left() + paintBadge(painter, line.topLeft(), line.height(), badge) + 6);
    painter.setFont(noteFont());
    if (m_item.badges.empty()) {
        painter.setPen(m_state.isEmpty() ? c.muted : said);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_state.isEmpty() ? m_item.foot : m_state);
        return;
    }
    painter.setPen(c.muted);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_item.foot);
    painter.setPen(said);
    line.setLeft(kPadding);
    painter.drawText(line.translated(0, -QFontMetricsF(noteFont()).lineSpacing() - 3),
                     Qt::AlignLeft | Qt::AlignVCenter, m_state);
}

void GalleryCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void GalleryCard::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void GalleryCard::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

Gallery::Gallery(const QString& title, const QString& what, const QString& name, QWidget* parent)
    : QScrollArea(parent), m_grid(new QGridLayout), m_note(new QLabel) {
    setObjectName(name);
    setUpScrolling(*this);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 14, 16, 16);
    column->setSpacing(4);
    auto* heading = new QLabel(title);
    heading->setFont(titleFont());
    auto* text = new QLabel(what);
    text->setWordWrap(true);
    setMuted(*text);
    m_note->setFont(noteFont());
    m_note->setObjectName(name + QStringLiteral("_note"));
    setMuted(*m_note);
    auto* head = new QHBoxLayout;
    head->addWidget(heading);
    head->addStretch(1);
    head->addWidget(m_note);
    column->addLayout(head);
    column->addWidget(text);
    column->addSpacing(6);
    m_grid->setSpacing(kPageGap);
    column->addLayout(m_grid);
    column->addStretch(1);
    setWidget(content);
    arrange(true);
}

void Gallery::add(GalleryItem item) {
    auto* card = new GalleryCard(std::move(item), widget());
    const std::string id = card->item().id;
    m_cards[id] = card;
    m_order.push_back(card);
    connect(card, &QAbstractButton::clicked, this, [this, id] { emit chosen(id); });
    connect(card, &GalleryCard::pressed, card, [card] { card->setFocus(); });
    arrange(true);
}

void Gallery::setLast(QWidget* widget) {
    m_last = widget;
    arrange(true);
}

void Gallery::setNote(const QString& note) {
    m_note->setText(note);
}

GalleryCard* Gallery::card(const std::string& id) const {
    const auto found = m_cards.find(id);
    return found != m_cards.end() ? found->second : nullptr;
}

void Gallery::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange(false);
}

void Gallery::arrange(bool always) {
    const int room = viewport()->width() - 32;
    const int columns = std::clamp((room + kPageGap) / (forFont(kNarrowest) + kPageGap), 1, 5);
    if (columns == m_columns && !always)
        return;
    for (GalleryCard* card : m_order)
        m_grid->removeWidget(card);
    if (m_last != nullptr)
        m_grid->removeWidget(m_last);
    for (int column = 0; column < std::max(columns, m_columns); ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    m_columns = columns;
    const int count = static_cast<int>(m_order.size());
    for (int i = 0; i < count; ++i)
        m_grid->addWidget(m_order[static_cast<std::size_t>(i)], i / columns, i % columns);
    if (m_last == nullptr)
        return;
    const int left = count % columns == 0 ? 0 : columns - count % columns; // free beside the last card
    const bool beside = left > 0 && left * forFont(kNarrowest) >= m_last->minimumSizeHint().width();
    const int first = beside ? count % columns : 0;
    m_grid->addWidget(m_last, beside ? count / columns : (count + columns - 1) / columns, first, 1,
                      columns - first);
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/experiments/gallery.h"

#include "ui/charts/figure.h"
#include "ui/format/plan_text.h"
#include "ui/format/quantity_text.h"
#include "ui/forms/form_parts.h"
#include "ui/session/experiment_runner.h"
#include "ui/theme/theme.h"

#include <QEnterEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr double kRadius = 8;
constexpr double kSketch = 84;
constexpr int kPadding = 14;
constexpr int kNarrowest = 264;
constexpr int kGap = 12;

} // namespace

GalleryCard::GalleryCard(const ExperimentEntry& entry, QWidget* parent)
    : QAbstractButton(parent), m_entry(entry) {
    setObjectName(QStringLiteral("card_") + format::text(entry.id));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_duration = entry.onlySimulated
                     ? tr("simulated · a moment")
                     : tr("here: %1").arg(format::aboutDuration(estimatedSeconds(experimentPlan(entry.id))));
    setAccessibleName(format::text(entry.name));
    setAccessibleDescription(format::text(entry.asks) + QLatin1Char(' ') + m_duration);
    setToolTip(format::text(entry.asks) + QLatin1Char('\n') + format::text(entry.article));
}

QSize GalleryCard::sizeHint() const {
    const double lines = QFontMetricsF(titleFont()).height() + 2 * fontMetrics().lineSpacing() +
                         QFontMetricsF(noteFont()).height();
    return {kNarrowest, static_cast<int>(kSketch + lines) + 2 * kPadding + 24};
}

void GalleryCard::setState(const QString& state) {
    if (state == m_state)
        return;
    m_state = state;
    update();
}

void GalleryCard::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() || underMouse() ? c.first : c.hairline, hasFocus() ? 2 : 1));
    painter.setBrush(isDown() ? mixed(c.first, c.card, 0.08) : c.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
    QRectF rest = QRectF(rect()).adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const auto entries = figureCatalog();
    const auto figure = std::find_if(entries.begin(), entries.end(),
                                     [this](const FigureEntry& each) { return each.id == m_entry.id; });
    if (figure != entries.end() && figure->sketch != nullptr) {
        painter.save();
        figure->sketch(painter, QRectF(rest.left() + 1, rest.top() + 2, rest.width() - 2, kSketch - 4));
        painter.restore();
    }
    rest.setTop(rest.top() + kSketch + 10);
    painter.setFont(titleFont());
    painter.setPen(c.text);
    const QFontMetricsF title(titleFont());
    painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), title.height()), Qt::AlignLeft,
                     title.elidedText(format::text(m_entry.name), Qt::ElideRight, rest.width()));
    rest.setTop(rest.top() + title.height() + 4);
    painter.setFont(font());
    painter.setPen(c.muted);
    painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), 2 * fontMetrics().lineSpacing()),
                     Qt::AlignLeft | Qt::TextWordWrap, format::text(m_entry.asks));
    painter.setFont(noteFont());
    painter.setPen(m_state.isEmpty() ? c.muted : c.first);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignBottom, m_state.isEmpty() ? m_duration : m_state);
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

Gallery::Gallery(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("experiments_gallery"));
    setUpScrolling(*this);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 14, 16, 16);
    column->setSpacing(4);
    auto* heading = new QLabel(tr("Experiments"));
    heading->setFont(titleFont());
    auto* what = new QLabel(tr("Each measures one figure of the articles again, on this machine or on a "
                               "simulated one. Choose one; nothing starts before you press Run."));
    what->setWordWrap(true);
    setMuted(*what);
    column->addWidget(heading);
    column->addWidget(what);
    column->addSpacing(6);
    auto* grid = new QGridLayout;
    grid->setSpacing(kGap);
    column->addLayout(grid);
    column->addStretch(1);
    for (const ExperimentEntry& entry : experimentCatalog()) {
        if (!entry.inGallery)
            continue;
        auto* card = new GalleryCard(entry, content);
        m_cards[std::string(entry.id)] = card;
        m_order.push_back(card);
        connect(card, &QAbstractButton::clicked, this,
                [this, id = std::string(entry.id)] { emit chosen(id); });
        connect(card, &GalleryCard::pressed, card, [card] { card->setFocus(); });
    }
    setWidget(content);
    arrange();
}

GalleryCard* Gallery::card(const std::string& id) const {
    const auto found = m_cards.find(id);
    return found != m_cards.end() ? found->second : nullptr;
}

void Gallery::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
}

void Gallery::arrange() {
    const int room = viewport()->width() - 32;
    const int columns = std::clamp((room + kGap) / (kNarrowest + kGap), 1, 5);
    if (columns == m_columns)
        return;
    auto* grid = widget()->layout()->itemAt(3)->layout();
    auto* cells = static_cast<QGridLayout*>(grid);
    for (GalleryCard* card : m_order)
        cells->removeWidget(card);
    for (int column = 0; column < std::max(columns, m_columns); ++column)
        cells->setColumnStretch(column, column < columns ? 1 : 0);
    m_columns = columns;
    for (int i = 0; i < static_cast<int>(m_order.size()); ++i)
        cells->addWidget(m_order[static_cast<std::size_t>(i)], i / columns, i % columns);
}

} // namespace jitterscope::ui

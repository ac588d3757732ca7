// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/pair_card.h"

#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>

namespace jitterscope::ui {
namespace {

QLabel* wrapped(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(1);
    return label;
}

/// Keeps numbers and their % in one line.
QString words(const std::string& text) {
    return format::text(text).replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"));
}

QColor colourOf(const std::optional<PairVerdict>& verdict) {
    if (verdict == PairVerdict::Better || verdict == PairVerdict::Faster)
        return tokens().good;
    if (verdict == PairVerdict::Worse || verdict == PairVerdict::Slower)
        return tokens().late;
    return verdict == PairVerdict::Mixed ? tokens().second : tokens().muted;
}

QString signOf(const std::optional<PairVerdict>& verdict) {
    if (!verdict)
        return {};
    switch (*verdict) {
    case PairVerdict::Better:
    case PairVerdict::Faster:
        return QStringLiteral("✓");
    case PairVerdict::Worse:
    case PairVerdict::Slower:
        return QStringLiteral("✕");
    case PairVerdict::Mixed:
        return QStringLiteral("±");
    case PairVerdict::AboutTheSame:
        return QStringLiteral("≈");
    case PairVerdict::NotShown:
        return QStringLiteral("=");
    default:
        return QStringLiteral("?");
    }
}

} // namespace

PairCard::PairCard(QWidget* parent)
    : Card(QString(), parent),
      m_badge(new QLabel),
      m_sentence(wrapped("pair_sentence")),
      m_detail(wrapped("pair_detail")),
      m_fairness(new QVBoxLayout),
      m_footing(new QPushButton(tr("&Judge both alike…"))) {
    setObjectName(QStringLiteral("pair_card"));
    QFont large = titleFont();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    m_sentence->setFont(large);
    m_badge->setFont(large);
    m_badge->setFixedWidth(34);
    m_badge->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_badge->setAccessibleName(tr("Verdict"));
    setMuted(*m_detail);
    m_fairness->setSpacing(2);
    m_footing->setObjectName(QStringLiteral("pair_footing"));
    m_footing->setAccessibleName(tr("Judge both alike"));
    m_footing->setToolTip(tr("One tolerance for both: late frames can then be compared"));
    m_footing->setProperty("chip", true);
    connect(m_footing, &QPushButton::clicked, this, &PairCard::toleranceWanted);
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    column->addWidget(m_sentence);
    column->addWidget(m_detail);
    column->addLayout(m_fairness);
    column->addWidget(m_footing, 0, Qt::AlignLeft);
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(2, 6, 2, 6);
    row->setSpacing(10);
    row->addWidget(m_badge, 0, Qt::AlignTop);
    row->addLayout(column, 1);
    setContent(content);
    m_footing->hide();
}

void PairCard::say(const QString& sentence, const QString& detail) {
    m_verdict.reset();
    m_badge->setVisible(false);
    m_sentence->setText(sentence);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    showFairness({});
    m_footing->hide();
    colour();
}

void PairCard::show(const Comparison& comparison) {
    m_verdict = comparison.verdict;
    m_badge->setVisible(true);
    m_badge->setText(signOf(m_verdict));
    m_sentence->setText(words(comparison.sentence));
    m_detail->setText(words(comparison.detail));
    m_detail->setVisible(!comparison.detail.empty());
    showFairness(comparison.fairness);
    const FigureDifference* const late = comparison.find("late.fraction");
    m_footing->setVisible(late != nullptr && late->outcome == FigureDifference::Outcome::Unlike);
    colour();
}

void PairCard::showFairness(const std::vector<FairnessRemark>& remarks) {
    while (QLayoutItem* item = m_fairness->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const FairnessRemark& remark : remarks) {
        QLabel* const label = wrapped("pair_fairness");
        label->setFont(noteFont());
        label->setText((remark.good ? QStringLiteral("✓  ") : QStringLiteral("⚠  ")) + words(remark.text));
        setTextColour(*label, remark.good ? tokens().text : tokens().second);
        m_fairness->addWidget(label);
    }
}

void PairCard::colour() {
    setTextColour(*m_badge, colourOf(m_verdict));
}

void PairCard::changeEvent(QEvent* event) {
    Card::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_footing == nullptr)
        return;
    colour();
    for (int i = 0; i < m_fairness->count(); ++i) {
        auto* label = static_cast<QLabel*>(m_fairness->itemAt(i)->widget());
        setTextColour(*label, label->text().startsWith(QChar(0x2713)) ? tokens().text : tokens().second);
    }
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/diagnosis/recommendation_card.h"

#include "core/base/catalog.h"
#include "core/diagnosis/snippet.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace jitterscope::ui {

using format::text;

RecommendationCard::RecommendationCard(QWidget* parent)
    : SectionCard("recommendation", tr("Recommendation"), parent),
      m_language(new QComboBox),
      m_text(new QPlainTextEdit) {
    m_language->setObjectName(QStringLiteral("recommendation_language"));
    m_language->setAccessibleName(tr("Language"));
    m_language->setToolTip(tr("The language of the code"));
    for (const SnippetEntry& entry : snippetCatalog())
        m_language->addItem(text(entry.name), text(entry.id));
    connect(m_language, &QComboBox::activated, this, &RecommendationCard::showCode);
    auto* copy = new QPushButton(tr("Copy c&ode"));
    copy->setObjectName(QStringLiteral("recommendation_copy"));
    copy->setAccessibleName(tr("Copy code"));
    copy->setToolTip(tr("Copy the code with its evidence; it can be pasted as it is"));
    connect(copy, &QPushButton::clicked, this, &RecommendationCard::copyWanted);
    auto* controls = new QWidget;
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_language);
    row->addWidget(copy);
    setSwitch(controls);
    m_text->setObjectName(QStringLiteral("recommendation_code"));
    m_text->setAccessibleName(tr("Code"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(figureFont(0.88));
    m_text->setMinimumHeight(160);
    m_text->setTabChangesFocus(true);
    setBelow(m_text, 1);
}

void RecommendationCard::show(const Diagnosis& diagnosis, const Document& document) {
    const auto standardOf = [](const std::optional<Diagnosis>& of) {
        return of && of->recommendation.pick
                   ? std::string(standardSnippet(snippetParts(of->plan.target, of->recommendation)))
                   : std::string();
    };
    const std::string before = standardOf(m_diagnosis);
    m_diagnosis = diagnosis;
    SectionCard::show(document);
    m_text->setVisible(diagnosis.recommendation.pick.has_value());
    if (const std::string now = standardOf(m_diagnosis); !now.empty() && now != before)
        chooseId(*m_language, now); // for another way of waiting; otherwise the user's choice stays
    showCode();
}

void RecommendationCard::showCode() {
    const SnippetEntry* const entry = findEntry(snippetCatalog(), chosenId(*m_language));
    if (!m_diagnosis || entry == nullptr || !m_diagnosis->recommendation.pick) {
        m_text->clear();
        return;
    }
    m_text->setPlainText(
        text(entry->text(snippetParts(m_diagnosis->plan.target, m_diagnosis->recommendation))));
    m_text->setToolTip(text(entry->needs));
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/diagnosis/snippet.h"
#include "core/diagnosis/words.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/diagnosis/cards.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace jitterscope::ui {
namespace {

using format::text;

} // namespace

RecommendationCard::RecommendationCard(QWidget* parent)
    : Card(tr("Recommendation"), parent),
      m_language(new QComboBox),
      m_text(wrappedLabel({})),
      m_code(new QPlainTextEdit),
      m_more(noteLabel({})),
      m_x(noteLabel({})),
      m_evidence(new EvidencePlace("recommendation")),
      m_xEvidence(new EvidencePlace("x")) {
    setObjectName(QStringLiteral("recommendation_card"));
    m_text->setObjectName(QStringLiteral("recommendation_text"));
    m_more->setObjectName(QStringLiteral("recommendation_more"));
    m_x->setObjectName(QStringLiteral("recommendation_x"));
    m_language->setObjectName(QStringLiteral("recommendation_language"));
    m_language->setAccessibleName(tr("Language"));
    m_language->setToolTip(tr("The language of the code"));
    for (const SnippetEntry& entry : snippetCatalog())
        m_language->addItem(format::text(entry.name), format::text(entry.id));
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
    m_code->setObjectName(QStringLiteral("recommendation_code"));
    m_code->setAccessibleName(tr("Code"));
    m_code->setToolTip(tr("The loop as recommended; its comment holds what was measured"));
    m_code->setReadOnly(true);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setFont(figureFont(0.88));
    m_code->setMinimumHeight(160);
    m_code->setTabChangesFocus(true);
    auto* content = new QWidget;
    auto* all = new QVBoxLayout(content);
    all->setContentsMargins(2, 0, 2, 2);
    all->setSpacing(6);
    all->addWidget(m_text);
    all->addWidget(m_code, 1);
    all->addWidget(m_more);
    all->addWidget(m_evidence);
    all->addWidget(m_x);
    all->addWidget(m_xEvidence);
    setContent(content);
}

void RecommendationCard::show(const Diagnosis& diagnosis) {
    const auto standardOf = [](const std::optional<Diagnosis>& of) {
        return of && of->recommendation.pick
                   ? std::string(standardSnippet(snippetParts(of->plan.target, of->recommendation)))
                   : std::string();
    };
    const std::string before = standardOf(m_diagnosis);
    m_diagnosis = diagnosis;
    const Recommendation& recommendation = diagnosis.recommendation;
    m_text->setText(unbroken(recommendation.sentence));
    QStringList more;
    if (!recommendation.expected.empty())
        more << tr("Measured: %1.").arg(unbroken(recommendation.expected));
    if (!recommendation.whyNot.empty())
        more << unbroken(recommendation.whyNot);
    m_more->setText(more.join(QLatin1Char('\n')));
    m_evidence->show(diagnosis);
    m_x->setText(recommendation.x ? unbroken(recommendation.x->sentence) : QString());
    m_x->setVisible(recommendation.x.has_value());
    m_xEvidence->show(diagnosis);
    if (const std::string now = standardOf(m_diagnosis); !now.empty() && now != before)
        chooseId(*m_language, now); // for another way of waiting; otherwise the user's choice stays
    showCode();
}

void RecommendationCard::showCode() {
    const SnippetEntry* const entry = findEntry(snippetCatalog(), chosenId(*m_language));
    if (!m_diagnosis || entry == nullptr || !m_diagnosis->recommendation.pick) {
        m_code->clear();
        m_code->setToolTip(tr("No way of waiting is recommended, so there is no code."));
        return;
    }
    m_code->setPlainText(
        text(entry->text(snippetParts(m_diagnosis->plan.target, m_diagnosis->recommendation))));
    m_code->setToolTip(format::text(entry->needs));
}

FactsCard::FactsCard(QWidget* parent)
    : Card(tr("All facts"), parent),
      m_text(new QLabel),
      m_own(noteLabel({})),
      m_ownEvidence(new EvidencePlace("disturbance")) {
    setObjectName(QStringLiteral("facts_card"));
    m_text->setObjectName(QStringLiteral("facts_text"));
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_fold = new Foldout(tr("Every fact, what it means and what to do"), m_text);
    m_fold->setObjectName(QStringLiteral("facts_fold"));
    m_fold->setToolTip(tr("Everything that was read of this machine, the worst first"));
    m_fold->setOpen(false);
    auto* content = new QWidget;
    auto* all = new QVBoxLayout(content);
    all->setContentsMargins(2, 0, 2, 2);
    all->addWidget(m_fold);
    all->addWidget(m_own);
    all->addWidget(m_ownEvidence);
    setContent(content);
}

void FactsCard::show(const Diagnosis& diagnosis) {
    const std::vector<Fact>& facts = diagnosis.machine.facts;
    const auto count = [&](FactState state) {
        return static_cast<int>(std::ranges::count(facts, state, &Fact::state));
    };
    key().setItems({keyText(tr("%1 facts: %2 good · %3 notes · %4 warnings · %5 bad · %6 unknown")
                                .arg(facts.size())
                                .arg(count(FactState::Good))
                                .arg(count(FactState::Note))
                                .arg(count(FactState::Warn))
                                .arg(count(FactState::Bad))
                                .arg(count(FactState::Unknown)))});
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='3' width='100%'>");
    constexpr std::array kWorstFirst{FactState::Bad, FactState::Warn, FactState::Note, FactState::Good,
                                     FactState::Unknown};
    for (const FactState state : kWorstFirst) {
        for (const Fact& fact : facts) {
            if (fact.state != state)
                continue;
            const auto safe = [](const std::string& words) { return text(words).toHtmlEscaped(); };
            QString cure;
            if (!fact.doThis.empty())
                cure = tr("<br>Do: %1 · undo: %2").arg(safe(fact.doThis), safe(fact.undo));
            html += QStringLiteral(
                        "<tr><td width='8%'>%1</td><td width='20%'><b>%2</b></td><td width='20%'>%3</td>"
                        "<td>%4%5</td></tr>")
                        .arg(format::text(factStateId(state)), safe(fact.name), safe(fact.value),
                             safe(fact.why), cure);
        }
    }
    m_text->setText(html + QStringLiteral("</table>"));
    QStringList own;
    if (diagnosis.disturbance)
        own << text(diagnosis.disturbance->sentence);
    if (diagnosis.windowOnProcessor)
        own << text(windowOnProcessorText(*diagnosis.windowOnProcessor));
    m_own->setText(own.join(QLatin1Char(' ')));
    m_own->setVisible(!own.isEmpty());
    m_ownEvidence->show(diagnosis);
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/question_card.h"

#include "ui/format/outside_text.h"
#include "ui/pages/labs/choice_row.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QVBoxLayout>

namespace jitterscope::ui {

QuestionCard::QuestionCard(LabWork& work, QWidget* parent)
    : Card({}, parent),
      m_work(work),
      m_choices(new QButtonGroup(this)),
      m_prompt(
          labLabel(tr("Choose one; then each says why it is right or wrong."), LabText::Note, "lab_prompt")) {
    setObjectName(QStringLiteral("lab_question_card"));
    const LabQuestion& question = work.entry().closing;
    auto* column = fillCard(*this, tr("One question"), 4);
    column->addWidget(labLabel(format::text(question.asks), LabText::Lead, "lab_closing"));
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        auto* row = new ChoiceRow(format::text(question.choices[i].text));
        row->setObjectName(QStringLiteral("lab_choice_%1").arg(i));
        m_choices->addButton(row, static_cast<int>(i));
        column->addWidget(row);
        m_feedback.push_back(labLabel({}, LabText::Body));
        m_feedback.back()->setObjectName(QStringLiteral("lab_feedback_%1").arg(i));
        m_feedback.back()->setContentsMargins(24, 0, 0, 4);
        column->addWidget(m_feedback.back());
    }
    column->addSpacing(2);
    column->addWidget(m_prompt);
    connect(m_choices, &QButtonGroup::idClicked, &work,
            [&work](int id) { work.choose(static_cast<std::size_t>(id)); });
    connect(&work, &LabWork::changed, this, &QuestionCard::refresh);
    refresh();
}

void QuestionCard::focusChoice() {
    const auto chosen = static_cast<int>(m_work.state().choice.value_or(0));
    m_choices->button(chosen)->setFocus(Qt::ShortcutFocusReason);
}

/// After any choice, all choices say why they are right or wrong.
void QuestionCard::refresh() {
    const LabQuestion& question = m_work.entry().closing;
    const auto& choice = m_work.state().choice;
    m_choices->setExclusive(false);
    for (QAbstractButton* button : m_choices->buttons())
        button->setChecked(choice && m_choices->id(button) == static_cast<int>(*choice));
    m_choices->setExclusive(true);
    m_prompt->setVisible(!choice);
    for (std::size_t i = 0; i < m_feedback.size(); ++i) {
        QLabel& label = *m_feedback[i];
        const bool right = i == question.right;
        label.setVisible(choice.has_value());
        setLabWords(label, (right ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) +
                               format::text(question.choices[i].feedback));
        const bool chosen = choice == i;
        setTextColour(label, right ? tokens().good : chosen ? tokens().late : tokens().muted);
    }
}

void QuestionCard::changeEvent(QEvent* event) {
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_feedback.empty())
        refresh();
}

} // namespace jitterscope::ui

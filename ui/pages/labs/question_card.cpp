// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/question_card.h"

#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace jitterscope::ui {

namespace {

constexpr int kAbove = 4; // px, and below

int textLeft(const QWidget& row) {
    return row.fontMetrics().height() + 10;
}

} // namespace

ChoiceRow::ChoiceRow(const QString& text, QWidget* parent) : QAbstractButton(parent) {
    setText(unbroken(text));
    setAccessibleName(QAbstractButton::text());
    setToolTip(tr("Choose this answer; it says why it is right or wrong"));
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize ChoiceRow::sizeHint() const {
    return {400, heightForWidth(400)};
}

QSize ChoiceRow::minimumSizeHint() const {
    return {160, fontMetrics().height() + 2 * kAbove};
}

int ChoiceRow::heightForWidth(int width) const {
    const QRect room(0, 0, width - textLeft(*this), 10'000);
    return fontMetrics().boundingRect(room, Qt::TextWordWrap, text()).height() + 2 * kAbove;
}

void ChoiceRow::paintEvent(QPaintEvent*) {
    const Tokens& c = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(c.first, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    }
    const double size = fontMetrics().height() - 2;
    const QRectF dot(4, kAbove + 1, size, size);
    painter.setPen(QPen(isChecked() ? c.first : c.border, 1.4));
    painter.setBrush(isChecked() ? c.first : c.card);
    painter.drawEllipse(dot);
    if (isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.onAccent);
        painter.drawEllipse(dot.center(), size * 0.2, size * 0.2);
    }
    painter.setPen(c.text);
    painter.drawText(rect().adjusted(textLeft(*this), kAbove, 0, -kAbove),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text());
}

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

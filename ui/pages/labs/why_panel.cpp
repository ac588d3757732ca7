// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/labs/why_panel.h"

#include "core/lab/challenge.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/lab_text.h"
#include "ui/pages/labs/sensed.h"
#include "ui/pages/page.h"

#include <QCoreApplication>
#include <QEvent>
#include <QScrollBar>
#include <QVBoxLayout>

namespace jitterscope::ui {

WhyPanel::WhyPanel(LabWork& work, const QString& next, QWidget* parent)
    : QWidget(parent),
      m_explain(new ExplainCard(work)),
      m_question(new QuestionCard(work)),
      m_gameCard(new Card({})),
      m_game(new ParameterForm),
      m_knobs(labButton(tr("‹ Turn a &knob"), "lab_turn",
                        tr("The knobs; the picture then shows the old answer beside the new one"))),
      m_scroll(new QScrollArea) {
    setObjectName(QStringLiteral("lab_why"));
    auto* content = new QWidget;
    auto* column = columnIn(content, {kPageGap, 0, 0, kPageGap}, 8);
    column->addWidget(m_explain);
    if (QWidget* const sensed = makeSensed(work))
        column->addWidget(sensed);
    column->addWidget(m_question);
    fillGame(work.entry().gameKnob);
    column->addWidget(m_gameCard);
    column->addStretch(1);
    m_scroll->setObjectName(QStringLiteral("lab_why_scroll"));
    setUpScrolling(*m_scroll);
    m_scroll->setWidget(content);
    auto* top = new FlowLayout(8);
    top->setContentsMargins(kPageGap, 0, 0, 0);
    QPushButton* back = labButton(tr("‹ All labs"), "lab_why_back",
                                  tr("Back to the gallery (Alt+Left, Escape)"), this, &WhyPanel::backWanted);
    top->addWidget(back);
    top->addWidget(m_knobs);
    QPushButton* on =
        labButton(tr("Next lab ›"), "lab_why_next", tr("Next: %1").arg(next), this, &WhyPanel::nextWanted);
    top->addWidget(on);
    auto* all = columnIn(this, {0, 10, 0, 0}, 8);
    all->addLayout(top);
    all->addWidget(m_scroll, 1);
    connect(m_knobs, &QPushButton::clicked, this, &WhyPanel::knobsWanted);
    connect(m_explain, &ExplainCard::pointed, this, &WhyPanel::pointed);
    connect(m_explain, &ExplainCard::cureWanted, this, &WhyPanel::cureWanted);
    connect(m_explain, &ExplainCard::wholeChosen, this, &WhyPanel::wholeChosen);
    connect(m_explain, &ExplainCard::stepped, this, [this] {
        m_question->setVisible(m_explain->over());
        m_gameCard->setVisible(m_explain->over());
    });
}

/// The choice of the challenge that this lab is about: what the reader chooses here is kept for it.
void WhyPanel::fillGame(std::string_view knob) {
    m_gameCard->setObjectName(QStringLiteral("lab_game"));
    auto* column = fillCard(*m_gameCard, tr("Your game"), 4);
    column->addWidget(labLabel(tr("What shall it do? It is kept for the challenge."), LabText::Note));
    m_game->setOnly(knob);
    m_game->setParameters(challengeKnobs(), QStringLiteral("lab_game"));
    column->addWidget(m_game);
    connect(m_game, &ParameterForm::edited, this, &WhyPanel::gameChosen);
}

void WhyPanel::show(double typeSize) {
    m_explain->show(typeSize);
    setTypeSize(*this, typeSize);
}

void WhyPanel::setClassroom(bool classroom) {
    m_knobs->setVisible(!classroom);
}

void WhyPanel::scrollToQuestion() {
    scrollTo(m_question);
    m_question->focusChoice();
}

void WhyPanel::scrollToStart() {
    m_explain->begin();
    scrollTo(nullptr);
}

/// Lays out new widgets at once, so that the scroll bar has its range.
void WhyPanel::scrollTo(QWidget* below) {
    QWidget* const content = m_scroll->widget();
    for (QObject* each : {static_cast<QObject*>(m_explain), static_cast<QObject*>(content)})
        QCoreApplication::sendPostedEvents(each, QEvent::LayoutRequest);
    content->layout()->activate();
    m_scroll->verticalScrollBar()->setValue(below != nullptr ? below->y() : 0);
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/parameter_form.h"
#include "ui/pages/labs/explain_card.h"
#include "ui/pages/labs/question_card.h"

#include <QPushButton>
#include <QScrollArea>

namespace jitterscope::ui {

/// The panel beside the picture, in the place of the knobs: the explanation, then the closing question and
/// what the reader's own game shall do. The panel scrolls; the picture does not.
class WhyPanel final : public QWidget {
    Q_OBJECT
public:
    /// `next`: what comes after this lab.
    WhyPanel(LabWork& work, const QString& next, QWidget* parent = nullptr);

    /// Shows the current result, in letters of this size (setTypeSize()).
    void show(double typeSize);
    /// The keyboard goes there as well.
    void scrollToQuestion();
    /// To the first idea.
    void scrollToStart();
    /// To the idea at hand.
    void scrollToExplanation() { scrollTo(nullptr); }
    /// The next idea, or the one before. False: there is none, or all are shown.
    bool stepOn() { return m_explain->stepOn(); }
    bool stepBack() { return m_explain->stepBack(); }
    /// All ideas on one page.
    void setWhole(bool whole) { m_explain->setWhole(whole); }
    /// What the reader's game does.
    void setGame(const ParameterValues& choices) { m_game->setValues(choices); }
    /// In front of a class there are no knobs to go back to.
    void setClassroom(bool classroom);

signals:
    /// The user wants the knobs in its place.
    void knobsWanted();
    void nextWanted();
    void backWanted();
    void cureWanted();
    /// A sentence points at this part of the picture; empty: none does.
    void pointed(const std::string& part);
    void wholeChosen(bool whole);
    /// The reader chose what his game does, of the choices of the challenge.
    void gameChosen(const jitterscope::ParameterValues& choices);

private:
    void scrollTo(QWidget* below);
    void fillGame(std::string_view knob);

    ExplainCard* m_explain;
    QuestionCard* m_question;
    Card* m_gameCard;
    ParameterForm* m_game;
    QPushButton* m_knobs;
    QScrollArea* m_scroll;
};

} // namespace jitterscope::ui

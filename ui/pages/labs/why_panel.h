// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/explain_card.h"
#include "ui/pages/labs/question_card.h"

#include <QPushButton>
#include <QScrollArea>

namespace jitterscope::ui {

/// The panel beside the picture, in the place of the knobs: the explanation and the closing question. The
/// panel scrolls; the picture does not.
class WhyPanel final : public QWidget {
    Q_OBJECT
public:
    /// `next`: what comes after this lab.
    WhyPanel(LabWork& work, const QString& next, QWidget* parent = nullptr);

    /// Shows the current result, in letters of this size (setTypeSize()).
    void show(double typeSize);
    void scrollToQuestion();
    void scrollToStart();
    /// In front of a class there are no knobs to go back to.
    void setClassroom(bool classroom);

signals:
    /// The user wants the knobs in its place.
    void knobsWanted();
    void nextWanted();
    /// A sentence points at this part of the picture; empty: none does.
    void pointed(const std::string& part);

private:
    void scrollTo(QWidget* below);

    ExplainCard* m_explain;
    QuestionCard* m_question;
    QPushButton* m_knobs;
    QScrollArea* m_scroll;
};

} // namespace jitterscope::ui

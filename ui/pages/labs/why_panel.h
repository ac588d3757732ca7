// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/explain_card.h"
#include "ui/pages/labs/question_card.h"

#include <QPushButton>
#include <QScrollArea>

namespace jitterscope::ui {

/// Beside the picture, where the knobs were: why it came out so, and the closing question. It scrolls, the
/// picture does not.
class WhyPanel final : public QWidget {
    Q_OBJECT
public:
    /// `next`: what comes after this lab.
    WhyPanel(LabWork& work, const QString& next, QWidget* parent = nullptr);

    /// What the work shows now, in type of this size.
    void show(double typeSize);
    void scrollToQuestion();
    void scrollToStart();
    /// In front of a class there are no knobs to go back to.
    void setClassroom(bool classroom);

signals:
    /// The knobs are wanted instead.
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

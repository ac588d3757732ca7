// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/field.h"
#include "ui/pages/labs/lab_work.h"
#include "ui/pages/labs/sentence_label.h"
#include "ui/plot/card.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <memory>
#include <vector>

namespace jitterscope::ui {

/// Why the answer is what it is, in sentences with the learner's own numbers, which turn the knobs: one idea
/// after the other, its part of the picture lit up, or all on one page. With the advice
/// comes the table that it is taken from; the others are folded.
class ExplainCard final : public Card {
    Q_OBJECT
public:
    explicit ExplainCard(LabWork& work, QWidget* parent = nullptr);
    /// Shows the current result, in letters of this size (setTypeSize()).
    void show(double typeSize);
    /// All sentences on one page.
    void setWhole(bool whole);
    /// The next idea, or the one before. False: there is none, or all are shown.
    bool stepOn() { return goTo(m_at + 1); }
    bool stepBack() { return m_at > 0 && goTo(m_at - 1); }
    /// The first idea, where another result is explained than at the last call.
    void begin();
    /// Nothing is left to be told.
    [[nodiscard]] bool over() const { return m_whole || m_at + 1 == m_sentences.size(); }

signals:
    /// Another idea is shown, or another way of showing them.
    void stepped();
    void wholeChosen(bool whole);
    /// The user wants to see the advice in the game.
    void cureWanted();
    /// A sentence points at this part of the picture; empty: none does.
    void pointed(const std::string& part);

private:
    [[nodiscard]] SentenceLabel* addSentence(bool last);
    void showSentences();
    void showAdvised();
    void fillNumbers();
    void point();
    bool goTo(std::size_t idea);
    void placeSteps();
    [[nodiscard]] QWidget* makeSteps();

    LabWork& m_work;
    std::shared_ptr<const LabResult> m_shown; // held: at the place of one that is gone another may stand
    std::shared_ptr<const LabResult> m_begun;
    double m_typeSize = 0;
    std::vector<SentenceLabel*> m_sentences; // the last one is the advice
    QVBoxLayout* m_list = nullptr;           // of all but the last
    QVBoxLayout* m_advised = nullptr;        // the table that the advice is taken from
    QWidget* m_tables = nullptr;             // the others; made when they are opened
    Foldout* m_numbers = nullptr;
    QWidget* m_call = nullptr; // the advised call; null: the lab has none
    std::size_t m_at = 0;      // the idea that is shown
    bool m_whole = false;
    QPushButton* m_back = nullptr;
    QPushButton* m_on = nullptr;
    QLabel* m_place = nullptr;
    QLabel* m_how = nullptr;
    QPushButton* m_watch = nullptr;
    QCheckBox* m_all = nullptr;
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/field.h"
#include "ui/pages/labs/lab_work.h"
#include "ui/pages/labs/sentence_label.h"
#include "ui/plot/card.h"

#include <QVBoxLayout>

#include <memory>
#include <vector>

namespace jitterscope::ui {

/// Why the answer is what it is, in sentences with the learner's own numbers, which turn the knobs. The
/// tables are folded.
class ExplainCard final : public Card {
    Q_OBJECT
public:
    explicit ExplainCard(LabWork& work, QWidget* parent = nullptr);
    /// Shows the current result, in letters of this size (setTypeSize()).
    void show(double typeSize);

signals:
    /// A sentence points at this part of the picture; empty: none does.
    void pointed(const std::string& part);

private:
    [[nodiscard]] SentenceLabel* addSentence(bool last);
    void showSentences();
    void fillNumbers();
    void point();

    LabWork& m_work;
    std::shared_ptr<const LabResult> m_shown; // held: at the place of one that is gone another may stand
    double m_typeSize = 0;
    std::vector<SentenceLabel*> m_sentences; // the last one is the advice
    QVBoxLayout* m_list = nullptr;           // of all but the last
    QWidget* m_tables = nullptr;             // made when they are opened
    Foldout* m_numbers = nullptr;
    QWidget* m_call = nullptr; // the advised call; null: the lab has none
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "ui/plot/card.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace jitterscope::ui {

/// The verdict on a pair: one sentence, how sure it is, and whether the pair is fair.
class PairCard final : public Card {
    Q_OBJECT
public:
    explicit PairCard(QWidget* parent = nullptr);
    void show(const Comparison& comparison);
    /// Shows a text in the place of a verdict: what is missing for one, or what is being done.
    void say(const QString& sentence, const QString& detail);
    using Card::show;

signals:
    /// The user wants to judge both by one tolerance.
    void toleranceWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void colour();
    void showFairness(const std::vector<FairnessRemark>& remarks);

    std::optional<PairVerdict> m_verdict;
    QLabel* m_badge;
    QLabel* m_sentence;
    QLabel* m_detail;
    QVBoxLayout* m_fairness;
    QPushButton* m_footing;
};

} // namespace jitterscope::ui

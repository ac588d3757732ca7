// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/value_edit.h"
#include "ui/pages/labs/lab_work.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedLayout>

namespace jitterscope::ui {

/// Below the picture: what to try in the game; then what is to be guessed, and Run; after the run, the guess
/// beside the answer.
class PredictBar final : public QWidget {
    Q_OBJECT
public:
    explicit PredictBar(LabWork& work, QWidget* parent = nullptr);

    /// Takes over what has been typed; false when the field refuses.
    bool commit() { return m_edit->commit(); }
    void focusGuess() { m_edit->setFocus(); }
    /// What is measured now, and what is in the way of a measurement.
    struct Measuring {
        bool here = false;   ///< this lab is being measured
        double progress = 0; ///< 0 … 1
        bool live = false;   ///< a Live run is in the way
    };
    void setMeasuring(const Measuring& measuring);
    void setClassroom(bool classroom);
    [[nodiscard]] QString settled() const { return m_settled->text(); }

signals:
    void runWanted();
    /// The user has played enough.
    void guessWanted();
    void explainWanted();
    void cancelWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QWidget* makeAsking();
    [[nodiscard]] QLayout* makeRule();
    void makeVotes();
    [[nodiscard]] bool canRun() const;
    [[nodiscard]] GuessUnit guessUnit() const;
    [[nodiscard]] Result<double> guessIn(const QString& text) const;
    [[nodiscard]] QString typed(double guess) const;
    [[nodiscard]] QString roomText() const;
    [[nodiscard]] QWidget* makeSettled();
    void refresh();
    void settle();
    void showPlay();

    LabWork& m_work;
    Measuring m_measuring;
    bool m_classroom = false;
    ValueEdit* m_edit = nullptr;
    QLabel* m_hint = nullptr;
    ValueEdit* m_votes = nullptr; // in front of a class
    QLabel* m_rule = nullptr;
    QLabel* m_code = nullptr;
    QLabel* m_error = nullptr;
    QPushButton* m_run = nullptr;
    QLabel* m_asks = nullptr;
    QLabel* m_unit = nullptr;
    QPushButton* m_toGuess = nullptr;
    QPushButton* m_toExplain = nullptr;
    QProgressBar* m_progress = nullptr;
    QStackedLayout* m_pages = nullptr;
    QWidget* m_asking = nullptr;
    QLabel* m_settled = nullptr;
    QLabel* m_headline = nullptr;
    QWidget* m_answer = nullptr;
};

} // namespace jitterscope::ui

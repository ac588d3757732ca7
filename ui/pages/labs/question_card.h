// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_work.h"
#include "ui/plot/card.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QLabel>

#include <vector>

namespace jitterscope::ui {

/// A radio button whose text wraps.
class ChoiceRow final : public QAbstractButton {
    Q_OBJECT
public:
    explicit ChoiceRow(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// The closing question. When one choice is taken, each says why it is right or wrong.
class QuestionCard final : public Card {
    Q_OBJECT
public:
    explicit QuestionCard(LabWork& work, QWidget* parent = nullptr);
    /// Gives the keyboard to the choice that was taken, or to the first one.
    void focusChoice();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    LabWork& m_work;
    QButtonGroup* m_choices;
    QLabel* m_prompt;
    std::vector<QLabel*> m_feedback; // one for each choice
};

} // namespace jitterscope::ui

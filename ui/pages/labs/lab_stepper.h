// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/lab_file.h"

#include <QAbstractButton>
#include <QWidget>

#include <array>

namespace jitterscope::ui {

/// One of the four steps: its number or a tick, its name, and a line about its state.
class StepButton final : public QAbstractButton {
    Q_OBJECT
public:
    StepButton(int number, const QString& title, QWidget* parent = nullptr);

    void show(bool current, bool over, const QString& note);
    [[nodiscard]] QString note() const { return m_note; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_number;
    QString m_note;
    bool m_current = false;
    bool m_over = false;
};

/// Play → Predict → Run → Explain. A step that is locked cannot be clicked, and says what it waits for.
class LabStepper final : public QWidget {
    Q_OBJECT
public:
    explicit LabStepper(QWidget* parent = nullptr);

    struct Notes {
        QString play;
        QString predict;
        QString run;
        QString explain;
    };
    void show(LabStep step, bool canRun, const Notes& notes);
    [[nodiscard]] StepButton& button(LabStep step) const {
        return *m_steps.at(static_cast<std::size_t>(step));
    }

signals:
    void chosen(jitterscope::LabStep step);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<StepButton*, 4> m_steps{};
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_work.h"
#include "ui/plot/card.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

namespace jitterscope::ui {

/// A lamp is lit in the game, but the plain loop shows it only when its picture is finished. The player
/// presses a button on seeing it. The time has two parts: the age of the picture, simulated, and the player's
/// own time, measured.
class PressWhenSeen final : public Card {
    Q_OBJECT
public:
    explicit PressWhenSeen(LabWork& work, QWidget* parent = nullptr);
    /// The lamp can be seen, and waits for the press.
    [[nodiscard]] bool seen() const noexcept { return m_phase == Phase::Seen; }
    [[nodiscard]] bool waiting() const noexcept { return m_phase == Phase::Waiting; }

signals:
    /// The lamp can be seen now.
    void shown();

protected:
    void hideEvent(QHideEvent* event) override;

private:
    enum class Phase { Idle, Waiting, Seen };

    void press();
    void begin();
    void rest(const QString& says);
    void refresh();

    LabWork& m_work;
    Phase m_phase = Phase::Idle;
    double m_delay = 0; // s from lit to seen
    QWidget* m_lamp = nullptr;
    QLabel* m_says = nullptr;
    QPushButton* m_press = nullptr;
    QTimer m_light;
    QElapsedTimer m_wall; // since the lamp can be seen
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_work.h"
#include "ui/plot/card.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

#include <array>
#include <vector>

namespace jitterscope::ui {

/// The places of the two dots of the refresh lab, and when a screen with that refresh rate shows them.
class DotTrack {
public:
    DotTrack() = default;
    /// `rate`: of the screen that was simulated, Hz.
    DotTrack(const LabResult& result, double rate);

    /// How far a dot has moved, 0 … 1, after `seconds`. `dot`: 0 is the upper one, by actual time; 1 is the
    /// lower one, at refresh times. At the end it begins again.
    [[nodiscard]] double shareAt(std::size_t dot, double seconds) const;
    /// s until it begins again; 0: there is nothing to show.
    [[nodiscard]] double lasts() const;

private:
    std::array<std::vector<double>, 2> m_places; // one for each refresh
    double m_rate = 60;
};

/// Two dots that really move, one place for each refresh of the screen, to show what judder looks like. They
/// move only while they are played and can be seen, about as often as this screen shows a picture.
class MovingDots final : public Card {
    Q_OBJECT
public:
    explicit MovingDots(LabWork& work, QWidget* parent = nullptr);
    [[nodiscard]] bool moving() const { return m_timer.isActive(); }

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void play(bool on);
    void refresh();

    LabWork& m_work;
    DotTrack m_track;
    QWidget* m_lanes = nullptr;
    QLabel* m_says = nullptr;
    QPushButton* m_play = nullptr;
    QElapsedTimer m_wall;
    QTimer m_timer;
};

} // namespace jitterscope::ui

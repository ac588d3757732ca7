// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_work.h"
#include "ui/plot/card.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QLabel>
#include <QObject>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

#include <array>
#include <memory>
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

/// Plays sound if the program was built with Qt Multimedia and the machine has an output. The output is not
/// looked for before play(). GUI thread.
class LabSound final : public QObject {
    Q_OBJECT
public:
    static constexpr int kRate = 48'000; ///< samples a second; one channel, 16 bit

    explicit LabSound(QObject* parent = nullptr);
    ~LabSound() override;

    /// Whether the program was built with Qt Multimedia.
    [[nodiscard]] static bool isBuiltIn();
    /// Begins to play; ended() follows. Returns a sentence that says why it cannot; empty: it plays.
    [[nodiscard]] QString play(const QByteArray& samples);
    void stop();

signals:
    void ended();

private:
    class Output;
    std::unique_ptr<Output> m_output; // while it plays
};

/// The sound of the audio lab's first frames: a tone while the queue holds sound, silence while it is empty.
/// It repeats for this many seconds. One channel, 16 bit, LabSound::kRate.
[[nodiscard]] QByteArray soundOf(const LabResult& result, double seconds);

/// Plays that sound when the user presses a button, never by itself.
class HearIt final : public Card {
    Q_OBJECT
public:
    explicit HearIt(LabWork& work, QWidget* parent = nullptr);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void play(bool on);

    LabWork& m_work;
    LabSound* m_sound;
    QLabel* m_says = nullptr;
    QPushButton* m_play = nullptr;
};

/// The card on which the user can see, press or hear the result of a lab. Null: the lab has none. It does
/// nothing before the user asks, nor while it is hidden. To add one: write its class, and add a line to
/// makeSensed().
[[nodiscard]] QWidget* makeSensed(LabWork& work);

} // namespace jitterscope::ui

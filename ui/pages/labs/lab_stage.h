// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/labs/lab_work.h"
#include "ui/pages/labs/seen_clock.h"

#include <QWidget>

namespace jitterscope::ui {

enum class LabPace { Quarter, Real, AtOnce };

/// Paints a lab's picture at its moment, 60 times a second while it plays, and not at all while nobody sees
/// it. At first it shows the game, which begins by itself and again and again. Before the run the guess can
/// be dragged in the picture, or moved with ↑ ↓. Space plays and pauses.
class LabStage final : public QWidget {
    Q_OBJECT
public:
    explicit LabStage(LabWork& work, QWidget* parent = nullptr);

    /// Plays from the current moment on; from the last moment, it starts again.
    void play();
    void pause();
    /// It was started, and has not reached the end. While it is hidden, it waits.
    [[nodiscard]] bool playing() const noexcept { return m_playing; }
    /// The picture is being painted again and again now.
    [[nodiscard]] bool ticking() const { return m_time.ticking(); }
    void setPace(LabPace pace) { m_pace = pace; }
    void setLarge(bool large);
    void setCalm(bool calm);
    /// The part with this id is lit up while the lab is explained; empty: none.
    void lightUp(const std::string& part);
    [[nodiscard]] LabView view() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void playingChanged();
    /// The user chose this guess.
    void guessed(double guess);
    /// Space was pressed.
    void playWanted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] std::optional<LabGuessAxis> axis() const;
    /// Pixels of the widget for each px of the scene. More than 1 in front of a class if the scene with large
    /// letters does not fit: then the usual scene is enlarged.
    [[nodiscard]] double zoom() const;
    [[nodiscard]] bool fits(QSize scene) const;
    [[nodiscard]] double guessAt(const LabGuessAxis& axis, QPointF at) const;
    void moveGuess(double share);
    void refresh();
    void showGame();
    [[nodiscard]] double lastStop(double now) const;
    void tick(double passed);
    void setPlaying(bool playing);

    LabWork& m_work;
    SeenClock m_time;
    LabPace m_pace = LabPace::Real;
    double m_clock = 0; // s of lab time, or of the game's: how far it has played
    std::optional<LabStep> m_step;
    bool m_playing = false;
    bool m_dragging = false;
    bool m_large = false;
    bool m_calm = false;
    std::string m_lit; // id of a part
};

} // namespace jitterscope::ui

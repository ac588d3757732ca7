// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/challenge.h"
#include "core/scene/game.h"
#include "ui/pages/labs/seen_clock.h"
#include "ui/plot/picture_view.h"

#include <QButtonGroup>

#include <optional>

namespace jitterscope::ui {

/// The minute of the challenge: its goals and frames, or the game at the moments at which something happens.
class ChallengeMinute final : public QWidget {
    Q_OBJECT
public:
    explicit ChallengeMinute(QWidget* parent = nullptr);

    /// `played`: with what came out; else what is asked alone.
    void show(const ChallengeResult& result, bool played);
    /// The user wants motion reduced: the game stands where the fault is seen.
    void setCalm(bool calm);
    /// The game moves now.
    [[nodiscard]] bool ticking() const { return m_time.ticking(); }

private:
    void fillChoices();
    void choose(int moment);
    void paint(bool first);

    ChallengeResult m_result;
    bool m_played = false;
    bool m_calm = false;
    std::optional<scene::Game> m_game; ///< none: the goals are shown
    double m_clock = 0;                ///< s of the game's time
    QWidget* m_choices;
    QButtonGroup* m_group;
    PictureView* m_picture;
    SeenClock m_time;
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/challenge.h"
#include "core/scene/canvas.h"
#include "core/scene/scene.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope::scene {

/// A running figure, `height` px tall, its feet at `feet`. `phase`, in strides, decides how its legs stand.
struct Runner {
    Point feet;
    double height = 0;
    double phase = 0;
    Ink ink = Ink::Text;
    double opacity = 1;
    bool stands = false;
};

void drawRunner(Canvas& canvas, const Runner& runner);
/// What it covers; more than its body where it swings its arms.
[[nodiscard]] Box boundsOf(const Runner& runner);

// The game that runs through all labs: a runner who makes a step with each frame, beside one whose frames are
// all in time. In each lab it suffers from what the lab is about. It shows how that looks, and tells no
// figure: those are guessed first.

/// A picture of the game, as somebody in front of the screen sees it. Times in s.
struct GameFrame {
    double shown = 0; ///< when it comes on the screen
    double place = 0; ///< the game's own time that it shows
    double spins = 0; ///< for how long before it the processor asked the clock again and again
    std::optional<double> heard = {}; ///< when the sound of its step is heard
    double silence = 0;               ///< for how long before it no sound was left
    bool late = false;                ///< by less than can be seen: the runner says so
    bool uneven = false;              ///< the step that leads here does not look steady
};

struct Game {
    std::vector<GameFrame> frames = {}; ///< by the time at which they are shown; at least one
    double period = 1;                  ///< of a frame in time, s
    double pace = 1;                    ///< s of its time that pass in a second: 1 is real
    std::string says = {};              ///< what there is to see, in a sentence or two
    bool cured = false;                 ///< with what the lab advises

    /// s of its time until it begins again.
    [[nodiscard]] double duration() const { return frames.back().shown + period; }
};

/// The game in a lab with these knobs; `result` is what the lab showed with them, simulated.
[[nodiscard]] Game gameOf(std::string_view lab, const LabResult& result, const ParameterValues& knobs);
/// The same with what the lab advises.
[[nodiscard]] Game curedGame(const LabEntry& lab, const LabResult& result, const ParameterValues& knobs);

/// The challenge's game at a moment of its minute.
[[nodiscard]] Game gameAt(const ChallengeResult& result, const ChallengeMoment& moment);

/// The game at `view.now`, in [0, duration()].
[[nodiscard]] Shown gamePicture(std::string_view title, const Game& game, const View& view);
/// The picture in a sentence or two, for those who cannot see it.
[[nodiscard]] std::string gameText(const Game& game, double now);

} // namespace jitterscope::scene

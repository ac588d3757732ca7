// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/lab/lab.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One goal of the challenge: a figure of the loop that must not exceed a limit. Less is better.
struct ChallengeGoal {
    std::string_view id;
    std::string asks;      ///< "The loop is in time after a minute"
    std::string measures;  ///< what `got` is: "how far the loop is off"
    std::string_view unit; ///< "ms", "%"
    double limit = 0;
    double got = 0;
    std::string told;     ///< what came out, a sentence
    std::string_view lab; ///< id of the lab that teaches it

    [[nodiscard]] bool met() const noexcept { return got <= limit; }
    /// A value of this figure: `13 %`, `345.1 ms`.
    [[nodiscard]] std::string amount(double value) const;
};

/// A picture of the game, and what somebody in front of it notices. Times in s of the minute.
struct ChallengeFrame {
    double shown = 0;    ///< when it comes on the screen
    double place = 0;    ///< the game's own time that it shows
    double spins = 0;    ///< for how long before it the processor was busy waiting
    double silence = 0;  ///< for how long before it no sound was left
    bool late = false;   ///< a command that began late
    bool uneven = false; ///< the step that leads here was not what the time between both is worth
    double film = 0;     ///< the time of the film's picture
};

/// Something that happens in the minute, s.
struct ChallengeMoment {
    std::string_view id;
    std::string_view name;
    std::string_view says;
    double from = 0; ///< from here on it is worth looking at
    double to = 0;
    bool film = false; ///< whether the film is where it should be is seen then, and nothing else
};

struct ChallengeResult {
    double period = 0; ///< of a frame in time, ms
    std::vector<ChallengeGoal> goals;
    LabSeries frames; ///< s of the minute, ms that the frame took
    std::vector<ChallengeFrame> pictures;
    std::vector<ChallengeMoment> moments;

    /// The score: how many goals are met.
    [[nodiscard]] std::size_t met() const noexcept;
    /// "7 of 9 goals are met."
    [[nodiscard]] std::string headline() const;
};

/// The choices of the challenge, one for each idea of the labs. The defaults are what one writes without
/// knowing these ideas.
[[nodiscard]] std::span<const ParameterInfo> challengeKnobs();

/// What the labs advise on an ordinary desktop: what somebody's game does where he chose nothing.
[[nodiscard]] ParameterValues challengeAdvised();

/// What is asked, in a few sentences.
[[nodiscard]] std::string_view challengeText();

/// A machine of the challenge. What is right on one is wrong on another.
struct ChallengeMachine {
    std::string_view id;
    std::string_view name;
    std::string_view text; ///< what is special about it, in a sentence or two
};
/// The machine with this number: there are five kinds, one after the other; those of a kind stutter at other
/// moments.
[[nodiscard]] const ChallengeMachine& challengeMachine(std::uint64_t seed);
inline constexpr std::size_t kChallengeMachines = 5;
/// "Machine 2 of 5: its name. What is special about it."; of number 7 "Machine 2 of 5, another minute (7):
/// …".
[[nodiscard]] std::string challengeMachineText(std::uint64_t seed);

/// What somebody chose, and on which machine.
struct ChallengePlay {
    ParameterValues choices{challengeKnobs()};
    std::uint64_t seed = 1;
};

/// A minute of a game on a machine that stutters, in virtual time, with these choices: a real
/// strategy waits on a simulated machine, a real policy paces, a real timestep updates the game. Now and then
/// a frame waits for the disk, once another program takes the processor for 1.5 s, and once somebody sets the
/// time of day. The same choices and the same seed give the same result. Error (Usage): out of range.
[[nodiscard]] Result<ChallengeResult> runChallenge(const ParameterValues& choices, std::uint64_t seed);

} // namespace jitterscope

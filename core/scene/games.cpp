// SPDX-License-Identifier: MIT
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/scene/game.h"
#include "core/scene/rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace jitterscope::scene {
namespace {

constexpr std::size_t kMostFrames = 48;
constexpr double kStepsASecond = 4; // that can be followed with the eye

/// What a lab showed, and whether its game is wanted with what it advises.
struct Told {
    const LabResult& result;
    const ParameterValues& knobs;
    bool cured;

    /// The row that the knob chooses: the table has one for each of its choices.
    [[nodiscard]] Row chosen(std::string_view table, std::string_view knob) const {
        return rowOf(result, table, jitterscope::chosen(knobs, knob));
    }
    [[nodiscard]] Curve curve(std::string_view id, std::size_t most = kMostFrames) const {
        Curve points = curveOf(result, id, 100'000);
        points.resize(std::min(points.size(), most));
        return points;
    }
};

/// A frame follows the other, each as long as its point says, in ms; the game goes on by a period each time.
void addFrames(Game& game, const Curve& lengths, double spins) {
    double at = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const double length = lengths[i].y / 1e3;
        at += length;
        game.frames.push_back(
            {.shown = at, .place = static_cast<double>(i + 1) * game.period, .spins = spins * length});
    }
}

Game sleepGame(const Told& lab) {
    Game game{.period = std::max(lab.knobs["asked"] / 1e9, 1e-6),
              .says = "This runner sleeps before each step, and then begins the next sleep. The pale one's "
                      "sleeps end when they should."};
    double at = 0;
    for (const Point& sleep : lab.curve("late")) { // µs late
        at += game.period + std::max(sleep.y, 0.0) / 1e6;
        game.frames.push_back(
            {.shown = at, .place = static_cast<double>(game.frames.size() + 1) * game.period});
    }
    return game;
}

Game estimatorGame(const Told& lab) {
    Game game{.period = lab.knobs["wait"] / 1e9,
              .says = "A step for each wait. While the sparks fly the loop does not sleep: it asks the clock "
                      "again and again."};
    double at = 0;
    for (const Row& step : rowsOf(lab.result, "steps")) {
        if (game.frames.size() >= kMostFrames)
            break;
        const auto wait = static_cast<std::size_t>(step.number("wait").value_or(1));
        if (wait > game.frames.size())
            game.frames.push_back({.shown = at, .place = static_cast<double>(wait) * game.period});
        const double took = step["took_ms"] / 1e3;
        at += took;
        game.frames.back().shown = at;
        if (step.word("does") == "spins")
            game.frames.back().spins += took;
    }
    return game;
}

/// Sleeps as the lab's histogram has them, each kind as often as there, spread over the frames.
Game xGame(const Told& lab) {
    constexpr std::size_t kStride = 19; // has no factor in common with the number of frames
    Game game{.period = 1 / lab.knobs["rate"],
              .says =
                  "The sleep is asked to end early, by the margin, and the sparks fly for the rest of it. "
                  "A sleep that is later than the margin makes the step late."};
    const std::vector<Row> kinds = rowsOf(lab.result, "oversleeps");
    const Row bought =
        lab.cured ? rowOf(lab.result, "promise", lab.result.advice.row) : rowOf(lab.result, "yours");
    const double margin = bought["margin_us"] / 1e6;
    for (std::size_t i = 0; i < kMostFrames; ++i) {
        const double share =
            (static_cast<double>(i * kStride % kMostFrames) + 0.5) / static_cast<double>(kMostFrames);
        double below = 0;
        double late = 0;
        for (std::size_t kind = 0; kind < kinds.size() && below < share; ++kind) {
            below += kinds[kind]["share_percent"] / 100;
            late = (kinds[kind]["from_us"] + kinds[kind]["to_us"]) / 2e6;
        }
        const double due = static_cast<double>(i + 1) * game.period;
        game.frames.push_back({.shown = due + std::max(late - margin, 0.0),
                               .place = due,
                               .spins = std::max(std::min(margin, game.period) - late, 0.0),
                               .late = late > margin});
    }
    return game;
}

Game driftGame(const Told& lab) {
    Game game{.period = lab.knobs["period"] / 1e9,
              .says =
                  "A step for each frame, as this loop times them. The pale runner makes each step when it "
                  "is due."};
    game.pace = std::min(1.0, kStepsASecond * 1.5 * game.period);
    const std::string policy = lab.chosen("policies", "policy").word("policy");
    for (const Point& point : lab.curve(policy, 2 * kMostFrames)) // frame, ms behind
        game.frames.push_back(
            {.shown = std::max(point.x * game.period + point.y / 1e3, 0.0), .place = point.x * game.period});
    return game;
}

Game slotsGame(const Told& lab) {
    Game game{.period = lab.knobs["period"] / 1e9,
              .says =
                  "This runner makes a step each time that the loop calls him. The pale one makes the step "
                  "that the clock says."};
    const std::string rule = lab.chosen("ends", "rule").word("rule");
    for (const Row& slot : rowsOf(lab.result, "slots")) {
        const auto picture = slot.number(lab.cured ? "picture_in_sync" : "picture_counted");
        if (game.frames.size() < 2 * kMostFrames && slot.word("rule") == rule &&
            slot.word("state") != "lost" && picture)
            game.frames.push_back({.shown = slot["start_ms"] / 1e3, .place = *picture * game.period});
    }
    return game;
}

Game refreshGame(const Told& lab) {
    constexpr double kUnits = 100; // that the dot moves in a second
    Game game{.period = 1 / lab.knobs["refresh"],
              .says = "The runner is drawn where he is at that moment, and seen at the next refresh of the "
                      "screen. Watch how even his steps are."};
    for (const Point& point : lab.curve(lab.cured ? "on-refreshes" : "actual"))
        game.frames.push_back({.shown = point.x * game.period, .place = point.y / kUnits});
    return game;
}

Game wellGame(const Told& lab) {
    Game game{.period = 1.0 / 60,
              .pace = 0.5,
              .says = "A game that runs in steps of 16.7 ms and catches up whatever it has missed. The pale "
                      "runner's machine is quick enough."};
    const std::string_view panel =
        wellPanel(lab.cured ? static_cast<WellRow>(lab.result.advice.row) : WellRow::Plain);
    for (const Row& frame : rowsOf(lab.result, "frames")) {
        if (frame.word("panel") == panel)
            game.frames.push_back(
                {.shown = frame["at_s"] + frame["frame_ms"] / 1e3, .place = frame["game_s"]});
    }
    return game;
}

Game audioGame(const Told& lab) {
    Game game{.period = lab.knobs["frame"] / 1e9,
              .says = "Each step makes a sound: the ring is the moment in which it is heard. Where the queue "
                      "has run dry, there is silence until the next step."};
    for (const Row& tooth : rowsOf(lab.result, "teeth")) {
        const double end = tooth["end_ms"] / 1e3;
        game.frames.push_back({.shown = end,
                               .place = static_cast<double>(game.frames.size() + 1) * game.period,
                               .heard = end + tooth["lag_ms"] / 1e3,
                               .silence = tooth["silence_ms"] / 1e3});
    }
    return game;
}

Game meltingGame(const Told& lab) {
    Game game{.period = 1 / lab.knobs["rate"],
              .says = "A step for each frame of this loop. While the sparks fly it does not sleep, and the "
                      "processor gets warm."};
    const Row loop = lab.chosen("loops", "loop");
    addFrames(game, lab.curve(loop.word("loop")),
              std::clamp((loop["cpu_percent"] - lab.knobs["work"]) / 100, 0.0, 1.0));
    return game;
}

Game clocksGame(const Told& lab) {
    Game game{.period = 1.0 / 60,
              .pace = 0.25,
              .says =
                  "The loop waits until this clock shows the time of the next step. Early in the run "
                  "somebody sets the time of day. While the sparks fly it asks the clock again and again."};
    const Row clock = lab.chosen("clocks", "clock");
    addFrames(game, lab.curve(clock.word("clock")), 0);
    const auto set = static_cast<std::size_t>(rowOf(lab.result, "step")["frame"]);
    for (std::size_t i = 1; i < game.frames.size(); ++i)
        game.frames[i].spins = clock[i <= set ? "spun_before_percent" : "spun_after_percent"] / 100 *
                               (game.frames[i].shown - game.frames[i - 1].shown);
    return game;
}

struct LabGame {
    std::string_view lab;
    Game (*make)(const Told&);
};
constexpr std::array<LabGame, 10> kGames{{{"sleep", sleepGame},
                                          {"estimator", estimatorGame},
                                          {"x", xGame},
                                          {"drift", driftGame},
                                          {"slots", slotsGame},
                                          {"refresh", refreshGame},
                                          {"well", wellGame},
                                          {"audio", audioGame},
                                          {"melting", meltingGame},
                                          {"clocks", clocksGame}}};

/// Slow enough for each step to be seen, and for the whole to last some seconds; never faster than real.
Game made(std::string_view lab, const LabResult& result, const ParameterValues& knobs, bool cured) {
    constexpr double kShortest = 4; // s that the whole shall last
    const auto entry = std::ranges::find(kGames, lab, &LabGame::lab);
    if (entry == kGames.end())
        throw std::out_of_range("no game for this lab");
    Game game = entry->make({result, knobs, cured});
    if (game.frames.empty())
        game.frames.push_back({});
    if (game.pace == 1)
        game.pace = std::min(1.0, kStepsASecond * game.period);
    game.pace = std::min(game.pace, game.duration() / kShortest);
    return game;
}

/// The knobs with which the lab does what it advises. Where it has none for that, the game takes what is
/// advised from the same result.
ParameterValues advisedKnobs(const LabEntry& lab, const LabResult& result, ParameterValues knobs) {
    for (const auto& [name, value] : result.advice.knobs)
        knobs.setIfThere(name, value);
    if (lab.id == "drift") // the table has a row for each policy
        knobs.set("policy", static_cast<double>(result.advice.row));
    return knobs;
}

} // namespace

Game gameOf(std::string_view lab, const LabResult& result, const ParameterValues& knobs) {
    return made(lab, result, knobs, false);
}

Game curedGame(const LabEntry& lab, const LabResult& result, const ParameterValues& knobs) {
    constexpr int kMostAdvice = 4; // what is left after one cure may have another
    ParameterValues advised = advisedKnobs(lab, result, knobs);
    LabResult better = runLab(lab, advised).value();
    for (int i = 1; i < kMostAdvice; ++i) {
        const ParameterValues next = advisedKnobs(lab, better, advised);
        if (next == advised)
            break;
        advised = next;
        better = runLab(lab, advised).value();
    }
    Game game = made(lab.id, better, advised, true);
    game.says = "With what this lab advises. " + game.says;
    game.cured = true;
    return game;
}

Game gameAt(const ChallengeResult& result, const ChallengeMoment& moment) {
    constexpr double kLasts = 6; // s on the screen
    Game game;
    game.period = result.period / 1e3;
    game.says = moment.says;
    const double begin =
        std::floor(moment.from / game.period) * game.period; // the pale one makes a step then
    const auto after = std::ranges::upper_bound(result.pictures, begin, {}, &ChallengeFrame::shown);
    const auto first = after == result.pictures.begin() ? after : std::prev(after);
    const double lost = first == result.pictures.end() || moment.film
                            ? 0
                            : std::max(first->shown - first->place - 2 * game.period, 0.0);
    bool uneven = false;
    for (auto frame = first; frame != result.pictures.end() && frame->shown <= moment.to; ++frame) {
        uneven = uneven || (frame->uneven && !moment.film);
        game.frames.push_back({.shown = std::max(frame->shown - begin, 0.0),
                               .place = (moment.film ? frame->film : frame->place + lost) - begin,
                               .spins = frame->spins,
                               .silence = frame->silence,
                               .late = frame->late,
                               .uneven = frame->uneven && !moment.film});
    }
    if (uneven)
        game.says += " Red dots: steps that do not look steady.";
    if (game.frames.empty()) // it stood still all the time
        game.frames.push_back({.shown = moment.to - begin, .place = 0});
    game.pace = std::min(1.0, game.duration() / kLasts);
    return game;
}

} // namespace jitterscope::scene

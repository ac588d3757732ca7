// SPDX-License-Identifier: MIT
#include "core/lab/labs/well.h"
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

/// The chosen row of a table, which has one for each choice of the knob.
std::string choiceOf(const LabResult& result, std::string_view table, std::string_view column,
                     const ParameterValues& knobs, std::string_view knob) {
    const Rows rows(result, table);
    const auto chosen = static_cast<std::size_t>(knobs.whole(knob));
    return chosen < rows.size() ? rows.word(chosen, column) : std::string();
}

/// A frame follows the other, each as long as its point says, in ms; the game goes on by a period each time.
void addFrames(Game& game, const Curve& lengths, double spins) {
    double at = 0;
    for (std::size_t i = 0; i < std::min(lengths.size(), kMostFrames); ++i) {
        const double length = lengths[i].y / 1e3;
        at += length;
        game.frames.push_back(
            {.shown = at, .place = static_cast<double>(i + 1) * game.period, .spins = spins * length});
    }
}

Game sleepGame(const LabResult& result, const ParameterValues& knobs, bool) {
    Game game;
    game.period = std::max(knobs["asked"] / 1e9, 1e-6);
    game.says =
        "This runner sleeps before each step, and then begins the next sleep. The pale one's sleeps end "
        "when they should.";
    double at = 0;
    const Curve late = curveOf(result, "late", 100'000);
    for (std::size_t i = 0; i < std::min(late.size(), kMostFrames); ++i) {
        at += game.period + std::max(late[i].y, 0.0) / 1e6;
        game.frames.push_back({.shown = at, .place = static_cast<double>(i + 1) * game.period});
    }
    return game;
}

Game estimatorGame(const LabResult& result, const ParameterValues& knobs, bool) {
    Game game;
    game.period = knobs["wait"] / 1e9;
    game.says =
        "A step for each wait. While the sparks fly the loop does not sleep: it asks the clock again and "
        "again.";
    const Rows steps(result, "steps");
    double at = 0;
    for (std::size_t i = 0; i < steps.size() && game.frames.size() < kMostFrames; ++i) {
        const auto wait = static_cast<std::size_t>(steps.numberOr(i, "wait", 1));
        if (wait > game.frames.size())
            game.frames.push_back({.shown = at, .place = static_cast<double>(wait) * game.period});
        const double took = steps.numberOr(i, "took_ms") / 1e3;
        at += took;
        game.frames.back().shown = at;
        if (steps.word(i, "does") == "spins")
            game.frames.back().spins += took;
    }
    return game;
}

/// Sleeps as the lab's histogram has them, each kind as often as there, spread over the frames.
Game xGame(const LabResult& result, const ParameterValues& knobs, bool cured) {
    constexpr std::size_t kStride = 19; // has no factor in common with the number of frames
    Game game;
    game.period = 1 / knobs["rate"];
    game.says =
        "The sleep is asked to end early, by the margin, and the sparks fly for the rest of it. A sleep "
        "that is later than the margin makes the step late.";
    const Rows kinds(result, "oversleeps");
    const double margin = (cured ? Rows(result, "promise").numberOr(result.advice.row, "margin_us")
                                 : Rows(result, "yours").numberOr(0, "margin_us")) /
                          1e6;
    for (std::size_t i = 0; i < kMostFrames; ++i) {
        const double share =
            (static_cast<double>(i * kStride % kMostFrames) + 0.5) / static_cast<double>(kMostFrames);
        double below = 0;
        double late = 0;
        for (std::size_t kind = 0; kind < kinds.size() && below < share; ++kind) {
            below += kinds.numberOr(kind, "share_percent") / 100;
            late = (kinds.numberOr(kind, "from_us") + kinds.numberOr(kind, "to_us")) / 2e6;
        }
        const double due = static_cast<double>(i + 1) * game.period;
        game.frames.push_back({.shown = due + std::max(late - margin, 0.0),
                               .place = due,
                               .spins = std::max(std::min(margin, game.period) - late, 0.0),
                               .late = late > margin});
    }
    return game;
}

Game driftGame(const LabResult& result, const ParameterValues& knobs, bool) {
    Game game;
    game.period = knobs["period"] / 1e9;
    game.pace = std::min(1.0, kStepsASecond * 1.5 * game.period);
    game.says =
        "A step for each frame, as this loop times them. The pale runner makes each step when it is due.";
    const std::string policy = choiceOf(result, "policies", "policy", knobs, "policy");
    for (const Point& point : curveOf(result, policy, 100'000)) { // frame, ms behind
        if (game.frames.size() >= kMostFrames * 2)
            break;
        game.frames.push_back(
            {.shown = std::max(point.x * game.period + point.y / 1e3, 0.0), .place = point.x * game.period});
    }
    return game;
}

Game slotsGame(const LabResult& result, const ParameterValues& knobs, bool cured) {
    Game game;
    game.period = knobs["period"] / 1e9;
    game.says = "This runner makes a step each time that the loop calls him. The pale one makes the step "
                "that the clock says.";
    const Rows slots(result, "slots");
    const std::string rule = choiceOf(result, "ends", "rule", knobs, "rule");
    for (std::size_t i = 0; i < slots.size() && game.frames.size() < 2 * kMostFrames; ++i) {
        const auto picture = slots.number(i, cured ? "picture_in_sync" : "picture_counted");
        if (slots.word(i, "rule") == rule && slots.word(i, "state") != "lost" && picture)
            game.frames.push_back(
                {.shown = slots.numberOr(i, "start_ms") / 1e3, .place = *picture * game.period});
    }
    return game;
}

Game refreshGame(const LabResult& result, const ParameterValues& knobs, bool cured) {
    constexpr double kUnits = 100; // that the dot moves in a second
    Game game;
    game.period = 1 / knobs["refresh"];
    game.says = "The runner is drawn where he is at that moment, and seen at the next refresh of the screen. "
                "Watch how even his steps are.";
    for (const Point& point : curveOf(result, cured ? "on-refreshes" : "actual", 100'000)) {
        if (game.frames.size() >= kMostFrames)
            break;
        game.frames.push_back({.shown = point.x * game.period, .place = point.y / kUnits});
    }
    return game;
}

Game wellGame(const LabResult& result, const ParameterValues&, bool cured) {
    Game game;
    game.period = 1.0 / 60;
    game.says =
        "A game that runs in steps of 16.7 ms and catches up whatever it has missed. The pale runner's "
        "machine is quick enough.";
    game.pace = 0.5;
    const Rows frames(result, "frames");
    const std::string_view panel =
        wellPanel(cured ? static_cast<WellRow>(result.advice.row) : WellRow::Plain);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (frames.word(i, "panel") == panel)
            game.frames.push_back({.shown = frames.numberOr(i, "at_s") + frames.numberOr(i, "frame_ms") / 1e3,
                                   .place = frames.numberOr(i, "game_s")});
    }
    return game;
}

Game audioGame(const LabResult& result, const ParameterValues& knobs, bool) {
    Game game;
    game.period = knobs["frame"] / 1e9;
    game.says = "Each step makes a sound: the ring is the moment in which it is heard. Where the queue has "
                "run dry, there is silence until the next step.";
    const Rows teeth(result, "teeth");
    for (std::size_t i = 0; i < teeth.size(); ++i) {
        const double end = teeth.numberOr(i, "end_ms") / 1e3;
        game.frames.push_back({.shown = end,
                               .place = static_cast<double>(i + 1) * game.period,
                               .heard = end + teeth.numberOr(i, "lag_ms") / 1e3,
                               .silence = teeth.numberOr(i, "silence_ms") / 1e3});
    }
    return game;
}

Game meltingGame(const LabResult& result, const ParameterValues& knobs, bool) {
    Game game;
    game.period = 1 / knobs["rate"];
    game.says =
        "A step for each frame of this loop. While the sparks fly it does not sleep, and the processor "
        "gets warm.";
    const Rows loops(result, "loops");
    const auto chosen = static_cast<std::size_t>(knobs.whole("loop"));
    const double busy = loops.numberOr(chosen, "cpu_percent") - knobs["work"];
    addFrames(game, curveOf(result, choiceOf(result, "loops", "loop", knobs, "loop"), 100'000),
              std::clamp(busy / 100, 0.0, 1.0));
    return game;
}

Game clocksGame(const LabResult& result, const ParameterValues& knobs, bool) {
    Game game;
    game.period = 1.0 / 60;
    game.pace = 0.25;
    game.says = "The loop waits until this clock shows the time of the next step. In the middle of the run "
                "somebody sets the time of day. While the sparks fly it asks the clock again and again.";
    addFrames(game, curveOf(result, choiceOf(result, "clocks", "clock", knobs, "clock"), 100'000), 0);
    const Rows clocks(result, "clocks");
    const auto chosen = static_cast<std::size_t>(knobs.whole("clock"));
    const auto set = static_cast<std::size_t>(Rows(result, "step").numberOr(0, "frame"));
    for (std::size_t i = 1; i < game.frames.size(); ++i) {
        const double share =
            clocks.numberOr(chosen, i <= set ? "spun_before_percent" : "spun_after_percent") / 100;
        game.frames[i].spins = share * (game.frames[i].shown - game.frames[i - 1].shown);
    }
    return game;
}

struct LabGame {
    std::string_view lab;
    Game (*make)(const LabResult&, const ParameterValues&, bool cured);
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
    Game game = entry->make(result, knobs, cured);
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

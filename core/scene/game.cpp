// SPDX-License-Identifier: MIT
#include "core/scene/game.h"

#include "core/base/portable_math.h"
#include "core/base/said.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

namespace jitterscope::scene {

namespace {

constexpr int kPoses = 24;
constexpr double kTall = 100; // px of a pose as it is drawn once
constexpr double kWide = 120;
constexpr double kFoot = 110; // px from the top

Point along(const Point& from, double angle, double length) {
    return {from.x + length * portable::sin(angle), from.y + length * portable::cos(angle)};
}

/// A limb of two parts from `joint`: angles from straight down, forwards is positive.
Outline limb(const Point& joint, double upper, double lower, double length) {
    const Point knee = along(joint, upper, length);
    return {{joint, knee, along(knee, lower, length)}, false};
}

/// `pose` of a stride; −1: stands.
Picture drawnPose(int pose, Ink ink) {
    const bool stands = pose < 0;
    const double swing = stands ? 0.12 : 0.8 * portable::sin(2 * std::numbers::pi * (pose + 0.5) / kPoses);
    const double bent = stands ? 0 : 0.55;
    const double lean = stands ? 0 : 7;
    const double head = 12;
    const Point hip{kWide / 2, kFoot - 45};
    const Point neck{hip.x + lean, hip.y - 30};
    const Point shoulder{neck.x, neck.y + 3};
    const double elbow = stands ? 0 : 1;
    Picture picture;
    picture.width = kWide;
    picture.height = kFoot + 5;
    picture.stroke({Outline{{hip, neck}, false},
                    limb(hip, swing, swing - bent * (swing < 0 ? 1.4 : 0.4), 23.5),
                    limb(hip, -swing, -swing - bent * (swing > 0 ? 1.4 : 0.4), 23.5),
                    limb(shoulder, -swing, -swing + elbow, 15), limb(shoulder, swing, swing + elbow, 15)},
                   {ink, kTall / 14, {}, true});
    picture.circle(neck.x + lean * 0.3, neck.y - head * 1.05, head, ink);
    return picture;
}

/// A pose, which is drawn only once, so that a painter can keep what it looks like. Any thread.
std::shared_ptr<const Picture> poseOf(int pose, Ink ink) {
    static std::mutex mutex;
    static std::map<std::pair<int, Ink>, std::shared_ptr<const Picture>> known;
    const std::scoped_lock lock(mutex);
    auto& made = known[{pose, ink}];
    if (!made)
        made = std::make_shared<const Picture>(drawnPose(pose, ink));
    return made;
}

} // namespace

void drawRunner(Canvas& canvas, const Runner& runner) {
    const double share = runner.phase - std::floor(runner.phase);
    const int pose = runner.stands ? -1 : static_cast<int>(share * kPoses);
    const Box area = boundsOf(runner);
    canvas.stamp(poseOf(pose, runner.ink), {area.left, area.top}, runner.height / kTall, runner.opacity);
}

Box boundsOf(const Runner& runner) {
    const double scale = runner.height / kTall;
    return boxAt(runner.feet.x - kWide / 2 * scale, runner.feet.y - kFoot * scale, kWide * scale,
                 (kFoot + 5) * scale);
}

namespace {

constexpr double kPresent = 0.72; // of the width: where the present moment is
constexpr double kSpeed = 0.24;   // of the width that the road moves in a second

/// The last picture that is on the screen; null: none yet.
const GameFrame* shownAt(const std::vector<GameFrame>& frames, double now) {
    const auto after = std::ranges::upper_bound(frames, now, {}, &GameFrame::shown);
    return after == frames.begin() ? nullptr : &*std::prev(after);
}

/// Whether this goes on now, for so long before the picture that comes next; long enough to be seen.
bool goesOn(const Game& game, double now, double GameFrame::*lasts) {
    constexpr double kSeen = 0.06; // s as it is shown
    const auto next = std::ranges::upper_bound(game.frames, now, {}, &GameFrame::shown);
    return next != game.frames.end() && (*next).*lasts > 0 &&
           now >= next->shown - std::max((*next).*lasts, kSeen * game.pace);
}

/// The same game on a machine that makes each picture when it is due: the pictures that can still be seen or
/// heard. There are millions of others where a period is short.
Game inTime(const Game& game, double now) {
    constexpr double kSeen = 30; // periods
    Game ideal{.period = game.period, .pace = game.pace};
    const bool heard = game.frames.front().heard.has_value();
    const double last = std::floor(now / game.period + 1e-9);
    for (double i = std::max(0.0, last - kSeen); i <= last; ++i) {
        const double at = i * game.period;
        ideal.frames.push_back({.shown = at, .place = at, .heard = heard ? std::optional(at) : std::nullopt});
    }
    return ideal;
}

class Track {
public:
    Track(Stage& stage, const Game& game, const Box& area, bool ideal)
        : m_stage(stage), m_game(game), m_area(area), m_ideal(ideal), m_now(stage.view.now) {
        m_tall = std::clamp(area.height() * 0.62, 24.0, 150.0 * stage.letters.tall);
        m_ground = area.bottom - std::max(8.0, area.height() * 0.12);
    }

    void draw() {
        m_stage.wash(m_area, Ink::First, m_ideal ? 0.04 : 0.09);
        m_stage.line({m_area.left, m_ground}, {m_area.right, m_ground}, {Ink::Border, 1, {}});
        drawStones();
        const GameFrame* const shown = shownAt(m_game.frames, m_now);
        drawSteps(shown);
        drawFigure(shown);
        drawSounds();
        m_stage.write(m_area.head(m_stage.letters.line * 1.5).inset(m_stage.letters.gap * 2, 0),
                      m_ideal        ? "in time"
                      : m_game.cured ? "this loop, cured"
                                     : "this loop",
                      m_stage.note(m_ideal ? Ink::Muted : Ink::Text));
    }

private:
    double x(double place) const {
        return m_area.left + m_area.width() * (kPresent + (place - m_now) / m_game.pace * kSpeed);
    }
    bool sees(double at) const { return at >= m_area.left && at <= m_area.right; }

    /// One where each step belongs; where they would stand too close, only each tenth, and so on.
    void drawStones() {
        constexpr double kClosest = 14; // px
        double apart = m_game.period;
        while (m_area.width() * kSpeed * apart / m_game.pace < kClosest)
            apart *= 10;
        const double first = std::max(0.0, std::ceil((m_now - 4 * m_game.pace) / apart) * apart);
        for (double place = first; x(place) <= m_area.right; place += apart) {
            if (sees(x(place)))
                m_stage.wash(
                    {x(place) - 3, m_ground + 1, x(place) + 3, m_ground + 1 + std::max(5.0, m_tall * 0.07)},
                    Ink::Muted);
        }
    }

    /// Where the runner was seen before: uneven steps stay to be seen.
    void drawSteps(const GameFrame* shown) {
        constexpr std::ptrdiff_t kMost = 24;
        if (shown == nullptr)
            return;
        const std::ptrdiff_t last = shown - m_game.frames.data();
        for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, last - kMost); i < last; ++i) {
            const double at = x(m_game.frames[static_cast<std::size_t>(i)].place);
            if (sees(at))
                m_stage.dot({at, m_ground - 3}, 3,
                            m_ideal                                             ? Ink::Muted
                            : m_game.frames[static_cast<std::size_t>(i)].uneven ? Ink::Late
                                                                                : Ink::First);
        }
    }

    void drawFigure(const GameFrame* shown) {
        const double place = shown == nullptr ? 0 : shown->place;
        const double edge = m_tall * 0.6;
        const double at = std::clamp(x(place), m_area.left + edge, m_area.right - edge);
        const bool isLate = shown != nullptr && shown->late;
        drawRunner(m_stage, {{at, m_ground},
                             m_tall,
                             place / m_game.period / 4,
                             isLate ? Ink::Late : Ink::Text,
                             m_ideal ? 0.45 : 1,
                             shown == nullptr});
        if (x(place) < m_area.left)
            m_stage.write(boxAt(m_area.left + m_stage.letters.gap * 2, m_ground - m_tall * 1.2, 1,
                                m_stage.letters.line),
                          "‹ far behind", m_stage.note(Ink::Late));
        if (goesOn(m_game, m_now, &GameFrame::spins))
            drawSparks({at, m_ground});
        const Box above =
            boxAt(at, std::max(m_ground - m_tall * 1.25, m_area.top), 0, m_stage.letters.line * 1.4);
        if (goesOn(m_game, m_now, &GameFrame::silence))
            m_stage.write(above, "silence", m_stage.note(Ink::Late, Anchor::Middle, true));
        else if (isLate)
            m_stage.write(above, "late", m_stage.note(Ink::Late, Anchor::Middle, true));
    }

    void drawSparks(const Point& feet) {
        constexpr int kSparks = 7;
        const double beat = m_stage.view.calm ? 0 : std::floor(m_now / m_game.pace * 20);
        for (int i = 0; i < kSparks; ++i) {
            const double angle = std::numbers::pi * (1.05 + 0.9 * (i + 0.5) / kSparks);
            const double far = m_tall * (0.16 + 0.1 * std::abs(portable::sin(beat * 2.4 + i * 1.7)));
            m_stage.picture.circle(feet.x + far * 1.6 * portable::cos(angle),
                                   feet.y + far * portable::sin(angle), std::max(1.5, m_tall / 30),
                                   Ink::Late);
        }
    }

    /// A ring that grows from where the runner was when his step was to be heard.
    void drawSounds() {
        constexpr double kLasts = 0.4; // s as it is shown
        for (const GameFrame& frame : m_game.frames) {
            const double age = frame.heard ? (m_now - *frame.heard) / m_game.pace : -1;
            const double at = x(frame.place);
            if (age >= 0 && age < kLasts && sees(at))
                drawRing({at, m_ground - m_tall * 0.5},
                         m_tall * (m_stage.view.calm ? 0.5 : 0.2 + 0.6 * age / kLasts));
        }
    }

    void drawRing(const Point& middle, double radius) {
        constexpr int kCorners = 36;
        std::vector<Point> ring;
        for (int i = 0; i < kCorners; ++i) {
            const double angle = 2 * std::numbers::pi * i / kCorners;
            ring.push_back(
                {middle.x + radius * portable::cos(angle), middle.y + radius * portable::sin(angle)});
        }
        m_stage.picture.stroke({Outline{std::move(ring), true}},
                               {m_ideal ? Ink::Muted : Ink::Second, m_stage.letters.pen * 1.5, {}, true});
    }

    Stage& m_stage;
    const Game& m_game;
    Box m_area;
    bool m_ideal;
    double m_now;
    double m_tall = 0;
    double m_ground = 0;
};

std::string paceText(const Game& game) {
    return game.pace > 0.99 ? "as fast as it is"
                            : said::say("%1 times slower than it is",
                                        {said::plain(1 / game.pace, 1 / game.pace < 10 ? 1 : 0)});
}

} // namespace

Shown gamePicture(std::string_view title, const Game& game, const View& view) {
    static const LabPrediction kNothing; // is guessed in it
    Stage stage(view, kNothing);
    stage.picture.title = title;
    stage.picture.description = gameText(game, view.now);
    const Box all = view.area();
    const double line = stage.letters.line;
    stage.write(all.head(line * 1.4), "The game", stage.title());
    stage.write(all.head(line * 1.4), paceText(game), stage.note(Ink::Muted, Anchor::End));
    const Box words = boxAt(all.left, all.top + line * 1.6, all.width(), line * 2.4);
    stage.wrap(words, game.says, stage.note());
    const Box tracks{all.left, words.bottom + stage.letters.gap, all.right, all.bottom};
    stage.hint(tracks,
               "A step for each frame. Each belongs on its stone at the moment in which the runner above, "
               "who is in time, stands there.");
    const Game ideal = inTime(game, view.now);
    Track(stage, ideal, tracks.part(0, 0.42), true).draw();
    Track(stage, game, tracks.part(0.45, 1), false).draw();
    stage.placeNames();
    return {std::move(stage.picture), std::move(stage.hints), stage.axis, {}};
}

std::string gameText(const Game& game, double now) {
    const GameFrame* const shown = shownAt(game.frames, now);
    const double behind = now - (shown == nullptr ? 0 : shown->place);
    return "The game, " + paceText(game) + ". " + game.says + " " +
           (behind > 1.5 * game.period ? "The runner is behind his stone." : "The runner is at his stone.");
}

} // namespace jitterscope::scene

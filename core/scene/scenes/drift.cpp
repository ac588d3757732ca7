// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::scene {
namespace {

constexpr double kExample = 3; // s: a frame of the example each
constexpr double kOwn = 3;     // s that the learner's loop runs alone
constexpr double kRace = 4;    // s that the race of all takes

struct Racer {
    std::string id;
    double behind = 0; // ms
    double ppm = 0;
    double lost = 0;
    StrokeLook look = {};
    Curve line = {};
};

/// A frame of the worked example; times in ms.
struct ExampleFrame {
    double start = 0;
    double work = 0;
    double wait = 0;
    std::optional<double> carried;
    double sleep = 0;

    [[nodiscard]] std::string text() const {
        const double rest = carried.value_or(wait);
        const std::string amount = said::plain(std::abs(rest), 1);
        return rest >= 0 ? said::say("%1 left, sleeps %2", {amount, said::plain(sleep, 1)})
               : carried ? said::say("owes %1", {amount})
                         : said::say("%1 too long: forgotten", {amount});
    }
};

struct Lane {
    std::string policy;
    std::vector<ExampleFrame> frames;
};

/// The least of each `cycle` frames, or of more where a pixel cannot show them. What a long frame misses and
/// a short one makes good is not drift.
Curve atTheirBest(const Curve& points, std::size_t cycle) {
    constexpr std::size_t kMost = 150;
    const std::size_t size = cycle * std::max<std::size_t>(1, points.size() / (cycle * kMost));
    Curve best;
    for (std::size_t from = 0; from < points.size(); from += size) {
        const auto begin = points.begin() + static_cast<std::ptrdiff_t>(from);
        const auto end = points.begin() + static_cast<std::ptrdiff_t>(std::min(from + size, points.size()));
        best.push_back({begin->x, std::ranges::min_element(begin, end, {}, &Point::y)->y});
    }
    if (!points.empty())
        best.push_back(points.back());
    return best;
}

/// The article's three frames, then how far behind each policy falls, with its name at the right.
class DriftScene final : public Scene {
public:
    DriftScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("drift", result, knobs), m_period(knobs["period"] / 1e6), m_last(knobs["frames"]) {
        for (const Row& row : rowsOf(result, "policies")) {
            Racer racer{row.word("policy"), row["behind_ms"], row["drift_ppm"], row["lost"],
                        seriesLook(m_racers.size(), 1)};
            racer.line = atTheirBest(curveOf(result, racer.id, 10'000), article() ? 3 : 1);
            m_racers.push_back(std::move(racer));
        }
        if (m_racers.empty())
            m_racers.push_back({});
        double most = 0; // of those that are nearly in time
        for (const Racer& racer : m_racers) {
            for (const Point& point : isNear(racer) ? racer.line : Curve())
                most = std::max(most, point.y);
        }
        m_near = std::max(fromZero(most).high, 1e-3);
        const double work = article() ? 2.9 / 3 * m_period : knobs["steady"] / 100 * m_period;
        // Of a loop that always sleeps a whole period.
        const double slowest = m_last * (work + knobs["oversleep"] / 1e6);
        m_high = std::clamp(fromZero(slowest).high, 1.0, predict().maximum);
        for (const Row& row : rowsOf(result, "example")) {
            const std::string policy = row.word("policy");
            if (m_lanes.empty() || m_lanes.back().policy != policy)
                m_lanes.push_back({policy, {}});
            m_lanes.back().frames.push_back(
                {row["start_ms"], row["work_ms"], row["wait_ms"], row.number("carried_ms"), row["sleep_ms"]});
        }
        // With exact sleeps both accumulators do the same.
        if (m_lanes.size() > 2) {
            m_lanes.resize(2);
            m_lanes[1].policy = kAccumulators;
        }
    }

    double duration() const override { return kExample + kOwn + kRace; }
    std::vector<double> stops() const override { return {1, 2, 3, 4.5, 6, 8, 10}; }
    GuessUnit guessUnit() const override {
        return inSeconds(m_high) ? GuessUnit{"s", 1e3} : Scene::guessUnit();
    }
    std::vector<Readout> readouts(double now) const override {
        const double frame = frameAt(now);
        const double behind = behindAt(mine(), now);
        const bool over = now >= duration();
        return {
            {said::plain(std::floor(frame), 0), "frame", "Of the race; the three frames above come first."},
            {said::timeText(behind), mine().id, "Behind its time; less is better.", behind > 2 * m_period},
            {over ? said::ppm(mine().ppm) : said::absent(), "drift",
             "How much too slow the loop is, in millionths; near 0 is good.",
             over && std::abs(mine().ppm) > 100},
            {over ? said::plain(mine().lost, 0) : said::absent(), "slots lost", "How many it gave up in all.",
             over && mine().lost > 0}};
    }

private:
    static constexpr std::string_view kAccumulators = "accumulators";

    /// Whether the work is that of the article's example: a long frame and two short ones.
    bool article() const { return m_knobs["work"] == 0; }
    /// Whether it ends within two periods of its time, so that it is seen only on an enlarged scale.
    /// At the end as its table has it: a loop that loses slots comes to frames beyond the picture.
    double behindAt(const Racer& racer, double now) const {
        return now >= duration() ? racer.behind : valueAt(racer.line, frameAt(now)).value_or(0);
    }
    bool isNear(const Racer& racer) const { return std::abs(racer.behind) <= 2 * m_period; }
    /// Whether an axis up to so many ms is labelled in seconds.
    static bool inSeconds(double high) { return high >= 2000; }
    /// Whether all loops run by now: first the learner's loop runs alone.
    static bool withRivals(double now) { return now > kExample + kOwn; }
    double frameAt(double now) const {
        const double share = withRivals(now) ? (now - kExample - kOwn) / kRace : (now - kExample) / kOwn;
        return std::clamp(share, 0.0, 1.0) * m_last;
    }
    std::string policy() const { return choicesOf("policy")[chosen(m_knobs, "policy")]; }
    /// The policy that the guess is about.
    const Racer& mine() const { return m_racers[std::min(chosen(m_knobs, "policy"), m_racers.size() - 1)]; }

    void draw(Stage& stage) const override {
        const Letters& type = stage.letters;
        const Box all = stage.view.area();
        const Box example = all.head(std::clamp(all.height() * 0.36, type.line * 8.6, type.line * 12));
        const double wide = std::min(
            all.width() * 0.4, stage.widthOf("measured-accumulator 1000 ms, −100 000 ppm") + type.gap * 3);
        const double top = example.bottom + type.gap;
        drawExample(stage, example);
        const Box race{all.left, top, all.right, all.bottom};
        stage.part("example", example);
        stage.part("race", race.part(0, 0.6));
        stage.part("near", race.part(0.62, 1));
        drawRace(stage, race.part(0, 0.6), wide, false);
        drawRace(stage, race.part(0.62, 1), wide, true);
    }

    void drawExample(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const Letters& type = stage.letters;
        const double line = type.line;
        stage.hint(
            area,
            "Filled: work. Hatched: sleep. A frame should start at each dashed line. The loop remainder "
            "forgets what a long frame took too long; an accumulator keeps account of it until it is made "
            "good.");
        const std::string works =
            article() ? said::say("work %1, %2, %3 ms",
                                  {said::plain(1.8 * m_period, 1), said::plain(0.9 * m_period, 1),
                                   said::plain(0.2 * m_period, 1)})
                      : said::say("work %1 ms each", {said::plain(m_knobs["steady"] / 100 * m_period, 1)});
        stage.writeWithin(area.head(line * 1.3),
                          said::say("Three frames of %1 ms, %2%3",
                                    {said::plain(m_period, 1), works, view.answered ? ", exact sleeps" : ""}),
                          stage.note());
        double most = 4 * m_period;
        for (const Lane& lane : view.answered ? m_lanes : std::vector<Lane>{firstFrames()}) {
            for (const ExampleFrame& frame : lane.frames)
                most = std::max(most, frame.start + frame.work + frame.sleep);
        }
        const Box lanes{area.left, area.top + line * 1.6, area.right, area.bottom - line};
        const double left = area.left +
                            stage.widthOf(view.answered ? std::string(kAccumulators) : firstFrames().policy) +
                            type.gap * 2;
        const Scale time = Scale::linear(0, most, left, area.right - type.gap * 2);
        const double pitch = time.at(m_period) - left;
        const int step = std::max(
            1, static_cast<int>(std::ceil(stage.widthOf(said::plain(10 * m_period, 0)) * 1.3 / pitch)));
        for (int i = 0; i * m_period <= most * 1.001; i += step) {
            const double x = std::round(time.at(i * m_period));
            for (std::size_t lane = 0; lane < 2; ++lane) // the words below the work stay free
                stage.line({x, lanes.row(lane, 2).top}, {x, lanes.row(lane, 2).part(0, 0.5).bottom},
                           {Ink::Border, 1, "4 2"});
            const std::string label = i == 0 ? "0 ms" : said::plain(i * m_period, 1);
            const double wide = stage.widthOf(label);
            stage.write(boxAt(std::min(x - wide / 2, area.right - wide), lanes.bottom, wide,
                              area.bottom - lanes.bottom),
                        label, stage.note(Ink::Muted, Anchor::Middle));
        }
        if (!view.answered) {
            drawLane(stage, firstFrames(), lanes.row(0, 2).inset(0, 0, 0, type.gap / 2), time, 3);
            stage.write(lanes.row(1, 2).part(0.5, 1).inset(left - area.left, 0),
                        "a frame should start at each dashed line", stage.note(Ink::Muted));
            return;
        }
        for (std::size_t i = 0; i < m_lanes.size(); ++i)
            drawLane(stage, m_lanes[i], lanes.row(i, 2).inset(0, 0, 0, type.gap / 2), time,
                     static_cast<std::size_t>(view.now));
    }

    /// Before the guess: how the loop that it is about begins, with the knobs as they are.
    Lane firstFrames() const {
        Lane lane{policy(), {}};
        for (const SimulatedFrame& frame : pacedFrames(driftLoop(lane.policy, m_knobs, 3)))
            lane.frames.push_back({inMs(frame.start), inMs(frame.work), 0, std::nullopt, inMs(frame.rest)});
        return lane;
    }

    /// As many of its frames as are shown by now.
    void drawLane(Stage& stage, const Lane& lane, const Box& area, const Scale& time,
                  std::size_t shown) const {
        stage.write(area.part(0, 0.55), lane.policy, stage.note());
        for (std::size_t i = 0; i < std::min(lane.frames.size(), shown); ++i) {
            const ExampleFrame& frame = lane.frames[i];
            const double done = frame.start + frame.work;
            Box work = area.part(0, 0.5);
            work.left = time.at(frame.start);
            work.right = std::max(time.at(done), work.left + 1);
            stage.box(work, {Ink::First});
            const std::string worked = said::plain(frame.work, 1);
            if (stage.view.answered && stage.widthOf(worked) + 2 < work.width())
                stage.write(work, worked, stage.note(Ink::Text, Anchor::Middle));
            if (frame.sleep > 0)
                stage.box({work.right, work.part(0.25, 1).top, time.at(done + frame.sleep),
                           work.part(0, 0.75).bottom},
                          {Ink::Good, Hatch::RisingLines});
            if (stage.view.answered)
                stage.write(boxAt(work.left, work.bottom + 1, area.width(), stage.letters.line), frame.text(),
                            stage.note(Ink::Muted));
        }
    }

    /// All loops on one scale; or, enlarged, those that are nearly in time.
    void drawRace(Stage& stage, const Box& area, double wide, bool enlarged) const {
        const View& view = stage.view;
        const Letters& type = stage.letters;
        const bool runs = view.answered && view.now > kExample;
        const std::string title = enlarged    ? "Enlarged: the loops that are nearly in time"
                                  : article() ? "How far behind each loop stays"
                                              : "How far behind each loop is";
        const Range range{0, !enlarged ? m_high : runs ? m_near : 2 * m_period};
        Panel panel(stage, {area.left, area.top, area.right - wide, area.bottom},
                    {.title = title,
                     .says = enlarged
                                 ? "The foot of the chart above, on a scale of its own."
                                 : "Frame number n should start at n · period. The line shows how much later "
                                   "it starts: of every three frames the one that is least behind. What a "
                                   "long frame misses and a short one makes good is not drift.",
                     .x = {0, m_last},
                     .y = range,
                     .xLabels = enlarged,
                     .xTitle = enlarged ? "frame" : "",
                     .yTicks = inSeconds(range.high) ? numberLabels(" s", 1e3) : numberLabels(" ms"),
                     .left = stage.widthOf("1000 ms") + 2 * type.gap});
        const Box names{area.right - wide + type.gap * 3, panel.plot().top, area.right, panel.plot().bottom};
        stage.hint(names,
                   "How far behind each loop is now, and at the end its drift in millionths of the time.");
        if (runs) {
            std::vector<const Racer*> shown;
            for (const Racer& racer : m_racers) {
                if (isNear(racer) != enlarged || (&racer != &mine() && !withRivals(view.now)))
                    continue;
                StrokeLook look = racer.look;
                look.width = &racer == &mine() ? type.pen * 1.6 : type.pen;
                panel.curve(racer.line, {look}, frameAt(view.now));
                shown.push_back(&racer);
            }
            drawNames(stage, panel, shown, names);
        } else if (!enlarged) {
            stage.wrap(
                {names.left, area.top, names.right, area.bottom},
                said::say(
                    "Your guess is about the loop %1 after %2 frames. A loop that keeps time stays at 0.",
                    {policy(), said::plain(m_last, 0)}),
                stage.note(Ink::Muted));
        }
        if (!enlarged)
            panel.guessUp();
    }

    /// The name of each line at its height, or as near to it as the others leave room.
    void drawNames(Stage& stage, const Panel& panel, const std::vector<const Racer*>& racers,
                   const Box& area) const {
        struct Name {
            const Racer* racer = nullptr;
            double at = 0;
            double y = 0;
            double behind = 0;
        };
        std::vector<Name> names;
        const double now = stage.view.now;
        const double line = stage.letters.line;
        for (const Racer* racer : racers) {
            const double behind = behindAt(*racer, now);
            names.push_back({racer, panel.y(behind), panel.y(behind), behind});
        }
        std::ranges::stable_sort(names, {}, &Name::at);
        double lowest = panel.plot().top;
        for (Name& name : names) {
            name.y = std::max(name.at, lowest);
            lowest = name.y + line * 1.08;
        }
        double limit = panel.plot().bottom - line / 2;
        for (auto name = names.rbegin(); name != names.rend(); ++name) {
            name->y = std::min(name->y, limit);
            limit = name->y - line * 1.08;
        }
        for (const Name& name : names) {
            const bool own = name.racer == &mine();
            const Ink ink = name.racer->look.ink;
            stage.line({panel.x(frameAt(now)) + 3, name.at}, {area.left - 3, name.y}, {ink, 1, {}});
            std::string text = name.racer->id + " " + said::timeText(name.behind);
            const TextLook bold = stage.note(own ? Ink::Text : ink, Anchor::Start, own);
            const std::string whole = text + ", " + said::ppm(name.racer->ppm);
            if (now >= duration() && stage.widthOf(whole, stage.note(bold.ink)) <= area.width())
                text = whole; // wide letters leave no room for the longest: the table has it
            const bool fits = stage.widthOf(text, bold) <= area.width();
            stage.writeWithin({area.left, name.y - line / 2, area.right, name.y + line / 2}, text,
                              fits ? bold : stage.note(bold.ink));
        }
    }

    std::string before() const override {
        return said::say(
            "Three periods of %1 ms and two empty charts of how far behind each loop is, the second "
            "enlarged.",
            {said::plain(m_period, 1)});
    }

    std::string told(double now) const override {
        std::string text;
        if (now <= kExample) {
            for (const Lane& lane : m_lanes) {
                const auto index = static_cast<std::size_t>(std::max(now - 1, 0.0));
                if (now < 1 || index >= lane.frames.size())
                    continue;
                const ExampleFrame& frame = lane.frames[index];
                text += said::say(
                    "Frame %1, %2: works %3 ms, %4, sleeps %5 ms. ",
                    {std::to_string(index + 1), lane.policy, said::plain(frame.work, 1),
                     frame.carried ? said::say("has %1 ms in its account", {said::plain(*frame.carried, 1)})
                                   : said::say("has %1 ms left", {said::plain(frame.wait, 1)}),
                     said::plain(frame.sleep, 1)});
            }
            return text.empty() ? "The three frames are about to start." : text;
        }
        std::vector<std::string> list;
        for (const Racer& racer : m_racers) {
            if (&racer != &mine() && !withRivals(now))
                continue;
            list.push_back(racer.id + " " + said::timeText(behindAt(racer, now)) +
                           (now >= duration() ? " (" + said::ppm(racer.ppm) + ")" : ""));
        }
        return said::say("After %1 frames behind by: %2.",
                         {said::plain(std::floor(frameAt(now)), 0), said::joined(list)});
    }

    std::vector<Racer> m_racers;
    std::vector<Lane> m_lanes;
    double m_period = 1; // ms
    double m_last = 1;   // how many frames are over at the end
    double m_high = 1;   // ms, of the chart of all loops
    double m_near = 1;   // ms, of the enlarged one
};

void sketchDrift(Canvas& canvas, const Box& area) {
    drawAxes(canvas, area);
    std::size_t number = 3;
    for (const double slope : {0.9, 0.5, 0.28, 0.12}) {
        const StrokeLook look = slope == 0.9 ? StrokeLook{Ink::Late, 1.6, {}} : seriesLook(number++, 1.6);
        canvas.line({area.left, area.bottom - 8},
                    {area.right, area.bottom - 8 - slope * (area.height() - 10)}, look);
    }
    std::vector<Point> wave;
    for (int i = 0; i <= 60; ++i)
        wave.push_back({area.left + area.width() * i / 60, area.bottom - 5 + 2 * portable::sin(i * 0.7)});
    canvas.curve(std::move(wave), {Ink::First, 1.6, {}});
    const auto at = sharesOf(area);
    canvas.name(area, at(0.62, 0.66), kAboveLeft, "sleeps a period", Ink::Muted);
    canvas.name(area, at(0.05, 0.5), kRight, "keep to the grid ↓", Ink::Muted);
}

} // namespace

Entry driftScene() {
    return entryOf<DriftScene>("drift", sketchDrift);
}

} // namespace jitterscope::scene

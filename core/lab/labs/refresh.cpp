// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/timestep/timestep.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// A dot that is moved by one way of giving it its time.
class Dot {
public:
    Dot(std::string_view timestep, const Period& refresh) {
        const TimestepEntry& entry = *findEntry(timestepCatalog(), timestep);
        m_time = entry.make(ParameterValues(entry.parameters), refresh);
    }
    /// Returns where it is now.
    double move(Nanoseconds elapsed) {
        m_place += m_time->advance(elapsed).passed();
        return kDotUnitsPerNs * static_cast<double>(m_place.count());
    }

private:
    std::unique_ptr<Timestep> m_time;
    Nanoseconds m_place{0};
};

/// One frame of the game: when it is drawn, and where each dot then is.
struct Drawn {
    Nanoseconds time{0};
    std::int64_t refresh = 0; ///< the screen's frame at that time
    double actual = 0;
    double onRefreshes = 0;
};

template <typename Times>
std::vector<Drawn> draw(const Times& times, const Period& refresh) {
    Dot actual("actual-time", refresh);
    Dot onRefreshes("whole-refreshes", refresh);
    std::vector<Drawn> list;
    Nanoseconds before{0};
    for (const Nanoseconds time : times) {
        const Nanoseconds elapsed = time - before;
        list.push_back({time, refresh.slotAt(time), actual.move(elapsed), onRefreshes.move(elapsed)});
        before = time;
    }
    return list;
}

/// The article's driver: frame times at random between two bounds.
std::vector<Nanoseconds> driverTimes(const ParameterValues& values) {
    const auto [least, most] = std::minmax({values.whole("shortest"), values.whole("longest")});
    Random random(streamSeed(1, "refresh"));
    std::vector<Nanoseconds> times;
    Nanoseconds now{0};
    for (std::int64_t i = 0; i < values.whole("frames"); ++i) {
        now += Nanoseconds(
            least + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most - least) + 1)));
        times.push_back(now);
    }
    return times;
}

/// What is seen: the dot's step from refresh to refresh. Each refresh shows the newest frame drawn before it.
struct Seen {
    double judder = 0;            ///< root mean square of step / steady step − 1, in %
    std::int64_t standstills = 0; ///< refreshes that show no newer frame
    std::int64_t refreshes = 0;
};

Seen seenOf(const std::vector<Drawn>& frames, const Period& refresh, double Drawn::*place,
            LabSeries* line = nullptr) {
    const double steady = kDotUnitsPerNs * refresh.nanoseconds();
    Seen seen;
    double squares = 0;
    std::size_t next = 0;
    double before = 0;
    double now = 0;
    // The first frame is the dot's start; from the refresh after it on, steps count.
    const std::int64_t first = frames.front().refresh + 1;
    for (std::int64_t r = first; r <= frames.back().refresh; ++r) {
        const std::size_t old = next;
        while (next < frames.size() && frames[next].refresh < r) // one drawn just at a refresh misses it
            now = frames[next++].*place;
        if (line != nullptr)
            line->points.push_back({static_cast<double>(r), now});
        if (r > first) {
            const double error = (now - before) / steady - 1;
            squares += error * error;
            seen.standstills += next == old ? 1 : 0;
            ++seen.refreshes;
        }
        before = now;
    }
    seen.judder = seen.refreshes > 0 ? 100 * std::sqrt(squares / static_cast<double>(seen.refreshes)) : 0;
    return seen;
}

Table dotTable(std::string id, std::string title, const std::vector<Drawn>& frames) {
    Table table{std::move(id),
                std::move(title),
                {{"time_ms", "Time, ms"},
                 {"refresh", "Frame of the screen"},
                 {"actual", "Dot, actual time"},
                 {"on_refreshes", "Dot, refresh times"}},
                {}};
    for (const Drawn& frame : frames)
        table.rows.push_back({inMs(frame.time), frame.refresh, frame.actual, frame.onRefreshes});
    return table;
}

Table judderTable(const Seen& actual, const Seen& onRefreshes) {
    const auto row = [](const char* dot, const Seen& seen) {
        return std::vector<Cell>{dot, seen.judder, seen.standstills, seen.refreshes};
    };
    return {"judder",
            "What is seen",
            {{"dot", "Dot"},
             {"judder_percent", "Judder, % of a step"},
             {"standstills", "Refreshes without a new frame"},
             {"refreshes", "Refreshes"}},
            {row("actual time", actual), row("refresh times", onRefreshes)}};
}

constexpr double kSteady = 0.05; // % of judder that is none
constexpr const char* kInTime = "refresh times, a frame in each refresh";

/// The same driver with frames that are never longer than a refresh.
Seen seenInTime(ParameterValues values, const Period& refresh) {
    for (const char* bound : {"shortest", "longest"})
        values.set(bound, std::min(values[bound], std::floor(refresh.nanoseconds())));
    return seenOf(draw(driverTimes(values), refresh), refresh, &Drawn::onRefreshes);
}

std::vector<LabSentence> explainRefresh(const ParameterValues& values, const Period& refresh,
                                        const std::vector<Drawn>& frames, const Seen& actual,
                                        const Seen& onRefreshes, bool tooLong) {
    const Drawn& first = frames.front();
    const double at = inMs(first.time);
    const std::string shortest = dial("shortest", timeInWords(values["shortest"]));
    const std::string longest = dial("longest", timeInWords(values["longest"]));
    std::vector<LabSentence> text{
        sentence("tracks", "The dot moves 100 units a second. At " +
                               dial("refresh", figure(values["refresh"]) + " Hz") + " that is " +
                               figure(kDotUnitsPerNs * refresh.nanoseconds()) + " units in each refresh of " +
                               milliseconds(refresh.nanoseconds(), 3) + "."),
        sentence("tracks", "Your frames take between " +
                               (values["shortest"] <= values["longest"] ? shortest + " and " + longest
                                                                        : longest + " and " + shortest) +
                               ". The first is drawn at " + figure(at) + " ms, during refresh number " +
                               std::to_string(first.refresh) + " of the screen: that is " + figure(at) +
                               " / " + figure(refresh.nanoseconds() / 1e6, 3) +
                               ", rounded down. By actual time the dot is then at 100 · " + figure(at) +
                               " / 1000 = " + figure(first.actual) + ", at refresh times at " +
                               figure(first.onRefreshes) + "."),
    };
    if (actual.refreshes == 0) {
        text.push_back(sentence("steps",
                                "All of them are drawn before the second refresh, so no step from one "
                                "refresh to the next is seen, and nothing can be said of judder."));
    } else {
        text.push_back(sentence(
            "steps",
            std::string(
                "By actual time the dot is at the right place when it is drawn. But it is seen later, at "
                "the next refresh") +
                (actual.judder < kSteady ? ". That delay is the same each time here, so its steps are even. "
                                         : ", and that delay differs each time. So its steps are uneven. ") +
                (tooLong ? "Steps of whole refreshes are steady if each refresh has a new frame; here some "
                           "have none."
                         : "Steps of whole refreshes look steady because the screen shows each picture for "
                           "just as long.")));
        text.push_back(sentence(
            "judder",
            "Judder says how far the steps are off a steady one: the root of the mean of the squared "
            "errors. It is " +
                figure(actual.judder, 1) + " % by actual time and " + figure(onRefreshes.judder, 1) +
                " % at refresh times, over " + counted(actual.refreshes, "step") + "."));
    }
    if (actual.standstills > 0)
        text.push_back(sentence("steps", "In " + std::to_string(actual.standstills) +
                                             " of them no new frame was ready, and the dot stood still. No "
                                             "way of moving it mends that: frames have to be shorter than a "
                                             "refresh."));
    text.push_back(inYourOwnCode(
        "judder", tooLong ? "first make every frame shorter than a refresh; then move by whole refreshes "
                            "(refresh times, a frame in each refresh)."
                          : "collect the time that has passed, and move by whole refreshes of the screen, "
                            "that is at refresh times. Ask the screen for its rate."));
    return text;
}

LabResult runRefresh(const ParameterValues& values) {
    const Period refresh = Period::fromHertz(values["refresh"]).value();
    const std::vector<Drawn> frames = draw(driverTimes(values), refresh);
    LabResult result;
    result.series = {{"actual", "Actual time", "Refresh", "Dot", {}},
                     {"on-refreshes", "Refresh times", "Refresh", "Dot", {}}};
    const Seen actual = seenOf(frames, refresh, &Drawn::actual, &result.series[0]);
    const Seen onRefreshes = seenOf(frames, refresh, &Drawn::onRefreshes, &result.series[1]);
    result.answer = actual.judder;
    result.headline = actual.refreshes == 0
                          ? "The frames end before the second refresh: no step of the dot is seen."
                          : "By actual time the dot's steps are off by " + figure(actual.judder, 1) +
                                " %, at refresh times by " + figure(onRefreshes.judder, 1) + " %.";
    const bool tooLong = actual.standstills > 0;
    result.explanation = explainRefresh(values, refresh, frames, actual, onRefreshes, tooLong);
    Table judder = judderTable(actual, onRefreshes);
    if (tooLong) {
        const Seen inTime = seenInTime(values, refresh);
        judder.rows.push_back({kInTime, inTime.judder, inTime.standstills, inTime.refreshes});
    }
    constexpr double kRounding = 1e-3; // %, what rounding to nanoseconds makes of a step
    result.advice = {"judder", tooLong ? std::size_t{2} : 1, {"judder_percent"}, kRounding, {}, {}};
    result.tables = {dotTable("article", "Seven frames", draw(kArticleTimes, refresh)), std::move(judder),
                     dotTable("frames", "Your frames", frames)};
    return result;
}

} // namespace

LabEntry refreshLab() {
    return {
        .id = "refresh",
        .name = "Multiples of the refresh",
        .question = "Why does what moves steadily stumble on the screen?",
        .idea = "What moves by whole refreshes of the screen looks steady, if a new frame is ready for "
                "each of them.",
        .article = "Article 3, the moving dot and its driver of random frame times",
        .minutes = 8,
        .knobs = {timeKnob("shortest", "Shortest frame", 1e6, 100e6, 5e6,
                           "Frames take at random between this and the longest."),
                  timeKnob("longest", "Longest frame", 1e6, 100e6, 12e6,
                           "Frames take at random between the shortest and this."),
                  numberKnob("refresh", "Refresh rate, Hz", 24, 360, 60,
                             "How many pictures a second the screen shows."),
                  countKnob("frames", "Frames", 2, 1000, 30, "How many frames are drawn.")},
        .mainKnob = "longest",
        .marks = {{"longest", 16.667e6, "a refresh at 60 Hz"}},
        .predict = {"By how much of a step is the dot off, moved by actual time?", "%", 0, 150, 1},
        .rules =
            {{"One dot is moved by the time since the last frame, the other by whole refreshes only. The "
              "screen shows the newest frame at each refresh.",
              "dot1 += speed * elapsed;    // actual time\n"
              "collected += elapsed;       // refresh times:\n"
              "dot2 += speed * wholeRefreshesOf(collected);"}},
        .run = runRefresh,
        .teacher =
            {.goesWrong =
                 "Many look for the fault in the clock, and measure the time between frames more "
                 "exactly. It is exact already: the screen shows a frame at another moment than the one "
                 "it was computed for.",
             .asks = "A ball is moved by the time that has really passed, correctly to the microsecond, and "
                     "stumbles on the screen. Why?",
             .answer =
                 "It is drawn at uneven times and shown at even ones. Move it by whole refreshes, and be "
                 "ready in each of them."},
        .gameKnob = "move",
        .closing = {
            .asks = "A clock's hand sweeps over a 75 Hz screen. It is placed by the exact time at which each "
                    "picture is drawn, every 5 to 12 ms, and it trembles. What will calm it?",
            .choices =
                {{"A more exact clock: the time is not good enough.",
                  "The hand is right when it is drawn. What differs is how long after that it is seen."},
                 {"Placing it by the time of the refresh instead of the drawing.",
                  "Right: each refresh, every 13.3 ms, finds a new picture, and the hand moves by the same "
                  "step each time."},
                 {"Drawing each picture twice as often.",
                  "The delay until the refresh becomes smaller and still differs each time: it trembles "
                  "less, but it trembles."}},
            .right = 1}};
}

} // namespace jitterscope

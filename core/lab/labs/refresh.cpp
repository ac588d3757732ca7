// SPDX-License-Identifier: MIT
#include "core/lab/labs/refresh.h"

#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/timestep/timestep_catalog.h"

#include <algorithm>
#include <array>
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

/// What is seen: the dot's step from refresh to refresh. Each refresh shows the newest frame drawn by then.
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
        while (next < frames.size() && frames[next].time <= refresh.at(r))
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

std::vector<std::string> explainRefresh(const Period& refresh, const std::vector<Drawn>& frames,
                                        const Seen& actual, const Seen& onRefreshes) {
    const Drawn& first = frames.front();
    const double at = inMs(first.time);
    return {
        "Article 3's dot moves 100 units a second, " + figure(kDotUnitsPerNs * refresh.nanoseconds()) +
            " in each refresh of " + milliseconds(refresh.nanoseconds(), 3) + ".",
        "Your first frame, at " + figure(at) + " ms, belongs to frame ⌊" + figure(at) + " / " +
            figure(refresh.nanoseconds() / 1e6, 3) + "⌋ = " + std::to_string(first.refresh) +
            " of the screen: by actual time the dot is at 100 · " + figure(at) +
            " / 1000 = " + figure(first.actual) + ", at refresh times at " + figure(first.onRefreshes) + ".",
        "Judder is the root mean square of step / steady step − 1: " + figure(actual.judder, 1) +
            " % by actual time and " + figure(onRefreshes.judder, 1) + " % at refresh times, over " +
            counted(actual.refreshes, "refresh step") + ".",
        actual.standstills == 0
            ? "Each refresh had a new frame, so at refresh times every step is the same."
            : "In " + std::to_string(actual.standstills) +
                  " of them no new frame was ready and the dot stood still: no timestep mends that, which "
                  "is why the article asks for steady frame times as well.",
        "In your own code: collect the elapsed time, and update by whole refresh periods of the screen "
        "that you have asked for its rate."};
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
    result.headline = "By actual time the dot's steps are off by " + figure(actual.judder, 1) +
                      " %, at refresh times by " + figure(onRefreshes.judder, 1) + " %.";
    result.explanation = explainRefresh(refresh, frames, actual, onRefreshes);
    result.tables = {dotTable("article", "The article's times", draw(kArticleTimes, refresh)),
                     judderTable(actual, onRefreshes), dotTable("frames", "Your frames", frames)};
    return result;
}

} // namespace

LabEntry refreshLab() {
    return {
        .id = "refresh",
        .name = JITTERSCOPE_TR("Multiples of the refresh"),
        .question = JITTERSCOPE_TR("Why does what moves steadily stumble on the screen?"),
        .article = JITTERSCOPE_TR("Article 3, the moving dot and its driver of random frame times"),
        .minutes = 8,
        .knobs = {timeKnob("shortest", JITTERSCOPE_TR("Shortest frame"), 1e6, 100e6, 5e6,
                           JITTERSCOPE_TR("Frame times are at random between two bounds.")),
                  timeKnob("longest", JITTERSCOPE_TR("Longest frame"), 1e6, 100e6, 12e6,
                           JITTERSCOPE_TR("The other bound; the article's driver has 10 and 40 ms.")),
                  numberKnob("refresh", JITTERSCOPE_TR("Refresh rate, Hz"), 24, 360, 60,
                             JITTERSCOPE_TR("Of the screen.")),
                  countKnob("frames", JITTERSCOPE_TR("Frames"), 2, 1000, 30,
                            JITTERSCOPE_TR("How many frames are drawn."))},
        .marks = {{"longest", 16.667e6, JITTERSCOPE_TR("a refresh at 60 Hz")}},
        .predict = {JITTERSCOPE_TR("By how much of a step is the dot off, moved by actual time?"), "%", 0,
                    150, 1},
        .run = runRefresh,
        .closing = {
            JITTERSCOPE_TR("Frames take 5 to 12 ms, the screen shows 60 a second. Which dot moves evenly?"),
            {{JITTERSCOPE_TR("The one moved by actual time: it is never wrong."),
              JITTERSCOPE_TR("It is right when it is drawn, and shown later by a different delay each "
                             "time.")},
             {JITTERSCOPE_TR("The one moved by whole refresh periods."),
              JITTERSCOPE_TR("Right: each refresh finds a new frame, and each step is one period long.")},
             {JITTERSCOPE_TR("Neither: the frame times differ."),
              JITTERSCOPE_TR("They differ, but a new frame is there at each refresh, and that is all that "
                             "is seen.")}},
            1}};
}

} // namespace jitterscope

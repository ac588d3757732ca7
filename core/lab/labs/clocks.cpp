// SPDX-License-Identifier: MIT
#include "core/lab/labs/clocks.h"

#include "core/base/parse.h"
#include "core/lab/lab_support.h"
#include "core/platform/clock_readings.h"
#include "core/run/job.h"
#include "core/sleep/sleep_estimator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace jitterscope {
namespace {

constexpr int kClocksFrames = 60;
constexpr std::int64_t kSleep = 1'100'000;                    // what a sleep of 1 ms takes, ns
constexpr std::int64_t kStepAt = 10 * 16'666'667 + 8'000'000; // in the middle of the eleventh wait

/// What the model assumes. The coarse clock is that of a kernel with 250 ticks a second, the performance
/// counter one of 10 MHz, the tick count that of Windows at 64 ticks a second. Costs are assumed: they differ
/// by processor.
struct ClocksKind {
    const char* name;
    bool wall;                ///< follows the time of day, and is stepped with it
    std::int64_t granularity; ///< ns between two readings that differ
    std::int64_t cost;        ///< ns that a reading takes
};
constexpr std::array<ClocksKind, 5> kClocks{{{"wall", true, 1, 25},
                                             {"monotonic", false, 1, 25},
                                             {"monotonic-coarse", false, 4'000'000, 6},
                                             {"performance-counter", false, 100, 25},
                                             {"tick-count", false, 15'625'000, 3}}};

/// A clock of a simulated machine; true time is counted in ns from the start.
class SimulatedClock {
public:
    SimulatedClock(const ClocksKind& kind, std::int64_t step) : m_kind(kind), m_step(kind.wall ? step : 0) {}

    [[nodiscard]] std::int64_t read(std::int64_t time) const {
        const std::int64_t shown = kOffset + time + (time >= kStepAt ? m_step : 0);
        return shown - shown % m_kind.granularity;
    }
    /// When a loop that does nothing but read from `begin` on first sees `reading`.
    [[nodiscard]] std::int64_t firstSight(std::int64_t begin, std::int64_t reading) const {
        const std::int64_t up = (reading + m_kind.granularity - 1) / m_kind.granularity * m_kind.granularity;
        std::int64_t time = std::max(begin, up - kOffset);
        if (time >= kStepAt)
            time = std::max({begin, kStepAt, up - kOffset - m_step});
        return begin + (time - begin + m_kind.cost - 1) / m_kind.cost * m_kind.cost;
    }

private:
    static constexpr std::int64_t kOffset = 1'000'000'000'000; // readings stay positive

    ClocksKind m_kind;
    std::int64_t m_step;
};

struct Frame {
    std::int64_t length = 0; // true time
    std::int64_t spun = 0;
};

/// Article 1's loop at 60 Hz with preciseSleep(), as printed, and this clock.
class Loop {
public:
    explicit Loop(const SimulatedClock& clock) : m_clock(clock) {}

    Frame frame() {
        const std::int64_t begin = m_time;
        double left = 1e9 / 60;
        while (left > m_estimator.margin()) {
            const std::int64_t before = m_clock.read(m_time);
            m_time += kSleep;
            const auto observed = static_cast<double>(m_clock.read(m_time) - before);
            left -= observed;
            m_estimator.add(observed);
        }
        const std::int64_t spinBegin = m_time;
        if (left > 0)
            m_time = m_clock.firstSight(m_time, m_clock.read(m_time) + static_cast<std::int64_t>(left));
        return {m_time - begin, m_time - spinBegin};
    }

private:
    SimulatedClock m_clock;
    SleepEstimator m_estimator;
    std::int64_t m_time = 0;
};

/// A loop on one clock.
struct ClocksOutcome {
    double longest = 0;    // ns
    double mean = 0;       // of the frames before the step
    double spunBefore = 0; // share of the time
    double spunAfter = 0;
    LabSeries line;
};

ClocksOutcome clocksOutcome(const ClocksKind& kind, std::int64_t step) {
    constexpr int kBefore = 10;
    Loop loop(SimulatedClock(kind, step));
    ClocksOutcome outcome;
    outcome.line = {kind.name, kind.name, "Frame", "Frame time, ms", {}};
    double timeBefore = 0;
    double timeAfter = 0;
    for (int i = 0; i < kClocksFrames; ++i) {
        const Frame frame = loop.frame();
        const auto length = static_cast<double>(frame.length);
        outcome.longest = std::max(outcome.longest, length);
        outcome.line.points.push_back({static_cast<double>(i), length / 1e6});
        if (i < kBefore) {
            timeBefore += length;
            outcome.spunBefore += static_cast<double>(frame.spun);
        } else if (i > kBefore) {
            timeAfter += length;
            outcome.spunAfter += static_cast<double>(frame.spun);
        }
    }
    outcome.mean = timeBefore / kBefore;
    outcome.spunBefore /= std::max(timeBefore, 1.0);
    outcome.spunAfter /= std::max(timeAfter, 1.0);
    return outcome;
}

std::vector<std::string> explainClocks(const ParameterValues& values, const ClocksKind& kind,
                                       const ClocksOutcome& mine) {
    const double step = values["step"];
    std::vector<std::string> text{
        "Article 1 reads high_resolution_clock, which in some libraries is the wall clock; your loop read " +
        std::string(kind.name) + ", to which the model gives a granularity of " +
        shortDuration(static_cast<double>(kind.granularity)) + " and " + std::to_string(kind.cost) +
        " ns a reading."};
    if (step == 0)
        text.push_back("The time of day was not set, and the longest frame took " +
                       milliseconds(mine.longest) + ".");
    else if (!kind.wall)
        text.push_back("The time of day was set by " + milliseconds(step) +
                       " in the eleventh frame; this clock does not follow it, and the longest frame took " +
                       milliseconds(mine.longest) + ".");
    else if (step < 0)
        text.push_back("The clock was set back while the loop waited: elapsed = now − start became " +
                       figure(static_cast<double>(kSleep) / 1e6) + " − " + figure(-step / 1e6) + " = " +
                       milliseconds(static_cast<double>(kSleep) + step) +
                       ", so it waited for all of that again, and the frame took " +
                       milliseconds(mine.longest) + ".");
    else
        text.push_back(
            "The clock was set forward by " + milliseconds(step) +
            " while the loop waited: the wait was over at once, and a sleep of 1.1 ms was counted as " +
            milliseconds(static_cast<double>(kSleep) + step) + ".");
    const std::string spun = "It spun for " + figure(100 * mine.spunBefore, 1) +
                             " % of the time before and " + figure(100 * mine.spunAfter, 1) + " % after";
    text.push_back(kind.wall && step != 0
                       ? spun + ": a sleep that never took so long is now in mean + X · σ, and stays there."
                       : spun + ": its estimate is made of true sleeps only.");
    text.push_back("Before that its frames took " + milliseconds(mine.mean, 3) +
                   " on average for 1 s / 60 = "
                   "16.667 ms: a clock that changes in steps of " +
                   shortDuration(static_cast<double>(kind.granularity)) +
                   " cannot say when less than that has passed.");
    text.push_back("In your own code: use the monotonic clock, std::chrono::steady_clock, for waiting and "
                   "for measuring, and no other.");
    return text;
}

Table stepTable(const ParameterValues& values) {
    return {"step",
            "When the time of day is set",
            {{"frame", "Frame"}, {"at_ms", "At, ms"}, {"by_ms", "By, ms"}},
            {{std::int64_t{10}, static_cast<double>(kStepAt) / 1e6, values["step"] / 1e6}}};
}

/// `chosen`: the index of the clock that the guess is about.
LabResult clocksResult(std::span<const ClocksKind> kinds, std::size_t chosen, const ParameterValues& values,
                       std::string title) {
    LabResult result;
    Table table{"clocks",
                std::move(title),
                {{"clock", "Clock"},
                 {"granularity_ns", "Steps, ns"},
                 {"cost_ns", "Reading, ns"},
                 {"mean_ms", "Mean, ms"},
                 {"longest_ms", "Longest, ms"},
                 {"set_with_time_of_day", "Wall"},
                 {"spun_before_percent", "Spun before, %"},
                 {"spun_after_percent", "after, %"}},
                {}};
    ClocksOutcome mine;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const ClocksKind& kind = kinds[i];
        const ClocksOutcome outcome = clocksOutcome(kind, values.whole("step"));
        table.rows.push_back({kind.name, kind.granularity, kind.cost, outcome.mean / 1e6,
                              outcome.longest / 1e6, std::int64_t{kind.wall}, 100 * outcome.spunBefore,
                              100 * outcome.spunAfter});
        result.series.push_back(outcome.line);
        if (i == chosen)
            mine = outcome;
    }
    result.answer = mine.longest / 1e6;
    result.headline = "The longest frame took " + milliseconds(mine.longest) + ".";
    result.explanation = explainClocks(values, kinds[chosen], mine);
    result.tables = {std::move(table), stepTable(values)};
    return result;
}

LabResult runClocks(const ParameterValues& values) {
    return clocksResult(kClocks, static_cast<std::size_t>(values.whole("clock")), values,
                        "The same loop on each clock; steps and readings are assumed");
}

/// Steps and readings of this system's clocks. The loop, and the setting of the time of day, stay simulated:
/// a lab does not set anybody's clock.
Result<LabResult> measureClocks(const ParameterValues& values, JobControl& job) {
    const std::string_view wanted = kClocks[static_cast<std::size_t>(values.whole("clock"))].name;
    std::vector<ClocksKind> kinds;
    std::size_t chosen = SIZE_MAX;
    Table all{"here",
              "The clocks of this system, as measured",
              {{"clock", "Clock"},
               {"source", "Read by"},
               {"granularity_ns", "Steps, ns"},
               {"cost_ns", "Reading, ns"}},
              {}};
    for (const SystemClock& clock : systemClocks()) {
        job.report(static_cast<double>(all.rows.size()) / static_cast<double>(systemClocks().size()),
                   clock.name);
        const ClockCharacter character = measureClock(clock);
        const std::int64_t steps = std::max<std::int64_t>(character.granularity.count(), 1);
        const std::int64_t cost = std::max<std::int64_t>(std::llround(character.cost), 1);
        all.rows.push_back({clock.name, clock.source, steps, cost});
        if (!clock.runsWhileAsleep)
            continue; // a loop that waits on it never ends
        if (clock.name == wanted)
            chosen = kinds.size();
        kinds.push_back({clock.name, clock.followsTimeOfDay, steps, cost});
    }
    if (chosen == SIZE_MAX)
        return Error{ErrorCode::Unsupported, "this system has no clock " + inQuotes(wanted),
                     "choose another clock"};
    LabResult result =
        clocksResult(kinds, chosen, values,
                     "The same loop, simulated, on each clock; steps and readings are those of this system");
    result.explanation.front() =
        "Article 1 reads high_resolution_clock, which in some libraries is the wall clock; here " +
        std::string(wanted) + " moves in steps of " +
        shortDuration(static_cast<double>(kinds[chosen].granularity)) + ", and a reading takes " +
        std::to_string(kinds[chosen].cost) + " ns.";
    result.tables.push_back(std::move(all));
    return result;
}

std::vector<std::string_view> kindNames() {
    std::vector<std::string_view> names;
    for (const ClocksKind& kind : kClocks)
        names.emplace_back(kind.name);
    return names;
}

} // namespace

LabEntry clocksLab() {
    return {
        .id = "clocks",
        .name = JITTERSCOPE_TR("The clock zoo"),
        .question = JITTERSCOPE_TR("What becomes of article 1's loop if its clock is the wrong one?"),
        .article = JITTERSCOPE_TR("Article 1, high_resolution_clock in preciseSleep()"),
        .minutes = 6,
        .knobs = {choiceKnob("clock", JITTERSCOPE_TR("Clock"), kindNames(), 0,
                             JITTERSCOPE_TR("The clock that the guess is about; all are shown.")),
                  timeKnob("step", JITTERSCOPE_TR("Step"), -10e9, 10e9, -1e9,
                           JITTERSCOPE_TR("By how much the time of day is set in the eleventh frame; "
                                          "negative: back."))},
        .marks = {{"step", 0, JITTERSCOPE_TR("not set")}},
        .predict = {JITTERSCOPE_TR("How long is the longest frame of a loop at 60 Hz?"), "ms", 1, 20'000, 0},
        .run = runClocks,
        .closing =
            {JITTERSCOPE_TR("The wall clock is set back by a second while the loop waits. What happens?"),
             {{JITTERSCOPE_TR("Nothing: the loop only takes differences."),
               JITTERSCOPE_TR("The difference is what is wrong: it comes out a second too small.")},
              {JITTERSCOPE_TR("The loop stands still for about a second."),
               JITTERSCOPE_TR("Right: it waits until its clock has gone through that second again.")},
              {JITTERSCOPE_TR("One frame is short, and all is well again."),
               JITTERSCOPE_TR("That is what setting it forward does, and not even then is all well: the "
                              "estimate has learned a sleep that never was.")}},
             1},
        .measure = measureClocks,
        .measureSeconds = 1,
        .measuredKnobs = {"clock", "step"}};
}

} // namespace jitterscope

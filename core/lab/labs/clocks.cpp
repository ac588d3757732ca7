// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
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
    double furthest = 0;   // from what is wanted
    double set = 0;        // the frame in which the time of day is set
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
        outcome.furthest = std::max(outcome.furthest, std::abs(length - 1e9 / 60));
        outcome.line.points.push_back({static_cast<double>(i), length / 1e6});
        if (i < kBefore) {
            timeBefore += length;
            outcome.spunBefore += static_cast<double>(frame.spun);
        } else if (i == kBefore) {
            outcome.set = length;
        } else {
            timeAfter += length;
            outcome.spunAfter += static_cast<double>(frame.spun);
        }
    }
    outcome.mean = timeBefore / kBefore;
    outcome.spunBefore /= std::max(timeBefore, 1.0);
    outcome.spunAfter /= std::max(timeAfter, 1.0);
    return outcome;
}

LabSentence kindText(const ClocksKind& kind, const char* where) {
    return sentence(
        "costs",
        "The clock wall shows the time of day; so does high_resolution_clock in some libraries. Your loop "
        "reads " +
            dial("clock", kind.name) + ", which " + where + " moves in steps of " +
            timeInWords(static_cast<double>(kind.granularity)) + "; a reading takes " +
            std::to_string(kind.cost) + " ns.");
}

/// What setting the time of day did to the frame in which it was set. `where`: begins the sentence.
std::string setText(const ParameterValues& values, const ClocksKind& kind, const ClocksOutcome& mine,
                    const std::string& where) {
    const double step = values["step"];
    const std::string set =
        where + "the time of day was set by " + dial("step", timeInWords(step)) + " in the eleventh frame";
    if (step == 0)
        return set + ", that is not at all. The longest frame took " + timeInWords(mine.longest) + ".";
    if (!kind.wall)
        return set + ". This clock does not follow it; the longest frame took " + timeInWords(mine.longest) +
               ".";
    const auto slept = static_cast<double>(kSleep);
    return set + ", while the loop slept: elapsed = now − start became " + timeInWords(slept + step) +
           " instead of " + timeInWords(slept) + ". " +
           (step < 0 ? "The loop waited for the missing time once more" : "So the wait ended too soon") +
           ", and that frame took " + timeInWords(mine.set) + ".";
}

/// `where`: begins a sentence about what is only simulated.
std::vector<LabSentence> explainClocks(const ParameterValues& values, const ClocksKind& kind,
                                       const ClocksOutcome& mine, const std::string& where) {
    const double step = values["step"];
    std::vector<LabSentence> text{kindText(kind, "in this model"),
                                  sentence("loops", setText(values, kind, mine, where))};
    const std::string spun = "The loop spun for " + figure(100 * mine.spunBefore, 1) +
                             " % of its first ten frames and for " + figure(100 * mine.spunAfter, 1) +
                             " % of those after the eleventh. ";
    constexpr double kMore = 0.01; // of the time
    std::string learned = "It learns from its sleeps how long a sleep may take, and ";
    if (!kind.wall || step == 0)
        learned += "setting the time of day does not change what it learns.";
    else if (mine.spunAfter > mine.spunBefore + kMore)
        learned += "one of them seemed to take " + timeInWords(static_cast<double>(kSleep) + step) +
                   ". A length so far from the others makes σ large for good, and with it the margin, mean + "
                   "X · σ, by which the loop wakes early and then spins.";
    else
        learned += "one of them seemed to take " + timeInWords(static_cast<double>(kSleep) + step) +
                   ", which is not far enough from the others to make it spin more.";
    text.push_back(sentence("loops", spun + learned));
    const std::string steps = timeInWords(static_cast<double>(kind.granularity));
    text.push_back(sentence(
        "shows", "Its first ten frames took " + milliseconds(mine.mean, 3) +
                     " on average; 1 s / 60 = 16.667 ms are wanted. " +
                     (kind.granularity < 1000
                          ? "Steps of " + steps + " are too small to matter."
                          : "The clock cannot tell when less than a step of " + steps + " has passed.")));
    return text;
}

std::string clocksAdviceText(const Table& clocks, std::size_t row) {
    const std::string name(wordOf(clocks.at(row, "clock")));
    const bool set = clocks.number(row, "set_with_time_of_day") > 0;
    return "wait and measure by the clock " + name + (set ? "." : ", which nobody sets.") +
           " Here its frames are at most " + timeInWords(clocks.number(row, "furthest_ms") * 1e6) + " off" +
           (name == "monotonic" ? "; in C++ it is std::chrono::steady_clock." : ".");
}

Table stepTable(const ParameterValues& values) {
    return {"step",
            "When the time of day is set",
            {{"frame", "Frame"}, {"at_ms", "At, ms"}, {"by_ms", "By, ms"}},
            {{std::int64_t{10}, static_cast<double>(kStepAt) / 1e6, values["step"] / 1e6}}};
}

/// `which`: the index of the clock that the guess is about. `where`: begins a sentence about what is only
/// simulated.
LabResult clocksResult(std::span<const ClocksKind> kinds, std::size_t which, const ParameterValues& values,
                       std::string title, const std::string& where) {
    LabResult result;
    Table table{"clocks",
                std::move(title),
                {{"clock", "Clock"},
                 {"granularity_ns", "Steps, ns"},
                 {"cost_ns", "Read, ns"},
                 {"mean_ms", "Mean, ms"},
                 {"longest_ms", "Longest, ms"},
                 {"set_with_time_of_day", "Wall", Quantity::Flag},
                 {"spun_before_percent", "Spun, %"},
                 {"spun_after_percent", "after, %"},
                 {"furthest_ms", "Off, ms"}},
                {}};
    ClocksOutcome mine;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const ClocksKind& kind = kinds[i];
        const ClocksOutcome outcome = clocksOutcome(kind, values.whole("step"));
        table.rows.push_back({kind.name, kind.granularity, kind.cost, outcome.mean / 1e6,
                              outcome.longest / 1e6, std::int64_t{kind.wall}, 100 * outcome.spunBefore,
                              100 * outcome.spunAfter, outcome.furthest / 1e6});
        result.series.push_back(outcome.line);
        if (i == which)
            mine = outcome;
    }
    result.answer = mine.longest / 1e6;
    result.headline = "The longest frame took " + timeInWords(mine.longest) + ".";
    result.explanation = explainClocks(values, kinds[which], mine, where);
    constexpr double kNear = 1e-3; // ms: what is less off is as good
    LabAdvice& advice = result.advice;
    advice = {.table = table.id, .by = {"furthest_ms"}, .enough = kNear, .answers = "longest_ms"};
    const auto monotonic = std::ranges::find(kinds, std::string_view("monotonic"), &ClocksKind::name);
    const std::size_t best = bestRow(table, advice.by, kNear);
    // Of those that are as good, the one that every system has.
    const auto usual = static_cast<std::size_t>(monotonic - kinds.begin());
    const bool usualIsGood = usual < kinds.size() && table.number(usual, "furthest_ms") <=
                                                         std::max(table.number(best, "furthest_ms"), kNear);
    advice.row = usualIsGood ? usual : best;
    advice.knobs = {{"clock", static_cast<double>(advice.row)}};
    result.explanation.push_back(inYourOwnCode("loops", clocksAdviceText(table, advice.row)));
    result.tables = {std::move(table), stepTable(values)};
    return result;
}

LabResult runClocks(const ParameterValues& values) {
    return clocksResult(
        kClocks, chosen(values, "clock"), values,
        "The same loop on each clock; steps and readings are assumed, the mean is of ten frames",
        "In the model ");
}

/// Steps and readings of this system's clocks. The loop, and the setting of the time of day, stay simulated:
/// a lab does not set anybody's clock.
Result<LabResult> measureClocks(const ParameterValues& values, JobControl& job) {
    const std::string_view wanted = kClocks[chosen(values, "clock")].name;
    std::vector<ClocksKind> kinds;
    std::size_t which = SIZE_MAX;
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
            which = kinds.size();
        kinds.push_back({clock.name, clock.followsTimeOfDay, steps, cost});
    }
    if (which == SIZE_MAX)
        return Error{ErrorCode::Unsupported, "this system has no clock " + inQuotes(wanted),
                     "choose another clock"};
    LabResult result = clocksResult(kinds, which, values,
                                    "The same loop, simulated, on each clock; steps and readings are those "
                                    "of this system, the mean is of ten frames",
                                    "Nobody set a clock of this machine. In the simulation ");
    result.explanation.front() = kindText(kinds[which], "here");
    result.tables.push_back(std::move(all));
    return result;
}

} // namespace

LabEntry clocksLab() {
    return {
        .id = "clocks",
        .name = "The clock zoo",
        .question = "What becomes of a loop if its clock is the wrong one?",
        .idea = "Wait and measure by a monotonic clock. Somebody may set the time of day, and a loop that "
                "waits by it then stands still or runs away.",
        .article = "Article 1, high_resolution_clock in preciseSleep()",
        .minutes = 6,
        .knobs = {choiceKnob("clock", "Clock", namesOf(kClocks, &ClocksKind::name), 0,
                             "The clock that the guess is about; all are shown."),
                  timeKnob("step", "Step", -10e9, 10e9, -1e9,
                           "By how much the time of day is set in the eleventh frame; negative: back.")},
        .mainKnob = "clock",
        .marks = {{"step", 0, "not set"}},
        .predict = {"How long is the longest frame of a loop at 60 Hz?", "ms", 1, 20'000, 0},
        .rules =
            {{"A loop at 60 Hz sleeps and spins by one clock. In its eleventh frame somebody sets the time "
              "of day.",
              "start = clock();\n"
              "sleep(1 ms);\n"
              "left -= clock() - start;  // until the frame is over"}},
        .run = runClocks,
        .teacher =
            {.goesWrong =
                 "Many choose the clock with the most digits. For a loop the digits hardly count; what "
                 "counts is that nobody can set the clock.",
             .asks = "A machine hangs for an hour in one night each autumn. What is wrong in its loop?",
             .answer = "It waits by the time of day, which was set back. A monotonic clock is never set."},
        .gameKnob = "clock",
        .closing =
            {.asks = "A ferry's ticket machine freezes in one night each autumn, for an hour. It waits until "
                     "“now” is ten seconds later than before. What happened?",
             .choices =
                 {{"Nothing to do with the clock: it only takes differences.",
                   "The difference is what went wrong: it came out an hour too small."},
                  {"The time of day was set back, and it waited for that hour again.",
                   "Right: it had to wait until the hour was made up. Nobody sets a monotonic clock, so "
                   "its differences are the time that has passed."},
                  {"Its clock is too coarse: it moves once an hour.",
                   "Then it would freeze all year round."}},
             .right = 1},
        .measure = measureClocks,
        .measureSeconds = 1,
        .measures = "the steps of the clocks, and what a reading costs",
        .measuredKnobs = {"clock", "step"}};
}

} // namespace jitterscope

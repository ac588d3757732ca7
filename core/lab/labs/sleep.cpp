// SPDX-License-Identifier: MIT
#include "core/lab/labs/sleep.h"

#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/platform/counters.h"
#include "core/platform/thread_control.h"
#include "core/run/job.h"
#include "core/stats/interval.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace jitterscope {
namespace {

constexpr int kSleeps = 2000;
constexpr std::size_t kShown = 12; // sleeps in the timeline
// Measured here, in turn with the slack of the knob and with that of 1 ns:
constexpr int kBlocks = 10;
constexpr std::int64_t kMostOfBlock = 150; // sleeps
constexpr Nanoseconds kBudget{4'000'000'000};

/// Where the time of one sleep goes after it should have ended, in order; ns.
struct Parts {
    std::int64_t tick = 0;  ///< the timer runs only at the next tick
    std::int64_t slack = 0; ///< the kernel waits for another interrupt to save one
    std::int64_t exit = 0;  ///< the processor leaves its idle state
    std::int64_t queue = 0; ///< another thread has the processor

    [[nodiscard]] std::int64_t sum() const { return tick + slack + exit + queue; }
};

std::int64_t belowOrNone(Random& random, std::int64_t bound) {
    return bound > 0 ? static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(bound))) : 0;
}

/// A machine that keeps timers as Linux does: with ticks, the timer runs at the first tick at or after its
/// time. Without, it is armed for the end of the slack window, and any interrupt inside the window runs it
/// sooner.
Parts sleepOnce(const ParameterValues& values, Random& random) {
    Parts parts;
    const std::int64_t tick = values.whole("tick");
    const std::int64_t slack = values.whole("slack");
    const std::int64_t gap =
        values["interrupts"] > 0 ? static_cast<std::int64_t>(1e9 / values["interrupts"]) : 0;
    if (tick > 0) {
        const std::int64_t phase = belowOrNone(random, tick) + values.whole("asked");
        parts.tick = (tick - phase % tick) % tick;
    } else {
        parts.slack = gap > 0 ? std::min(slack, belowOrNone(random, gap)) : slack;
    }
    if (random.chance(values["load"] / 100))
        parts.queue = belowOrNone(random, values.whole("slice"));
    else
        parts.exit = values.whole("exit"); // a busy processor is not idle
    return parts;
}

struct Means {
    double tick = 0;
    double slack = 0;
    double exit = 0;
    double queue = 0;
    double longest = 0;

    explicit Means(const std::vector<Parts>& sleeps) {
        const auto count = static_cast<double>(sleeps.size());
        for (const Parts& parts : sleeps) {
            tick += static_cast<double>(parts.tick) / count;
            slack += static_cast<double>(parts.slack) / count;
            exit += static_cast<double>(parts.exit) / count;
            queue += static_cast<double>(parts.queue) / count;
            longest = std::max(longest, static_cast<double>(parts.sum()));
        }
    }
    [[nodiscard]] double sum() const { return tick + slack + exit + queue; }
};

std::string microseconds(double nanoseconds) {
    return figure(nanoseconds / 1e3, 1) + " µs";
}

std::vector<std::string> explainSleep(const ParameterValues& values, const Means& means) {
    std::vector<std::string> text{
        "Article 1: sleep() only promises to wait for at least the time asked for; yours asked for " +
            milliseconds(values["asked"]) + " and took " + milliseconds(values["asked"] + means.sum(), 3) +
            " on average.",
        "Late = tick + slack + idle exit + run queue = " + microseconds(means.tick) + " + " +
            microseconds(means.slack) + " + " + microseconds(means.exit) + " + " + microseconds(means.queue) +
            " = " + microseconds(means.sum()) + "; the longest was " + microseconds(means.longest) + "."};
    if (values["tick"] > 0)
        text.push_back("With a tick of " + milliseconds(values["tick"]) +
                       " timers run at ticks only: on average half of it is lost, " +
                       microseconds(values["tick"] / 2) + ", and the slack has no part in it.");
    else if (values["interrupts"] > 0)
        text.push_back("The timer is armed for the end of its slack window of " +
                       microseconds(values["slack"]) +
                       "; an interrupt that comes inside the window, by chance, runs it sooner.");
    else
        text.push_back("The timer is armed for the end of its slack window: a slack of " +
                       microseconds(values["slack"]) +
                       " makes every sleep so much later, and a slack of 1 ns "
                       "takes that away.");
    if (values["load"] > 0)
        text.push_back(
            "In " + figure(values["load"]) +
            " % of the wake-ups another thread has the processor, and goes on for up to a slice of " +
            milliseconds(values["slice"]) + " before yours runs.");
    else
        text.push_back("No other thread was in the way, but an idle processor needs " +
                       microseconds(values["exit"]) + " to wake itself.");
    text.push_back("In your own code: ask for the smallest timer slack or the finest timer there is, ask to "
                   "wake early by what is left, and spin that.");
    return text;
}

Table timelineOf(const std::vector<Parts>& sleeps, const ParameterValues& values, bool ticks) {
    Table timeline{"timeline",
                   "The first sleeps, part by part",
                   {{"sleep", "Sleep"},
                    {"asked_us", "Asked, µs"},
                    {"tick_us", "Tick, µs"},
                    {"slack_us", "Slack, µs"},
                    {"exit_us", "Idle exit, µs"},
                    {"queue_us", "Run queue, µs"},
                    {"took_us", "Took, µs"}},
                   {}};
    const auto inUs = [](std::int64_t time) { return static_cast<double>(time) / 1e3; };
    for (std::size_t i = 0; i < std::min(kShown, sleeps.size()); ++i) {
        const Parts& parts = sleeps[i];
        timeline.rows.push_back({static_cast<std::int64_t>(i), inUs(values.whole("asked")),
                                 ticks ? Cell(inUs(parts.tick)) : Cell(), inUs(parts.slack), inUs(parts.exit),
                                 inUs(parts.queue), inUs(values.whole("asked") + parts.sum())});
    }
    return timeline;
}

/// Answer, headline, tables and picture; `ticks`: the part of the tick is known.
LabResult sleepResult(const std::vector<Parts>& sleeps, const ParameterValues& values, bool ticks) {
    const Means means(sleeps);
    LabResult result;
    LabSeries line{"late", "Late", "Sleep", "Late, µs", {}};
    for (std::size_t i = 0; i < sleeps.size(); ++i)
        line.points.push_back({static_cast<double>(i), static_cast<double>(sleeps[i].sum()) / 1e3});
    Table table{"parts",
                "Mean of all sleeps",
                {{"tick_us", "Tick, µs"},
                 {"slack_us", "Slack, µs"},
                 {"exit_us", "Idle exit, µs"},
                 {"queue_us", "Run queue, µs"},
                 {"late_us", "Late, µs"}},
                {{ticks ? Cell(means.tick / 1e3) : Cell(), means.slack / 1e3, means.exit / 1e3,
                  means.queue / 1e3, means.sum() / 1e3}}};
    result.answer = means.sum() / 1e3;
    result.headline = "On average the sleep ends " + microseconds(means.sum()) + " late.";
    result.tables = {std::move(table), timelineOf(sleeps, values, ticks)};
    result.series = {std::move(line)};
    return result;
}

LabResult runSleep(const ParameterValues& values) {
    Random random(streamSeed(1, "sleep"));
    std::vector<Parts> sleeps;
    for (int i = 0; i < kSleeps; ++i)
        sleeps.push_back(sleepOnce(values, random));
    LabResult result = sleepResult(sleeps, values, true);
    result.explanation = explainSleep(values, Means(sleeps));
    return result;
}

/// Sleeps with this slack, taken apart as far as it can be seen from here: the scheduler tells the time in
/// the run queue; of the rest the slack is the kernel's to take, and what is left is the way from the timer
/// to the thread. Appends to `sleeps`, and returns the mean lateness in ns.
double sleepHere(std::int64_t slack, std::int64_t count, const ParameterValues& values, JobControl& job,
                 std::vector<Parts>& sleeps) {
    ThreadPlan plan;
    plan.slack = Nanoseconds(slack);
    const ThreadControl settings(plan);
    const std::unique_ptr<SchedulerMeter> scheduler = makeSchedulerMeter();
    const auto queuedNow = [&scheduler] {
        const auto counts = scheduler ? scheduler->read() : std::nullopt;
        return counts ? counts->queued.count() : 0;
    };
    double sum = 0;
    for (std::int64_t i = 0; i < count && !job.cancelled(); ++i) {
        const std::int64_t before = queuedNow();
        const NativeSleep sleep =
            job.clock().sleepFor(Nanoseconds(values.whole("asked")), SleepKind::Relative);
        const std::int64_t late = std::max<std::int64_t>(0, (sleep.took - sleep.asked).count());
        Parts parts;
        parts.queue = std::clamp<std::int64_t>(queuedNow() - before, 0, late);
        parts.slack = std::min(slack, late - parts.queue);
        parts.exit = late - parts.queue - parts.slack;
        sleeps.push_back(parts);
        sum += static_cast<double>(late);
    }
    return sum / static_cast<double>(count);
}

std::vector<std::string> explainHere(const ParameterValues& values, const Means& means, const Share& saved) {
    return {
        "Article 1: sleep() only promises to wait for at least the time asked for; this machine was asked "
        "for " +
            milliseconds(values["asked"]) + " and took " + milliseconds(values["asked"] + means.sum(), 3) +
            " on average.",
        "Late = slack + run queue + the way from the timer to the thread = " + microseconds(means.slack) +
            " + " + microseconds(means.queue) + " + " + microseconds(means.exit) + " = " +
            microseconds(means.sum()) + "; the longest was " + microseconds(means.longest) + ".",
        "With a timer slack of 1 ns instead of " + microseconds(values["slack"]) +
            ", in turn with it, the same sleeps ended " + microseconds(saved.value) +
            " earlier (95 % interval " + figure(saved.interval.low / 1e3, 1) + " to " +
            figure(saved.interval.high / 1e3, 1) + " µs).",
        "Tick, load and idle exit are what this machine has; only the time asked for and the slack were set.",
        "In your own code: ask for the smallest timer slack or the finest timer there is, ask to wake early "
        "by what is left, and spin that."};
}

Result<LabResult> measureSleep(const ParameterValues& values, JobControl& job) {
    const std::int64_t perSleep = values.whole("asked") + values.whole("slack") + 100'000;
    const std::int64_t count =
        std::clamp<std::int64_t>(kBudget.count() / (2 * kBlocks * perSleep), 1, kMostOfBlock);
    std::vector<Parts> usual;
    std::vector<Parts> fine;
    std::vector<double> saved;
    for (int block = 0; block < kBlocks && !job.cancelled(); ++block) {
        job.report(static_cast<double>(block) / kBlocks, "sleeping");
        const double withSlack = sleepHere(values.whole("slack"), count, values, job, usual);
        saved.push_back(withSlack - sleepHere(1, count, values, job, fine));
    }
    if (job.cancelled())
        return LabResult();
    LabResult result = sleepResult(usual, values, false);
    const Share difference = *meanDifference(saved);
    result.explanation = explainHere(values, Means(usual), difference);
    result.tables.push_back(
        {"slacks",
         "The same sleeps with a finer slack",
         {{"slack_us", "Slack, µs"}, {"late_us", "Late, µs"}, {"sleeps", "Sleeps"}},
         {{values["slack"] / 1e3, Means(usual).sum() / 1e3, static_cast<std::int64_t>(usual.size())},
          {1e-3, Means(fine).sum() / 1e3, static_cast<std::int64_t>(fine.size())}}});
    return result;
}

} // namespace

LabEntry sleepLab() {
    return {
        .id = "sleep",
        .name = JITTERSCOPE_TR("Why sleep is late"),
        .question =
            JITTERSCOPE_TR("Where does the time go between the end that was asked for and the wake-up?"),
        .article = JITTERSCOPE_TR("Article 1, the problem with Sleep(); article 4, the granularity"),
        .minutes = 8,
        .knobs = {timeKnob("asked", JITTERSCOPE_TR("Asked"), 0, 100e6, 1e6,
                           JITTERSCOPE_TR("How long the sleep shall be.")),
                  timeKnob("slack", JITTERSCOPE_TR("Timer slack"), 1, 10e6, 50e3,
                           JITTERSCOPE_TR("The kernel may be so much late to save interrupts; 50 µs "
                                          "unless a thread asks for less.")),
                  timeKnob("tick", JITTERSCOPE_TR("Tick"), 0, 100e6, 0,
                           JITTERSCOPE_TR("Timers run at ticks only; 0: there are fine timers.")),
                  numberKnob("load", JITTERSCOPE_TR("Processor busy, %"), 0, 100, 0,
                             JITTERSCOPE_TR("Share of the wake-ups that find another thread running.")),
                  timeKnob("slice", JITTERSCOPE_TR("Slice"), 0, 100e6, 3e6,
                           JITTERSCOPE_TR("The other thread goes on for up to this long.")),
                  timeKnob("exit", JITTERSCOPE_TR("Idle exit"), 0, 10e6, 5e3,
                           JITTERSCOPE_TR("What an idle processor takes to wake.")),
                  numberKnob("interrupts", JITTERSCOPE_TR("Other interrupts, Hz"), 0, 1e6, 0,
                             JITTERSCOPE_TR("How often something else interrupts the processor."))},
        .marks = {{"slack", 50e3, JITTERSCOPE_TR("usual 50 µs")},
                  {"tick", 15.625e6, JITTERSCOPE_TR("Windows: 15.6 ms")}},
        .predict = {JITTERSCOPE_TR("How late does the sleep end, on average?"), "µs", 1, 100'000, 1},
        .run = runSleep,
        .closing =
            {JITTERSCOPE_TR("A quiet Linux machine wakes each sleep 55 µs late. What takes most of it away?"),
             {{JITTERSCOPE_TR("A faster processor."),
               JITTERSCOPE_TR("Leaving the idle state takes the 5 µs; the other 50 are waited on purpose.")},
              {JITTERSCOPE_TR("A timer slack of 1 ns."),
               JITTERSCOPE_TR("Right: the 50 µs are the slack window at whose end the timer is armed.")},
              {JITTERSCOPE_TR("Asking for shorter sleeps."),
               JITTERSCOPE_TR("The slack is the same for a sleep of any length.")}},
             1},
        .measure = measureSleep,
        .measureSeconds = 5,
        .measuredKnobs = {"asked", "slack"}};
}

} // namespace jitterscope

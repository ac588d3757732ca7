// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/platform/counters.h"
#include "core/platform/own_system.h"
#include "core/platform/thread_control.h"
#include "core/run/job.h"
#include "core/stats/interval.h"

#include <algorithm>
#include <array>
#include <cmath>
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

/// Random numbers of their own for each cause, so that a remedy for one leaves the others as they are.
struct Causes {
    Random tick{streamSeed(1, "sleep tick")};
    Random slack{streamSeed(1, "sleep slack")};
    Random busy{streamSeed(1, "sleep busy")};
    Random queue{streamSeed(1, "sleep queue")};
};

/// One sleep on a machine that keeps timers as Linux does. With ticks, the timer runs at the first tick at or
/// after its time. Without ticks, it is armed for the end of the slack window, and any interrupt inside the
/// window runs it sooner.
Parts sleepOnce(const ParameterValues& values, Causes& causes) {
    Parts parts;
    const std::int64_t tick = values.whole("tick");
    const std::int64_t slack = values.whole("slack");
    const std::int64_t gap =
        values["interrupts"] > 0 ? static_cast<std::int64_t>(1e9 / values["interrupts"]) : 0;
    const std::int64_t phase = belowOrNone(causes.tick, tick) + values.whole("asked");
    const std::int64_t other = belowOrNone(causes.slack, gap);
    const std::int64_t slice = belowOrNone(causes.queue, values.whole("slice"));
    if (tick > 0)
        parts.tick = (tick - phase % tick) % tick;
    else
        parts.slack = gap > 0 ? std::min(slack, other) : slack;
    if (causes.busy.chance(values["load"] / 100))
        parts.queue = slice;
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

std::vector<Parts> sleepsOf(const ParameterValues& values) {
    Causes causes;
    std::vector<Parts> sleeps;
    for (int i = 0; i < kSleeps; ++i)
        sleeps.push_back(sleepOnce(values, causes));
    return sleeps;
}

/// What takes lateness away, each alone: a knob of this lab.
struct Remedy {
    const char* name;
    std::string_view knob;
    double value;
};
/// Whether this system has what the lab is about, so that it can be measured.
constexpr bool kHasSlack = kOwnSystem == SystemFamily::Linux;
constexpr const char* kAsItIs = "as it is";
constexpr const char* kFineSlack = "a slack of 1 ns";
constexpr std::size_t kFineSlackRow = 1; // of the remedies, behind "as it is"
constexpr std::array<Remedy, 4> kRemedies{{{kFineSlack, "slack", 1},
                                           {"a timer without ticks", "tick", 0},
                                           {"a higher priority", "load", 0},
                                           {"no deep idle state", "exit", 0}}};

Table emptyRemedies() {
    return {"remedies",
            "What takes lateness away, each alone",
            {{"remedy", "Remedy"}, {"late_us", "Late, µs"}, {"saved_us", "Taken away, µs"}},
            {}};
}

Table remediesTable(const ParameterValues& values) {
    Table table = emptyRemedies();
    const auto add = [&table](const char* name, double late) {
        const double before = table.rows.empty() ? late : table.number(0, "late_us");
        table.rows.push_back({name, late, before - late});
    };
    add(kAsItIs, Means(sleepsOf(values)).sum() / 1e3);
    for (const Remedy& remedy : kRemedies) {
        ParameterValues changed = values;
        changed.set(remedy.knob, remedy.value);
        add(remedy.name, Means(sleepsOf(changed)).sum() / 1e3);
    }
    return table;
}

/// The part of the picture that shows what each row of the remedies takes away.
std::string_view partOfRemedy(std::size_t row) {
    constexpr std::array<std::string_view, 5> kParts{"many", "slack", "tick", "queue", "exit"};
    return kParts[std::min(row, kParts.size() - 1)];
}

LabAdvice adviceFrom(const Table& remedies) {
    LabAdvice advice{
        .table = remedies.id, .row = bestRow(remedies, {"late_us"}), .by = {"late_us"}, .answers = "late_us"};
    if (advice.row > 0)
        advice.knobs = {{kRemedies[advice.row - 1].knob, kRemedies[advice.row - 1].value}};
    advice.call = advice.row == kFineSlackRow;
    return advice;
}

/// What to do about the lateness that is left, µs, of sleeps that were asked for `asked` µs.
std::string leftText(double late, double asked) {
    constexpr double kTooLittle = 0.1; // µs
    if (late <= kTooLittle)
        return late <= 0 ? "No sleep ends late then."
                         : "What is left then is less than reading a clock takes.";
    const std::string still =
        said::say("On average the sleeps still end %1 late: ", {timeInWords(late * 1e3)});
    return late < asked ? still + "ask to wake earlier by that much, and spin until it is time."
                        : still + "that is longer than they were asked for, so no shorter sleep makes up for "
                                  "it. Spin instead.";
}

std::string sleepAdviceText(const ParameterValues& values, const Table& remedies, std::size_t row) {
    const std::string left = leftText(remedies.number(row, "late_us"), values["asked"] / 1e3);
    if (row == 0)
        return "take it as it is, for nothing in the table takes any lateness away. " + left;
    return said::say("begin with %1, which takes %2 of the %3 away here. %4",
                     {std::string(wordOf(remedies.at(row, "remedy"))),
                      timeInWords(remedies.number(row, "saved_us") * 1e3),
                      timeInWords(remedies.number(0, "late_us") * 1e3), left});
}

LabSentence tickText(const ParameterValues& values) {
    const double tick = values["tick"];
    const double asked = std::max(values["asked"], 1.0);
    return sentence("tick",
                    "Timers fire at ticks only, one every %1. Here a sleep begins at any moment between two "
                    "ticks, so half a tick is lost on average. A smaller slack takes nothing away, for the "
                    "timer waits for the tick. A loop that sleeps again as soon as it wakes begins right at "
                    "a tick each time: there the ticks alone make a sleep of %2 take %3.",
                    {dial("tick", timeInWords(tick)), timeInWords(values["asked"]),
                     timeInWords(std::ceil(asked / tick) * tick)});
}

std::vector<LabSentence> explainSleep(const ParameterValues& values, const Means& means,
                                      const Table& remedies, std::size_t advised) {
    const std::string slack = dial("slack", timeInWords(values["slack"]));
    std::vector<LabSentence> text{
        sentence(
            "timeline",
            "A sleep only promises to last at least as long as it was asked to. Yours was asked for %1 and "
            "took %2 on average.",
            {dial("asked", timeInWords(values["asked"])), milliseconds(values["asked"] + means.sum(), 3)}),
        sentence("reasons",
                 "Late = tick + slack + idle exit + run queue = %1 + %2 + %3 + %4 = %5; the longest was %6.",
                 {timeInWords(means.tick), timeInWords(means.slack), timeInWords(means.exit),
                  timeInWords(means.queue), timeInWords(means.sum()), timeInWords(means.longest)})};
    if (values["tick"] > 0)
        text.push_back(tickText(values));
    else if (values["interrupts"] > 0)
        text.push_back(
            sentence("slack",
                     "The kernel may wake the thread up to %1 later, the slack. An interrupt that comes "
                     "in that time for another reason ends the sleep sooner.",
                     {slack}));
    else
        text.push_back(
            sentence("slack",
                     "The kernel waits %1 longer on purpose, the slack, so that it can wake the processor "
                     "once for several timers.",
                     {slack}));
    if (values["load"] > 0)
        text.push_back(sentence(
            "queue",
            "In %1 of the wake-ups another thread has the processor. It goes on for up to %2 before yours "
            "runs.",
            {dial("load", figure(values["load"]) + " %"), dial("slice", timeInWords(values["slice"]))}));
    else
        text.push_back(
            sentence("exit", "No other thread was in the way, but an idle processor needs %1 to wake itself.",
                     {dial("exit", timeInWords(values["exit"]))}));
    text.push_back(inYourOwnCode(partOfRemedy(advised), sleepAdviceText(values, remedies, advised)));
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

/// Answer, headline, tables and line. `ticks`: how much of the lateness is the tick's is known.
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
    result.headline = "On average the sleep ends " + timeInWords(means.sum()) + " late.";
    result.tables = {std::move(table), timelineOf(sleeps, values, ticks)};
    result.series = {std::move(line)};
    return result;
}

LabResult runSleep(const ParameterValues& values) {
    const std::vector<Parts> sleeps = sleepsOf(values);
    LabResult result = sleepResult(sleeps, values, true);
    Table remedies = remediesTable(values);
    result.advice = adviceFrom(remedies);
    result.explanation = explainSleep(values, Means(sleeps), remedies, result.advice.row);
    result.tables.push_back(std::move(remedies));
    return result;
}

/// Measures sleeps with this slack and divides their lateness as far as a program can see it. The scheduler
/// tells the time in the run queue. Of the rest, up to the slack counts as slack, and what is left is the way
/// from the timer to the thread. Appends to `sleeps`, and returns the mean lateness in ns.
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

/// What was measured is said with its interval, and never as more than the slack (ns) can give.
std::string hereAdviceText(double slack, const Share& saved, std::size_t advised) {
    const std::string low = timeInWords(std::min(saved.interval.low, slack));
    const std::string high = timeInWords(std::min(saved.interval.high, slack));
    const std::string rest =
        " Ask to wake earlier by as much as sleeps still end late, and spin until it is time.";
    if (advised == 0)
        return said::say("take it as it is. Whether a slack of 1 ns takes anything away is not shown here: "
                         "it may be anything from %1 to %2.",
                         {low, high}) +
               rest;
    if (saved.interval.low < slack)
        return said::say("begin with a slack of 1 ns, which takes %1 to %2 away here.", {low, high}) + rest;
    return said::say("begin with a slack of 1 ns, which takes all of the slack, %1, away here.",
                     {timeInWords(slack)}) +
           rest;
}

std::vector<LabSentence> explainHere(const ParameterValues& values, const Means& means, const Share& saved,
                                     std::size_t advised) {
    const std::string slack = timeInWords(values["slack"]);
    const std::string chance = said::say(
        " A smaller slack can give at most %1 of that; the rest is chance, or has another cause.", {slack});
    return {
        sentence(
            "timeline",
            "A sleep only promises to last at least as long as it was asked to. This machine was asked for "
            "%1 and took %2 on average.",
            {timeInWords(values["asked"]), milliseconds(values["asked"] + means.sum(), 3)}),
        sentence("reasons",
                 "Late = slack + run queue + the way from the timer to the thread = %1 + %2 + %3 = %4; the "
                 "longest was %5. A program cannot see the slack: what is late beyond the run queue counts "
                 "as slack, up to %6.",
                 {timeInWords(means.slack), timeInWords(means.queue), timeInWords(means.exit),
                  timeInWords(means.sum()), timeInWords(means.longest), slack}),
        sentence(
            "slack",
            "Half of the sleeps had a slack of %1 and half one of 1 ns, by turns. With 1 ns they ended %2 %3 "
            "on average. In 95 of 100 such measurements the true difference lies between %4 and %5.%6",
            {slack, timeInWords(std::abs(saved.value)), saved.value < 0 ? "later" : "earlier",
             timeInWords(saved.interval.low), timeInWords(saved.interval.high),
             saved.value > values["slack"] ? chance : ""}),
        sentence(
            "many",
            "Tick, load and idle exit are those of this machine; only the time asked for and the slack were "
            "set."),
        inYourOwnCode(partOfRemedy(advised), hereAdviceText(values["slack"], saved, advised))};
}

Result<LabResult> measureSleep(const ParameterValues& values, JobControl& job) {
    const std::int64_t perSleep = values.whole("asked") + values.whole("slack") + 100'000;
    const std::int64_t count =
        std::clamp<std::int64_t>(kBudget.count() / (perSleep * 2 * kBlocks), 1, kMostOfBlock);
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
    Table remedies = emptyRemedies();
    remedies.title = "With a slack of 1 ns, as measured: a mean, which chance moves";
    remedies.columns.back().label = "Earlier by, µs";
    const double before = Means(usual).sum() / 1e3;
    remedies.rows = {{kAsItIs, before, 0.0}, {kFineSlack, Means(fine).sum() / 1e3, difference.value / 1e3}};
    const bool shown = difference.above(); // otherwise it may be chance
    result.advice = {
        .table = remedies.id, .row = shown ? kFineSlackRow : 0, .by = {"late_us"}, .call = shown};
    result.explanation = explainHere(values, Means(usual), difference, result.advice.row);
    result.tables.push_back(std::move(remedies));
    result.tables.push_back(
        {"slacks",
         "The same sleeps with a finer slack",
         {{"slack_us", "Slack, µs"}, {"late_us", "Late, µs"}, {"sleeps", "Sleeps"}},
         {{values["slack"] / 1e3, Means(usual).sum() / 1e3, static_cast<std::int64_t>(usual.size())},
          {1e-3, Means(fine).sum() / 1e3, static_cast<std::int64_t>(fine.size())}}});
    return result;
}

/// Of the system that this program runs on. Windows' sleeps have no slack: they end on a tick.
std::vector<LabSnippet> finerTimerCalls() {
    if (!kHasSlack)
        return {{"C",
                 "// Windows has no slack: its sleeps end on a tick. This makes it 1 ms instead of 15.6.\n"
                 "timeBeginPeriod(1);  // timeapi.h, winmm.lib\n"
                 "// Or a timer that needs no tick, since Windows 10 1803:\n"
                 "HANDLE timer = CreateWaitableTimerExW(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION,\n"
                 "                                      TIMER_ALL_ACCESS);"},
                {"Rust", "unsafe { windows_sys::Win32::Media::timeBeginPeriod(1) };"},
                {"Python", "import ctypes\n"
                           "ctypes.windll.winmm.timeBeginPeriod(1)"},
                {"Go", "windows.TimeBeginPeriod(1)  // golang.org/x/sys/windows"}};
    return {{"C", "prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);  // sys/prctl.h; in the thread that sleeps"},
            {"Rust", "unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1, 0, 0, 0) };"},
            {"Python", "import ctypes\n"
                       "ctypes.CDLL(None).prctl(29, 1, 0, 0, 0)  # PR_SET_TIMERSLACK"},
            {"Go", "runtime.LockOSThread()\n"
                   "unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)"}};
}

} // namespace

LabEntry sleepLab() {
    return {
        .id = "sleep",
        .name = "Why sleep is late",
        .question = "Where does the time go between the end that was asked for and waking?",
        .idea = "A sleep ends late for reasons that can be told apart: tick, slack, idle exit, run queue. "
                "The slack is waited on purpose, and one call takes it away.",
        .article = "Article 1, the problem with Sleep(); article 4, the granularity",
        .minutes = 8,
        .knobs = {timeKnob("asked", "Asked", 0, 100e6, 1e6, "How long the sleep shall be."),
                  timeKnob("slack", "Timer slack", 1, 10e6, 50e3,
                           "The kernel may wake the thread so much later, to wake for several timers at "
                           "once; 50 µs unless a thread asks for less."),
                  timeKnob("tick", "Tick", 0, 100e6, 0, "Timers fire at ticks only; 0: at any moment."),
                  numberKnob("load", "Processor busy, %", 0, 100, 0,
                             "Share of the wake-ups that find another thread running."),
                  timeKnob("slice", "Slice", 0, 100e6, 3e6, "The other thread goes on for up to this long."),
                  timeKnob("exit", "Idle exit", 0, 10e6, 25e3,
                           "How long an idle processor takes to wake up and to run the thread."),
                  numberKnob("interrupts", "Other interrupts, Hz", 0, 1e6, 0,
                             "How often something else interrupts the processor.")},
        .mainKnob = "slack",
        .marks = {{"slack", 50e3, "usual 50 µs"}, {"tick", 15.625e6, "Windows: 15.6 ms"}},
        .predict = {"How late does the sleep end, on average?", "µs", 1, 100'000, 1},
        .rules = {{"The thread asks for a sleep, and the system wakes it some time after the end of it.",
                   "start = now();\n"
                   "sleep(asked);\n"
                   "late = now() - start - asked;"}},
        .run = runSleep,
        .teacher =
            {.goesWrong =
                 "Many expect a longer sleep to be later. It is not: slack, tick and wake-up cost every "
                 "sleep the same. Some take the lateness for a fault of their program; it is what the "
                 "system promises: not before, but after.",
             .asks = "On a quiet machine a sleep of 5 ms and one of 20 ms both end 55 µs late. Where do most "
                     "of the 55 µs go, and what takes them away?",
             .answer = "Into the timer slack: the kernel waits on purpose, equally long for every sleep. A "
                       "slack of 1 ns takes them away, and one call asks for it."},
        .gameKnob = "timer",
        .closing =
            {.asks = "A music player on a quiet Linux laptop sleeps 10 ms at a time and wakes 57 µs late, "
                     "again and "
                     "again. On a faster laptop it is 56 µs. What will help?",
             .choices = {{"A still faster processor.",
                          "It shortens only the way out of the idle state, a few µs. The "
                          "other 50 are waited on purpose, by any processor."},
                         {"One call that asks for a timer slack of 1 ns.",
                          "Right: 50 of the 57 µs are the slack, which every thread has until it asks for "
                          "less."},
                         {"Sleeping 5 ms at a time.", "The slack is the same for a sleep of any length: it "
                                                      "would only wake late twice as often."}},
             .right = 1},
        .snippets = finerTimerCalls(),
        .measure = kHasSlack ? measureSleep : nullptr,
        .measureSeconds = 5,
        .measuredKnobs = {"asked", "slack"}};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/machine/energy.h"
#include "core/platform/own_system.h"
#include "core/platform/thread_control.h"
#include "core/run/job.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/stats/distribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <thread>

namespace jitterscope {
namespace {

constexpr int kMeltingFrames = 600;

/// Four loops that sleep or spin by a rule, and the one that measures how late sleeps end.
struct MeltingKind {
    const char* name;
    const char* strategy; ///< null: SleepMost
};
constexpr std::array<MeltingKind, 5> kLoops{{{"one-sleep", "system-sleep"},
                                             {"spin", "spin"},
                                             {"sleep-1ms", "sliced-sleep"},
                                             {"sleep-the-rest", "remaining-sleep"},
                                             {"sleep-most", nullptr}}};
constexpr std::size_t kMost = 4; // the last of them
constexpr double kEnough = 1;    // % of late frames that count as in time

/// The timer as the system gives it, and what asking for a finer one makes of it.
constexpr std::array<const char*, 4> kMachines{"windows-15ms", "windows-1ms", "linux-default",
                                               "linux-slack1"};

/// The finer of the two timers of the same system.
std::size_t finestOf(std::size_t machine) {
    return machine | 1;
}

std::unique_ptr<SimulatedTime> machineOf(std::size_t machine, std::string_view stream) {
    return makeSimulatedTime(machineChoice(kMachines[machine]), streamSeed(1, stream)).value();
}

/// What one loop does on a machine.
struct MeltingOutcome {
    Summary frames;  // ns
    double cpu = 0;  // % of one core
    double late = 0; // % of the frames, longer than wanted by more than a hundredth
    std::optional<double> watts;
    LabSeries line;
};

/// Runs the frames with one way to wait for a deadline. Each frame counts from its own start. Ends early when
/// the clock is asked to stop.
template <typename Wait>
MeltingOutcome framesOf(const MeltingKind& kind, const ParameterValues& values, TimeSource& time, int frames,
                        const Wait& wait) {
    const Nanoseconds period = Period::fromHertz(values["rate"]).value().rounded();
    const Nanoseconds work(std::llround(values["work"] / 100 * static_cast<double>(period.count())));
    MeltingOutcome outcome;
    outcome.line = {kind.name, kind.name, "Frame", "Frame time, ms", {}};
    std::vector<std::int64_t> lengths;
    const TimePoint begin = time.now();
    const Nanoseconds cpuBegin = time.cpuTime().value_or(Nanoseconds(0));
    for (int i = 0; i < frames && !time.stopRequested(); ++i) {
        const TimePoint start = time.now();
        (void)time.spinUntil(start + work, SpinKind::Bare);
        wait(start + period);
        lengths.push_back((time.now() - start).count());
        outcome.line.points.push_back({static_cast<double>(i), static_cast<double>(lengths.back()) / 1e6});
    }
    outcome.cpu = 100 * inMs(time.cpuTime().value_or(Nanoseconds(0)) - cpuBegin) /
                  std::max(inMs(time.now() - begin), 1e-6);
    const auto late = std::ranges::count_if(
        lengths, [&](std::int64_t length) { return length > period.count() + period.count() / 100; });
    outcome.late =
        100 * static_cast<double>(late) / static_cast<double>(std::max<std::size_t>(lengths.size(), 1));
    outcome.frames = exactSummary(lengths);
    return outcome;
}

MeltingOutcome meltingOutcome(const MeltingKind& kind, const ParameterValues& values, TimeSource& time,
                              int frames) {
    if (kind.strategy == nullptr) {
        SleepMost most(time);
        most.learn(std::min(Period::fromHertz(values["rate"]).value().rounded(), Nanoseconds(10'000'000)));
        return framesOf(kind, values, time, frames, [&](TimePoint deadline) { most.sleepUntil(deadline); });
    }
    const SleepEntry& entry = *findEntry(sleepCatalog(), kind.strategy);
    const auto strategy = entry.make(time, ParameterValues(entry.parameters));
    return framesOf(kind, values, time, frames, [&](TimePoint deadline) { strategy->sleepUntil(deadline); });
}

using Loops = std::array<MeltingOutcome, kLoops.size()>;

/// Mean length of a sleep of 1 ms, ns: what is observed, whatever was asked and granted.
double observedSleep(TimeSource& time, int sleeps) {
    double sum = 0;
    for (int i = 0; i < sleeps && !time.stopRequested(); ++i) {
        // A loop does something between two sleeps, so they do not all begin right after a tick.
        (void)time.spinUntil(time.now() + Nanoseconds(i * 7'919 % 1'000'000), SpinKind::Bare);
        const TimePoint begin = time.now();
        (void)time.sleepFor(Nanoseconds(1'000'000), SleepKind::Relative);
        sum += static_cast<double>((time.now() - begin).count());
    }
    return sum / sleeps;
}

double observedSleep(std::size_t machine) {
    return observedSleep(*machineOf(machine, "observed"), 500);
}

Table emptyTimers() {
    return {
        "timers",
        "A finer timer: granted and observed",
        {{"timer", "Timer"}, {"tick_ms", "Granted tick, ms"}, {"observed_ms", "A sleep of 1 ms takes, ms"}},
        {}};
}

Table timersTable() {
    Table table = emptyTimers();
    for (std::size_t i = 0; i < kMachines.size(); ++i) {
        const double tick = inMs(machineOf(i, "tick")->tick(SleepKind::Relative));
        table.rows.push_back(
            {kMachines[i], tick > 0 ? Cell(tick) : Cell(std::monostate()), observedSleep(i) / 1e6});
    }
    return table;
}

/// Where the loops ran.
struct MeltingPlace {
    std::string where;     ///< "on windows-1ms", "here"; in a text for sentence()
    double sleep = 0;      ///< what a sleep of 1 ms takes there, ns
    std::string whenAsked; ///< how those sleeps begin, where that matters; a sentence
    int cores = 0;         ///< of the machine that counts them all
    std::string whose;     ///< "a machine of 8 cores"
};

std::string meltingAdviceText(const Table& table, std::size_t row) {
    const std::string name(wordOf(table.at(row, "loop")));
    const auto percent = [&table](std::size_t loop, std::string_view column) {
        return figure(table.number(loop, column), 1) + " %";
    };
    if (table.number(row, "late_percent") > kEnough)
        return "every loop here is late in more than 1 % of its frames, " + name +
               " in the fewest. First free the processor of what else runs on it.";
    const std::string best = name + " is the cheapest loop here with at most 1 % of late frames, " +
                             percent(row, "cpu_percent") + " of a core. ";
    if (row == kMost)
        return best + "Ask for the finest timer, measure how late sleeps end, wake early by that much, and "
                      "spin only the last bit.";
    return best + "The loop that measures its sleeps, sleep-most, takes " + percent(kMost, "cpu_percent") +
           " and is late in " + percent(kMost, "late_percent") + " of its frames.";
}

std::vector<LabSentence> explainMelting(const ParameterValues& values, const Loops& loops,
                                        const MeltingPlace& place) {
    const double period = 1e9 / values["rate"];
    const double own = values["work"] / 100 * period;
    const auto took = [&](std::size_t i) {
        return "frames of " + timeInWords(*loops[i].frames.mean) + " for " + figure(loops[i].cpu, 1) +
               " % of a core";
    };
    const MeltingOutcome& rest = loops[3];
    const double spun = std::max(rest.cpu / 100 * *rest.frames.mean - own, 0.0);
    return {sentence("loop-0", "At " + dial("rate", figure(values["rate"]) + " Hz") +
                                   " each frame shall take " + timeInWords(period) +
                                   ". The loop with one sleep takes " + timeInWords(*loops[0].frames.mean) +
                                   " " + place.where +
                                   " on average, because sleeps end late there: one of 1 ms takes " +
                                   timeInWords(place.sleep) + "." + place.whenAsked),
            sentence("loop-1", "Spinning, that is asking the clock again and again until it is time, gives " +
                                   took(1) + ". " + place.whose + " would show that as " +
                                   figure(loops[1].cpu / place.cores, 1) + " % of all its cores."),
            sentence("naps", "Sleeping 1 ms at a time and spinning the last one gives " + took(2) +
                                 ". Sleeping the rest at once gives " + took(3) + ": it computes " +
                                 dial("work", timeInWords(own)) + " in each frame" +
                                 (spun < 0.05 * period ? ". It does not wake early, so nothing is left to "
                                                         "spin, and it is as late as the loop with one sleep."
                                                       : " and spins " + timeInWords(spun) +
                                                             "; what is left is mostly too short to sleep.")),
            sentence("loop-4", "The last loop asks for the finest timer. It wakes early, by as much as "
                               "sleeps were late so far, and spins that bit. It gives " +
                                   took(kMost) + ". " + figure(loops[kMost].late, 1) +
                                   " % of its frames are late, that is by more than " +
                                   timeInWords(period / 100) + ", 1 % of a frame.")};
}

LabResult meltingResult(const ParameterValues& values, const Loops& loops, const MeltingPlace& place) {
    LabResult result;
    Table table{"loops",
                "The five loops: frames, and CPU in % of a core",
                {{"loop", "Loop"},
                 {"mean_ms", "Mean, ms"},
                 {"min_ms", "Shortest, ms"},
                 {"max_ms", "Longest, ms"},
                 {"cpu_percent", "CPU, %"},
                 {"late_percent", "Late, %"},
                 {"watts", "Processor, W"}},
                {}};
    for (std::size_t i = 0; i < kLoops.size(); ++i) {
        const MeltingOutcome& loop = loops[i];
        table.rows.push_back({kLoops[i].name, *loop.frames.mean / 1e6, *loop.frames.min / 1e6,
                              *loop.frames.max / 1e6, loop.cpu, loop.late,
                              loop.watts ? Cell(*loop.watts) : Cell()});
        result.series.push_back(loop.line);
    }
    const std::size_t loop = chosen(values, "loop");
    result.answer = loops[loop].cpu;
    result.headline = "The loop " + std::string(kLoops[loop].name) + " takes " + figure(result.answer, 1) +
                      " % of a core, and frames of " + timeInWords(*loops[loop].frames.mean) + ".";
    result.explanation = explainMelting(values, loops, place);
    result.advice = {.table = table.id,
                     .by = {"late_percent", "cpu_percent"},
                     .enough = kEnough,
                     .answers = "cpu_percent"};
    result.advice.row = bestRow(table, result.advice.by, result.advice.enough);
    result.advice.knobs = {{"loop", static_cast<double>(result.advice.row)}};
    result.explanation.push_back(inYourOwnCode("loop-" + std::to_string(result.advice.row),
                                               meltingAdviceText(table, result.advice.row)));
    result.tables = {std::move(table)};
    return result;
}

LabResult runMelting(const ParameterValues& values) {
    constexpr int kManyCores = 8;
    const std::size_t timer = chosen(values, "timer");
    Loops loops;
    for (std::size_t i = 0; i < kLoops.size(); ++i)
        loops[i] =
            meltingOutcome(kLoops[i], values,
                           *machineOf(i == kMost ? finestOf(timer) : timer, kLoops[i].name), kMeltingFrames);
    const bool ticks = machineOf(timer, "tick")->tick(SleepKind::Relative) > 0ns;
    LabResult result = meltingResult(
        values, loops,
        {"on " + dial("timer", kMachines[timer]), observedSleep(timer),
         ticks ? " Sleeps end at a tick there, and each one begins soon after the tick that ended the last."
               : "",
         kManyCores, "A machine of 8 cores"});
    result.tables.push_back(timersTable());
    return result;
}

ThreadPlan finestPlan() {
    ThreadPlan plan;
    plan.slack = Nanoseconds(1);
    return plan;
}

/// The five loops on this machine, one after the other, with the power of its processors where that is told.
Result<LabResult> measureMelting(const ParameterValues& values, JobControl& job) {
    constexpr double kSecondsOfLoop = 1.5;
    constexpr int kObserved = 200;
    const int frames = std::max(static_cast<int>(kSecondsOfLoop * values["rate"]), 10);
    const EnergyMeter energy;
    Loops loops;
    for (std::size_t i = 0; i < kLoops.size() && !job.cancelled(); ++i) {
        job.report(static_cast<double>(i) / 6, std::string("running ") + kLoops[i].name);
        std::optional<ThreadControl> fine;
        if (i == kMost)
            fine.emplace(finestPlan());
        const TimePoint begin = job.clock().now();
        const std::optional<double> before = energy.joules();
        loops[i] = meltingOutcome(kLoops[i], values, job.clock(), frames);
        const std::optional<double> after = energy.joules();
        if (before && after && *after > *before)
            loops[i].watts = (*after - *before) / (inMs(job.clock().now() - begin) / 1e3);
    }
    if (job.cancelled())
        return LabResult();
    job.report(0.85, "observing sleeps of 1 ms");
    Table timers = emptyTimers();
    const double usual = observedSleep(job.clock(), kObserved);
    timers.rows.push_back({"as it is", Cell(), usual / 1e6});
    const ThreadControl asked(finestPlan());
    const bool granted = std::ranges::all_of(asked.outcomes(), &SettingOutcome::granted);
    const double fine = observedSleep(job.clock(), kObserved);
    const std::string asking = kOwnSystem == SystemFamily::Windows ? "timer tick 1 ms" : "slack 1 ns";
    timers.rows.push_back({granted ? asking : asking + ", refused", Cell(), fine / 1e6});
    if (job.cancelled())
        return LabResult();
    const int cores = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
    LabResult result = meltingResult(
        values, loops,
        {"here", usual, "", cores, "The " + counted(cores, "core") + " of this machine together"});
    result.tables.push_back(std::move(timers));
    return result;
}

} // namespace

LabEntry meltingLab() {
    constexpr double kRest = 3;
    return {
        .id = "melting",
        .name = "Melting the processor",
        .question = "What does a steady frame time cost, and does it have to cost a core?",
        .idea = "A steady frame time does not cost a core. Sleep nearly all of the wait, and spin only as "
                "long as a sleep may be late.",
        .article = "Article 4, its four loops; the fifth is not from it",
        .minutes = 8,
        .knobs = {choiceKnob("loop", "Loop", namesOf(kLoops, &MeltingKind::name), kRest,
                             "The loop that the guess is about; all five are shown."),
                  choiceKnob("timer", "Timer", {kMachines.begin(), kMachines.end()}, 1,
                             "The simulated machine: Windows before and after timeBeginPeriod(1), Linux "
                             "before and after a slack of 1 ns."),
                  numberKnob("rate", "Rate, Hz", 10, 240, 60, "Frames a second."),
                  numberKnob("work", "Work, %", 0, 90, 2,
                             "How long each frame computes, in % of the period.")},
        .mainKnob = "loop",
        .marks = {{"rate", 60, "most screens: 60"}},
        .predict = {"How much of a core does the loop take?", "%", 0, 100, 1},
        .rules =
            {{"It sleeps once, for all that is left of the frame.", "work();\n"
                                                                    "sleep(end - now());"},
             {"It asks the clock again and again until the frame is over.", "work();\n"
                                                                            "while (now() < end) {}"},
             {"It sleeps 1 ms at a time while more than that is left, and spins the rest.",
              "work();\n"
              "while (end - now() > 1 ms) sleep(1 ms);\n"
              "while (now() < end) {}"},
             {"It sleeps for all that is left while that is more than 1 ms, and spins what it then has left.",
              "work();\n"
              "while (end - now() > 1 ms) sleep(end - now());\n"
              "while (now() < end) {}"},
             {"On the finest timer it wakes early, by as much as sleeps were late so far, and spins the "
              "rest.",
              "work();\n"
              "sleep(end - now() - late);  // 99 % quantile of sleeps\n"
              "while (now() < end) {}"}},
        .ruleKnob = "loop",
        .run = runMelting,
        .teacher =
            {.goesWrong =
                 "Many think that there are two ways only: to sleep and be late, or to spin and burn a "
                 "core. A loop that sleeps until shortly before the deadline and spins the rest is in "
                 "time and cheap.",
             .asks = "“Smooth frames need a core of their own.” What do you answer?",
             .answer =
                 "A loop has to spin only for as long as a sleep may be late. Ask for the finest timer, "
                 "wake early by the worst lateness that was measured, and spin that long."},
        .gameKnob = "wait",
        .closing =
            {.asks = "A laptop's fan howls while a slide show waits for the next picture, ten times a "
                     "second and exactly on time. What will you change?",
             .choices = {{"Nothing: to be exactly on time costs a core.",
                          "It costs only what a sleep may be late, a millisecond or two; the rest of the "
                          "wait can be "
                          "slept."},
                         {"Sleep nearly all of the wait, and spin only as long as a sleep is late.",
                          "Right: the sleeps before it have shown how late that is. The picture still comes "
                          "on time, and the core rests."},
                         {"One sleep until the picture is due, and no spinning.",
                          "The fan is quiet then. But every picture comes late, by as much as the sleep ends "
                          "late."}},
             .right = 1},
        .measure = measureMelting,
        .measureSeconds = 10,
        .measuredKnobs = {"loop", "rate", "work"}};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/lab/labs/melting.h"

#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/stats/distribution.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr int kFrames = 600;

/// Article 4's four loops, in its order.
struct Kind {
    const char* name;
    const char* strategy;
};
constexpr std::array<Kind, 4> kLoops{{{"one-sleep", "system-sleep"},
                                      {"spin", "spin"},
                                      {"sleep-1ms", "sliced-sleep"},
                                      {"sleep-the-rest", "remaining-sleep"}}};
/// The timer as the system gives it, and what asking for a finer one makes of it.
constexpr std::array<const char*, 4> kMachines{"windows-15ms", "windows-1ms", "linux-default",
                                               "linux-slack1"};

std::unique_ptr<SimulatedTime> machineOf(std::size_t machine, std::string_view stream) {
    return makeSimulatedTime(machineChoice(kMachines[machine]), streamSeed(1, stream)).value();
}

/// What one loop does on a machine.
struct Outcome {
    Summary frames; // ns
    double cpu = 0; // % of one core
    LabSeries line;
};

/// The real strategy, on the machine's virtual time. Each frame counts from its own start, as in the article.
Outcome outcomeOf(const Kind& kind, const ParameterValues& values) {
    const auto time = machineOf(static_cast<std::size_t>(values.whole("timer")), kind.name);
    const SleepEntry& entry = *findEntry(sleepCatalog(), kind.strategy);
    const auto strategy = entry.make(*time, ParameterValues(entry.parameters));
    const Nanoseconds period = Period::fromHertz(values["rate"]).value().rounded();
    const Nanoseconds work(std::llround(values["work"] / 100 * static_cast<double>(period.count())));
    Outcome outcome;
    outcome.line = {kind.name, kind.name, "Frame", "Frame time, ms", {}};
    std::vector<std::int64_t> lengths;
    const TimePoint begin = time->now();
    const Nanoseconds cpuBegin = time->cpuTime().value();
    for (int i = 0; i < kFrames; ++i) {
        const TimePoint start = time->now();
        (void)time->spinUntil(start + work, SpinKind::Bare);
        strategy->sleepUntil(start + period);
        lengths.push_back((time->now() - start).count());
        outcome.line.points.push_back({static_cast<double>(i), static_cast<double>(lengths.back()) / 1e6});
    }
    outcome.cpu = 100 * inMs(time->cpuTime().value() - cpuBegin) / inMs(time->now() - begin);
    outcome.frames = exactSummary(lengths);
    return outcome;
}

/// Mean length of a sleep of 1 ms, ns: what is observed, whatever was asked and granted.
double observedSleep(std::size_t machine) {
    constexpr int kSleeps = 500;
    const auto time = machineOf(machine, "observed");
    double sum = 0;
    for (int i = 0; i < kSleeps; ++i) {
        // A loop does something between two sleeps, so they do not all begin right after a tick.
        (void)time->spinUntil(time->now() + Nanoseconds(i * 7'919 % 1'000'000), SpinKind::Bare);
        const TimePoint begin = time->now();
        (void)time->sleepFor(Nanoseconds(1'000'000), SleepKind::Relative);
        sum += static_cast<double>((time->now() - begin).count());
    }
    return sum / kSleeps;
}

LabTable timersTable() {
    LabTable table{
        "timers",
        "A finer timer: granted and observed",
        {{"timer", "Timer"}, {"tick_ms", "Granted tick, ms"}, {"observed_ms", "A sleep of 1 ms takes, ms"}},
        {}};
    for (std::size_t i = 0; i < kMachines.size(); ++i) {
        const double tick = inMs(machineOf(i, "tick")->tick(SleepKind::Relative));
        table.rows.push_back(
            {kMachines[i], tick > 0 ? LabCell(tick) : LabCell(std::monostate()), observedSleep(i) / 1e6});
    }
    return table;
}

std::vector<std::string> explain(const ParameterValues& values, const std::array<Outcome, 4>& loops) {
    const auto timer = static_cast<std::size_t>(values.whole("timer"));
    const double period = 1e9 / values["rate"];
    const double own = values["work"] / 100 * period;
    const Outcome& last = loops[3];
    const double spun = std::max(last.cpu / 100 * *last.frames.mean - own, 0.0);
    return {"Article 4 wants " + milliseconds(period) + " for each frame; on " + kMachines[timer] +
                " the loop with one sleep takes " + milliseconds(*loops[0].frames.mean) +
                " on average, because "
                "a sleep of 1 ms takes " +
                milliseconds(observedSleep(timer)) + " there.",
            "Spinning takes " + milliseconds(*loops[1].frames.mean) + " and " + figure(loops[1].cpu, 1) +
                " % of a core; of 8 cores that is " + figure(loops[1].cpu / 8, 1) +
                " %, and the article read 15 %.",
            "Sleeping 1 ms at a time and spinning the last one takes " + milliseconds(*loops[2].frames.mean) +
                " and " + figure(loops[2].cpu, 1) + " %, sleeping the rest at once " +
                milliseconds(*loops[3].frames.mean) + " and " + figure(loops[3].cpu, 1) +
                " %; the article came down to 6 %.",
            "CPU = (work + spin) / frame: sleeping the rest computes " + milliseconds(own) + " of " +
                milliseconds(*last.frames.mean) + " and spins " + milliseconds(spun) +
                (spun < 0.05 * period ? "; it is cheap because it does not wake before its time, and so is "
                                        "as late as the loop with one sleep."
                                      : "; what is left is mostly too short to sleep."),
            "In your own code: ask for the finest timer first, sleep what is left less the worst you have "
            "measured, and spin only the last bit."};
}

LabResult run(const ParameterValues& values) {
    std::array<Outcome, 4> loops;
    LabTable table{"loops",
                   "The four loops",
                   {{"loop", "Loop"},
                    {"mean_ms", "Mean frame, ms"},
                    {"min_ms", "Shortest, ms"},
                    {"max_ms", "Longest, ms"},
                    {"cpu_percent", "CPU, % of a core"}},
                   {}};
    LabResult result;
    for (std::size_t i = 0; i < kLoops.size(); ++i) {
        loops[i] = outcomeOf(kLoops[i], values);
        table.rows.push_back({kLoops[i].name, *loops[i].frames.mean / 1e6, *loops[i].frames.min / 1e6,
                              *loops[i].frames.max / 1e6, loops[i].cpu});
        result.series.push_back(loops[i].line);
    }
    const auto chosen = static_cast<std::size_t>(values.whole("loop"));
    result.answer = loops[chosen].cpu;
    result.headline = std::string(kLoops[chosen].name) + " takes " + figure(result.answer, 1) +
                      " % of a core, and frames of " + milliseconds(*loops[chosen].frames.mean) + ".";
    result.explanation = explain(values, loops);
    result.tables = {std::move(table), timersTable()};
    return result;
}

} // namespace

LabEntry meltingLab() {
    constexpr double kRest = 3;
    return {
        .id = "melting",
        .name = JITTERSCOPE_TR("Melting the processor"),
        .question = JITTERSCOPE_TR("What does a steady frame time cost, and does it have to cost a core?"),
        .article = JITTERSCOPE_TR("Article 4, its four loops"),
        .minutes = 8,
        .knobs = {choiceKnob("loop", JITTERSCOPE_TR("Loop"),
                             {kLoops[0].name, kLoops[1].name, kLoops[2].name, kLoops[3].name}, kRest,
                             JITTERSCOPE_TR("The loop that the guess is about; all four are shown.")),
                  choiceKnob("timer", JITTERSCOPE_TR("Timer"),
                             {kMachines[0], kMachines[1], kMachines[2], kMachines[3]}, 1,
                             JITTERSCOPE_TR("The simulated machine: Windows before and after "
                                            "timeBeginPeriod(1), Linux before and after a slack of 1 ns.")),
                  numberKnob("rate", JITTERSCOPE_TR("Rate, Hz"), 10, 240, 60,
                             JITTERSCOPE_TR("Frames a second.")),
                  numberKnob("work", JITTERSCOPE_TR("Work, %"), 0, 90, 2,
                             JITTERSCOPE_TR("What each frame computes, of the period."))},
        .marks = {{"rate", 60, JITTERSCOPE_TR("most screens: 60")}},
        .predict = {JITTERSCOPE_TR("How much of a core does the loop take?"), "%", 0, 100, 1},
        .run = run,
        .closing = {
            JITTERSCOPE_TR("A loop spins until each frame is due and takes all of a core. What is gained?"),
            {{JITTERSCOPE_TR("Frames of exactly the right length, which no other loop has."),
              JITTERSCOPE_TR("Where sleeps are fine enough, sleeping most of the wait gives the same "
                             "frames.")},
             {JITTERSCOPE_TR(
                  "Nothing that sleeping most of the wait on a fine timer does not give for less."),
              JITTERSCOPE_TR("Right: only what a sleep may be late has to be spun.")},
             {JITTERSCOPE_TR("More frames a second."),
              JITTERSCOPE_TR("Each frame ends when it is due; the rest of the time is burnt.")}},
            1}};
}

} // namespace jitterscope

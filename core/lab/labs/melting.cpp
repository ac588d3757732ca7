// SPDX-License-Identifier: MIT
#include "core/lab/labs/melting.h"

#include "core/base/random.h"
#include "core/lab/lab_support.h"
#include "core/machine/energy.h"
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

namespace jitterscope {
namespace {

constexpr int kMeltingFrames = 600;

/// Article 4's four loops, in its order.
struct MeltingKind {
    const char* name;
    const char* strategy;
};
constexpr std::array<MeltingKind, 4> kLoops{{{"one-sleep", "system-sleep"},
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
struct MeltingOutcome {
    Summary frames; // ns
    double cpu = 0; // % of one core
    std::optional<double> watts;
    LabSeries line;
};

/// The real strategy on a clock. Each frame counts from its own start, as in the article. Ends early when the
/// clock is asked to stop.
MeltingOutcome meltingOutcome(const MeltingKind& kind, const ParameterValues& values, TimeSource& time,
                              int frames) {
    const SleepEntry& entry = *findEntry(sleepCatalog(), kind.strategy);
    const auto strategy = entry.make(time, ParameterValues(entry.parameters));
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
        strategy->sleepUntil(start + period);
        lengths.push_back((time.now() - start).count());
        outcome.line.points.push_back({static_cast<double>(i), static_cast<double>(lengths.back()) / 1e6});
    }
    outcome.cpu = 100 * inMs(time.cpuTime().value_or(Nanoseconds(0)) - cpuBegin) /
                  std::max(inMs(time.now() - begin), 1e-6);
    outcome.frames = exactSummary(lengths);
    return outcome;
}

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

/// `where`: "on windows-1ms", "here"; `sleep`: what one of 1 ms takes there, ns.
std::vector<std::string> explainMelting(const ParameterValues& values,
                                        const std::array<MeltingOutcome, 4>& loops, const std::string& where,
                                        double sleep) {
    const double period = 1e9 / values["rate"];
    const double own = values["work"] / 100 * period;
    const MeltingOutcome& last = loops[3];
    const double spun = std::max(last.cpu / 100 * *last.frames.mean - own, 0.0);
    return {"Article 4 wants " + milliseconds(period) + " for each frame; " + where +
                " the loop with one sleep takes " + milliseconds(*loops[0].frames.mean) +
                " on average, because "
                "a sleep of 1 ms takes " +
                milliseconds(sleep) + " there.",
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

LabResult meltingResult(const ParameterValues& values, const std::array<MeltingOutcome, 4>& loops) {
    LabResult result;
    Table table{"loops",
                "The four loops",
                {{"loop", "Loop"},
                 {"mean_ms", "Mean frame, ms"},
                 {"min_ms", "Shortest, ms"},
                 {"max_ms", "Longest, ms"},
                 {"cpu_percent", "CPU, % of a core"},
                 {"watts", "Processor, W"}},
                {}};
    for (std::size_t i = 0; i < kLoops.size(); ++i) {
        const MeltingOutcome& loop = loops[i];
        table.rows.push_back({kLoops[i].name, *loop.frames.mean / 1e6, *loop.frames.min / 1e6,
                              *loop.frames.max / 1e6, loop.cpu, loop.watts ? Cell(*loop.watts) : Cell()});
        result.series.push_back(loop.line);
    }
    const auto chosen = static_cast<std::size_t>(values.whole("loop"));
    result.answer = loops[chosen].cpu;
    result.headline = std::string(kLoops[chosen].name) + " takes " + figure(result.answer, 1) +
                      " % of a core, and frames of " + milliseconds(*loops[chosen].frames.mean) + ".";
    result.tables = {std::move(table)};
    return result;
}

LabResult runMelting(const ParameterValues& values) {
    const auto timer = static_cast<std::size_t>(values.whole("timer"));
    std::array<MeltingOutcome, 4> loops;
    for (std::size_t i = 0; i < kLoops.size(); ++i)
        loops[i] = meltingOutcome(kLoops[i], values, *machineOf(timer, kLoops[i].name), kMeltingFrames);
    LabResult result = meltingResult(values, loops);
    result.explanation =
        explainMelting(values, loops, std::string("on ") + kMachines[timer], observedSleep(timer));
    result.tables.push_back(timersTable());
    return result;
}

/// The four loops on this machine, one after the other, with the power of its processors where that is told.
Result<LabResult> measureMelting(const ParameterValues& values, JobControl& job) {
    constexpr double kSecondsOfLoop = 1.5;
    constexpr int kObserved = 200;
    const int frames = std::max(static_cast<int>(kSecondsOfLoop * values["rate"]), 10);
    const EnergyMeter energy;
    std::array<MeltingOutcome, 4> loops;
    for (std::size_t i = 0; i < kLoops.size() && !job.cancelled(); ++i) {
        job.report(static_cast<double>(i) / 5, std::string("running ") + kLoops[i].name);
        const TimePoint begin = job.clock().now();
        const std::optional<double> before = energy.joules();
        loops[i] = meltingOutcome(kLoops[i], values, job.clock(), frames);
        const std::optional<double> after = energy.joules();
        if (before && after && *after > *before)
            loops[i].watts = (*after - *before) / (inMs(job.clock().now() - begin) / 1e3);
    }
    if (job.cancelled())
        return LabResult();
    job.report(0.8, "observing sleeps of 1 ms");
    Table timers = emptyTimers();
    const double usual = observedSleep(job.clock(), kObserved);
    timers.rows.push_back({"as it is", Cell(), usual / 1e6});
    ThreadPlan finest;
    finest.slack = Nanoseconds(1);
    const ThreadControl asked(finest);
    const bool granted = std::ranges::all_of(asked.outcomes(), &SettingOutcome::granted);
    const double fine = observedSleep(job.clock(), kObserved);
    timers.rows.push_back({granted ? "slack 1 ns" : "slack 1 ns, refused", Cell(), fine / 1e6});
    if (job.cancelled())
        return LabResult();
    LabResult result = meltingResult(values, loops);
    result.explanation = explainMelting(values, loops, "here", usual);
    result.tables.push_back(std::move(timers));
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
        .run = runMelting,
        .closing = {JITTERSCOPE_TR(
                        "A loop spins until each frame is due and takes all of a core. What is gained?"),
                    {{JITTERSCOPE_TR("Frames of exactly the right length, which no other loop has."),
                      JITTERSCOPE_TR("Where sleeps are fine enough, sleeping most of the wait gives the same "
                                     "frames.")},
                     {JITTERSCOPE_TR(
                          "Nothing that sleeping most of the wait on a fine timer does not give for less."),
                      JITTERSCOPE_TR("Right: only what a sleep may be late has to be spun.")},
                     {JITTERSCOPE_TR("More frames a second."),
                      JITTERSCOPE_TR("Each frame ends when it is due; the rest of the time is burnt.")}},
                    1},
        .measure = measureMelting,
        .measureSeconds = 8,
        .measuredKnobs = {"loop", "rate", "work"}};
}

} // namespace jitterscope

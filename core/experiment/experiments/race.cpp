// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/experiment/background.h"
#include "core/experiment/experiments/experiments.h"
#include "core/experiment/race_block.h"
#include "core/experiment/race_table.h"
#include "core/platform/own_system.h"
#include "core/platform/thread_control.h"

#include <optional>

namespace jitterscope {
namespace {

double raceDuration(const ExperimentPlan& plan) {
    const double grid = std::chrono::duration<double>(Racer::kPhases).count(); // longest wait for the phase
    return static_cast<double>(plan.values.whole("rounds") + 1) * (plan.values["seconds"] + grid) *
           static_cast<double>(plan.strategies.size() * plan.rates.size());
}

/// The order of the strategies in a round.
std::vector<std::size_t> shuffled(std::size_t count, Random& random) {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = i;
    shuffle(order, random);
    return order;
}

/// All rounds at one rate. Blocks are in random order, so that a busy minute affects all alike; all blocks of
/// a round start at the same phase of the kernel's tick. An extra round before the first is warm-up.
bool raceAt(const Period& rate, std::size_t rateIndex, const ExperimentPlan& plan, JobControl& control,
            const std::vector<const SleepEntry*>& strategies, RowTable<RaceRow>& rows) {
    BenchMachine machine(plan, control, rate.rateText()); // the same for all strategies
    Random random(streamSeed(plan.seed, "order at " + rate.rateText()));
    const Nanoseconds tolerance(plan.values.whole("tolerance"));
    std::vector<std::unique_ptr<Racer>> racers;
    for (const SleepEntry* entry : strategies)
        racers.push_back(std::make_unique<Racer>(*entry, strategyValues(*entry, 1, plan.values["x"]), machine,
                                                 rate, tolerance, control));
    const std::int64_t rounds = plan.values.whole("rounds");
    const Nanoseconds block(static_cast<std::int64_t>(plan.values["seconds"] * 1e9));
    for (std::int64_t round = -1; round < rounds; ++round) {
        const Nanoseconds phase(
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(Racer::kPhases.count()))));
        std::size_t place = 0;
        for (const std::size_t index : shuffled(racers.size(), random)) {
            const double within = (static_cast<double>(round + 1) +
                                   static_cast<double>(place++) / static_cast<double>(racers.size())) /
                                  static_cast<double>(rounds + 1);
            control.report((static_cast<double>(rateIndex) + within) / static_cast<double>(plan.rates.size()),
                           rate.rateText() + " Hz, " + std::string(strategies[index]->name));
            if (!racers[index]->runBlock(block, phase, round >= 0))
                return false;
        }
    }
    MarginOracle oracle(tolerance);
    for (const auto& racer : racers)
        racer->teach(oracle);
    std::vector<RaceStanding> standings;
    for (std::size_t i = 0; i < racers.size(); ++i)
        standings.push_back(standingOf(*strategies[i], *racers[i], oracle, rate, plan.seed));
    addStandings(standings, rate, rounds, plan.seed, rows);
    return true;
}

bool runRace(const ExperimentPlan& plan, JobControl& control, ExperimentResult& result) {
    RowTable<RaceRow> rows(result.points, raceColumns(Nanoseconds(plan.values.whole("tolerance"))));
    const auto strategies = runnableStrategies(plan, result);
    std::optional<ThreadControl> thread;
    Background background;
    background.start(plan, result.simulated, result.notes); // first, so that it keeps the usual slack
    if (!result.simulated) {
        ThreadPlan asked;
        asked.slack = Nanoseconds(plan.values.whole("slack"));
        thread.emplace(asked);
        for (const SettingOutcome& outcome : thread->outcomes()) {
            if (!outcome.granted)
                result.notes.push_back(outcome.name + " was not granted: " + outcome.reason);
        }
    }
    result.notes.push_back(
        "late: more than " + said::shortDuration(plan.values["tolerance"]) +
        " after the deadline; strategies in their mended form; one round of warm-up left out");
    for (std::size_t i = 0; i < plan.rates.size(); ++i) {
        if (!raceAt(plan.rates[i], i, plan, control, strategies, rows))
            return false;
    }
    return true;
}

} // namespace

ExperimentEntry raceEntry() {
    return {
        .id = "race",
        .name = "Strategy race",
        .asks = "Which strategy is on time for the least CPU?",
        .look =
            "Lower left is better: fewer late frames for less CPU. A strategy is dominated if another one is "
            "better in both and the intervals do not overlap; if they overlap, no difference is shown. "
            "Blocks are interleaved in random order, so that a busy moment of the machine affects all "
            "strategies alike. The oracle is the lowest CPU use at which a fixed margin, chosen with all "
            "oversleeps known beforehand, would have been late as rarely.",
        .article = "Not in the articles: they compare strategies one after the other.",
        .parameters = {countValue("rounds", "Rounds", 1, 10'000, 8,
                                  "Blocks for each strategy and rate. More: narrower intervals."),
                       {.name = "seconds",
                        .label = "Seconds per block",
                        .unit = Unit::Plain,
                        .minimum = 0.05,
                        .maximum = 600,
                        .standard = 1,
                        .meaning = "Length of one block."},
                       {.name = "tolerance",
                        .label = "Tolerance",
                        .unit = Unit::Time,
                        .minimum = 0,
                        .maximum = 1e10,
                        .standard = 1000,
                        .meaning = "A frame that starts later than this after its deadline is late."},
                       loadValue(),
                       besideChoice(),
                       {.name = "slack",
                        .label = kOwnSystem == SystemFamily::Windows ? "Timer tick" : "Timer slack",
                        .unit = Unit::Time,
                        .minimum = 1,
                        .maximum = 1e9,
                        .standard = 1,
                        .meaning = "Of the measuring thread, the same for all."},
                       xValue(1)},
        .strategies = {"adaptive", "spin", "system-sleep", "absolute-sleep", "precise-sleep", "timer-sleep",
                       "fixed-margin", "delay-precise", "quarter-granularity", "half-millisecond"},
        .rates = {60, 240, 1000},
        .quick = {{"rounds", 3}, {"seconds", 0.3}},
        .duration = raceDuration,
        .run = runRace,
        .digest = raceDigest};
}

} // namespace jitterscope

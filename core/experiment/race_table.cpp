// SPDX-License-Identifier: MIT
#include "core/experiment/race_table.h"

#include "core/base/said.h"

#include <algorithm>

namespace jitterscope {
namespace {

bool dominates(const RaceStanding& a, const RaceStanding& b) {
    return a.missed.interval.high < b.missed.interval.low && a.cpu.interval.high < b.cpu.interval.low;
}

std::string dominatorsOf(const RaceStanding& standing, const std::vector<RaceStanding>& standings) {
    std::string dominators;
    for (const RaceStanding& other : standings) {
        if (dominates(other, standing))
            dominators += (dominators.empty() ? "" : " ") + std::string(other.entry->id);
    }
    return dominators;
}

const RaceStanding& referenceOf(const std::vector<RaceStanding>& standings) {
    const auto found = std::find_if(standings.begin(), standings.end(), [](const RaceStanding& standing) {
        return standing.entry->id == "adaptive";
    });
    return found == standings.end() ? standings.front() : *found;
}

/// Differences in each round: disturbances that affected both strategies cancel out.
std::optional<MedianEstimate> cpuDifference(const RaceStanding& a, const RaceStanding& b,
                                            std::uint64_t seed) {
    if (a.cpuRound.size() != b.cpuRound.size())
        return std::nullopt;
    std::vector<double> differences;
    for (std::size_t i = 0; i < a.cpuRound.size(); ++i)
        differences.push_back(a.cpuRound[i] - b.cpuRound[i]);
    return bootstrapMedian(std::move(differences), seed);
}

std::string_view verdictOf(const Interval& interval) {
    return interval.low > 0 ? "more" : interval.high < 0 ? "less" : "no difference shown";
}

} // namespace

RaceStanding standingOf(const SleepEntry& entry, const Racer& racer, const MarginOracle& oracle,
                        const Period& rate, std::uint64_t seed) {
    RaceStanding standing;
    standing.entry = &entry;
    standing.metrics = racer.metrics();
    standing.late = standing.metrics.lateShare.value_or(Share{0, {0, 1}});
    const std::int64_t lost = standing.lost = racer.lost();
    standing.missed =
        wilsonShare(standing.metrics.late + lost, standing.metrics.frames + lost).value_or(standing.late);
    standing.cpuRound = racer.cpuPercent();
    standing.cpu = bootstrapMedian(standing.cpuRound, seed).value_or(MedianEstimate{});
    standing.sleepsPerFrame = racer.sleepsPerFrame();
    standing.involuntary = racer.involuntary();
    standing.oracleCpu = oracle.cpuPercent(rate, racer.wokeLateShare(), racer.sleepKind());
    return standing;
}

std::vector<RowColumn<RaceRow>> raceColumns(Nanoseconds tolerance) {
    const std::string late = said::shortDuration(static_cast<double>(tolerance.count()));
    return {strategyColumn<RaceRow>(),
            {"rate_hz", "Rate", Quantity::Hertz, "Frames a second.",
             [](const RaceRow& row) -> Cell { return row.rate->hertz(); }},
            {"rounds", "Rounds", Quantity::Count, "Blocks that each strategy ran.",
             [](const RaceRow& row) -> Cell { return row.rounds; }},
            {"frames", "Frames", Quantity::Count, "Of all rounds.",
             [](const RaceRow& row) -> Cell { return row.standing->metrics.frames; }},
            {"lost_iterations", "Lost", Quantity::Count,
             "Iterations given up because a wait lasted past them. Small is good.",
             [](const RaceRow& row) -> Cell { return row.standing->lost; }},
            {"late_fraction", "Late > " + late, Quantity::Fraction,
             "Share of frames more than " + late +
                 " after their deadline, of all rounds together. Small is "
                 "good.",
             [](const RaceRow& row) -> Cell { return row.standing->late.value; }},
            {"late_low", "from", Quantity::Fraction, "Lower end of its 95 % interval (Wilson).",
             [](const RaceRow& row) -> Cell { return row.standing->late.interval.low; }},
            {"late_high", "to", Quantity::Fraction, "Upper end of its 95 % interval.",
             [](const RaceRow& row) -> Cell { return row.standing->late.interval.high; }},
            {"error_p50_ns", "Median error", Quantity::Time,
             "Half of the frames start nearer to their deadline. Small is good.",
             [](const RaceRow& row) { return cellOf(row.standing->metrics.error.p50); }},
            {"error_p99_ns", "p99 error", Quantity::Time, "Needs 100 frames. Small is good.",
             [](const RaceRow& row) { return cellOf(row.standing->metrics.error.p99); }},
            {"error_max_ns", "Worst", Quantity::Time, "The worst frame.",
             [](const RaceRow& row) { return cellOf(row.standing->metrics.error.max); }},
            {"cpu_percent", "CPU", Quantity::Percent,
             "CPU time of the thread in % of one core, median over the rounds. Small is good.",
             [](const RaceRow& row) -> Cell { return row.standing->cpu.value; }},
            {"cpu_low", "from", Quantity::Percent, "Lower end of its 95 % bootstrap interval.",
             [](const RaceRow& row) -> Cell { return row.standing->cpu.interval.low; }},
            {"cpu_high", "to", Quantity::Percent, "Upper end of its 95 % bootstrap interval.",
             [](const RaceRow& row) -> Cell { return row.standing->cpu.interval.high; }},
            {"oracle_cpu_percent", "Oracle", Quantity::Percent,
             "CPU of the best fixed margin with one sleep, all oversleeps known beforehand, that "
             "wakes late as rarely as this strategy.",
             [](const RaceRow& row) { return cellOf(row.standing->oracleCpu); }},
            {"native_sleeps_per_frame", "Sleeps a frame", Quantity::Number, "Mean number of native sleeps.",
             [](const RaceRow& row) -> Cell { return row.standing->sleepsPerFrame; }},
            {"involuntary_switches", "Interrupted", Quantity::Count,
             "Times the thread lost the processor: interference that no margin covers. On "
             "simulated machines.",
             [](const RaceRow& row) {
                 return row.standing->involuntary ? Cell(*row.standing->involuntary) : Cell();
             }},
            {"dominated_by", "Dominated by", Quantity::Word,
             "Strategies that are both late less often and cheaper, with both intervals apart; a "
             "lost iteration counts as late.",
             [](const RaceRow& row) -> Cell { return row.dominators; }},
            {"compared_with", "Compared with", Quantity::Word,
             "The following differences are relative to this strategy.",
             [](const RaceRow& row) { return row.late ? wordCell(row.reference->entry->id) : Cell(); }},
            {"late_difference", "Late, difference", Quantity::Fraction,
             "Difference of the shares of late frames. Below zero: late less often.",
             [](const RaceRow& row) { return row.late ? Cell(row.late->value) : Cell(); }},
            {"late_difference_low", "from", Quantity::Fraction, "Lower end of its 95 % interval (Newcombe).",
             [](const RaceRow& row) { return row.late ? Cell(row.late->interval.low) : Cell(); }},
            {"late_difference_high", "to", Quantity::Fraction, "Upper end of its 95 % interval.",
             [](const RaceRow& row) { return row.late ? Cell(row.late->interval.high) : Cell(); }},
            {"late_verdict", "Late", Quantity::Word,
             "less, more, or no difference shown (the interval contains zero).",
             [](const RaceRow& row) { return row.late ? wordCell(verdictOf(row.late->interval)) : Cell(); }},
            {"cpu_difference", "CPU, difference", Quantity::Percent,
             "Median of the differences in each round. Below zero: cheaper.",
             [](const RaceRow& row) { return row.cpu ? Cell(row.cpu->value) : Cell(); }},
            {"cpu_difference_low", "from", Quantity::Percent, "Lower end of its 95 % bootstrap interval.",
             [](const RaceRow& row) { return row.cpu ? Cell(row.cpu->interval.low) : Cell(); }},
            {"cpu_difference_high", "to", Quantity::Percent, "Upper end of its 95 % bootstrap interval.",
             [](const RaceRow& row) { return row.cpu ? Cell(row.cpu->interval.high) : Cell(); }},
            {"cpu_verdict", "CPU", Quantity::Word, "less, more, or no difference shown.",
             [](const RaceRow& row) { return row.cpu ? wordCell(verdictOf(row.cpu->interval)) : Cell(); }}};
}

void addStandings(const std::vector<RaceStanding>& standings, const Period& rate, std::int64_t rounds,
                  std::uint64_t seed, RowTable<RaceRow>& rows) {
    if (standings.empty())
        return;
    const RaceStanding& reference = referenceOf(standings);
    for (const RaceStanding& standing : standings) {
        RaceRow row{standing.entry, &standing, &rate, rounds, dominatorsOf(standing, standings), &reference};
        if (&standing != &reference) {
            row.late = shareDifference(standing.late, reference.late);
            row.cpu = cpuDifference(standing, reference, seed);
        }
        rows.add(row);
    }
}

} // namespace jitterscope

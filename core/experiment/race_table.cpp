// SPDX-License-Identifier: MIT
#include "core/experiment/race_table.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/stats/interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

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
    const std::string late = said::shortDuration(tolerance);
    return {
        strategyColumn<RaceRow>(),
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
             " after their deadline, of all rounds together. Small is good.",
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
         "CPU of the best fixed margin with one sleep, all oversleeps known beforehand, that wakes late as "
         "rarely as this strategy.",
         [](const RaceRow& row) { return cellOf(row.standing->oracleCpu); }},
        {"native_sleeps_per_frame", "Sleeps a frame", Quantity::Number, "Mean number of native sleeps.",
         [](const RaceRow& row) -> Cell { return row.standing->sleepsPerFrame; }},
        {"involuntary_switches", "Interrupted", Quantity::Count,
         "Times the thread lost the processor: interference that no margin covers. On simulated machines.",
         [](const RaceRow& row) {
             return row.standing->involuntary ? Cell(*row.standing->involuntary) : Cell();
         }},
        {"dominated_by", "Dominated by", Quantity::Word,
         "Strategies that are both late less often and cheaper, with both intervals apart; a lost iteration "
         "counts as late.",
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

namespace {

constexpr double kFewMissed = 0.01; // largest share of missed frames
constexpr std::array<std::string_view, 8> kShown{"strategy",        "late_fraction", "late_low",
                                                 "late_high",       "error_p50_ns",  "error_p99_ns",
                                                 "lost_iterations", "cpu_percent"};

/// The values described in words.
struct Competitor {
    std::string id;
    double missed = 0;    // share of frames and lost iterations
    double missedLow = 0; // lower end of its 95 % interval
    double missedHigh = 1;
    double cpu = 0;
    double cpuLow = 0;
    double cpuHigh = 0;
};

Competitor competitorOf(const Table& points, std::size_t row) {
    const auto number = [&](std::string_view name) { return numberOf(points.at(row, name)).value_or(0); };
    const double frames = number("frames");
    const double lost = number("lost_iterations");
    const auto missed = static_cast<std::int64_t>(std::llround(number("late_fraction") * frames + lost));
    const Share share = wilsonShare(missed, std::llround(frames + lost)).value_or(Share{1, {0, 1}});
    return {std::string(wordOf(points.at(row, "strategy"))),
            share.value,
            share.interval.low,
            share.interval.high,
            number("cpu_percent"),
            number("cpu_low"),
            number("cpu_high")};
}

std::string metrics(const Competitor& one) {
    return said::percent(100 * one.missed) + " missed at " + said::percent(one.cpu) + " CPU";
}

/// `on`: the strategies on time, cheapest first. One wins only where its intervals say so.
std::string winnerOf(const std::vector<Competitor>& on) {
    const Competitor& winner = on.front();
    const bool apart = on.size() == 1 || on[1].cpuLow > winner.cpuHigh;
    const bool wins = apart && winner.missedHigh <= kFewMissed;
    const std::string count = std::to_string(on.size());
    std::string text;
    if (on.size() == 1)
        text = winner.id + (wins ? " wins: " : " is the only one on time so far: ") + metrics(winner) +
               (wins ? ", and is the only one on time." : ".");
    else if (wins)
        text = winner.id + " wins: " + metrics(winner) + ", the cheapest of " + count + " on time; then " +
               on[1].id + " at " + said::percent(on[1].cpu) + ".";
    else
        text = winner.id + " is the cheapest of the " + count + " on time so far: " + metrics(winner) + ". " +
               on[1].id + " follows at " + said::percent(on[1].cpu) +
               (apart ? "." : "; their intervals touch, so neither wins.");
    if (winner.missedHigh > kFewMissed)
        text += " " + winner.id + " may miss up to " + said::percent(100 * winner.missedHigh) +
                ": more rounds would tell.";
    return text;
}

/// None is on time: the cheapest of those that are not shown to miss more than the best.
std::string leastLate(std::vector<Competitor> field) {
    const Competitor best = *std::ranges::min_element(field, {}, &Competitor::missed);
    std::erase_if(field, [&](const Competitor& one) { return one.missedLow > best.missedHigh; });
    if (field.size() == 1)
        return best.id + " misses fewest: " + metrics(best) + ".";
    const Competitor& cheapest = *std::ranges::min_element(field, {}, &Competitor::cpu);
    return "of the " + std::to_string(field.size()) + " that are not shown to miss more than " + best.id +
           " (" + said::percent(100 * best.missed) + "), the cheapest is " + cheapest.id + ": " +
           metrics(cheapest) + ".";
}

std::string sentenceOf(const std::string& rate, std::vector<Competitor> field) {
    std::vector<Competitor> on;
    std::ranges::copy_if(field, std::back_inserter(on),
                         [](const Competitor& one) { return one.missedLow <= kFewMissed; });
    std::ranges::sort(on, {}, &Competitor::cpu);
    if (!on.empty())
        return rate + " Hz: " + winnerOf(on);
    return rate + " Hz: none is on time; " + leastLate(std::move(field));
}

} // namespace

Digest raceDigest(const ExperimentResult& result) {
    const Table& points = result.points;
    Digest digest;
    std::set<double> told;
    for (const Period& rate : result.plan.rates) {
        if (!told.insert(rate.hertz()).second)
            continue;
        Table table;
        for (const std::string_view name : kShown)
            table.columns.push_back(points.columns[static_cast<std::size_t>(points.column(name))]);
        std::vector<Competitor> field;
        for (std::size_t row = 0; row < points.rows.size(); ++row) {
            if (points.at(row, "rate_hz") != Cell(rate.hertz()))
                continue;
            field.push_back(competitorOf(points, row));
            std::vector<Cell>& cells = table.rows.emplace_back();
            for (const std::string_view name : kShown)
                cells.push_back(points.at(row, name));
        }
        if (field.empty()) // it was cancelled before
            continue;
        digest.verdicts.push_back(sentenceOf(rate.rateText(), std::move(field)));
        digest.parts.push_back(titled(digest.verdicts.back(), std::move(table)));
    }
    if (!digest.parts.empty())
        digest.sentences.emplace_back(
            "On time: it is not shown that more than 1 % of the frames are late or given up.");
    return digest;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/experiment/race_digest.h"

#include "core/base/parse.h"
#include "core/stats/interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

namespace jitterscope {
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

std::string percent(double value) {
    return decimalText(value, value < 10 ? 2 : 0) + " %";
}

std::string metrics(const Competitor& one) {
    return percent(100 * one.missed) + " missed at " + percent(one.cpu) + " CPU";
}

/// `on`: the strategies on time, cheapest first. One wins only where its intervals say so.
std::string winnerOf(const std::vector<Competitor>& on) {
    const Competitor& winner = on.front();
    const bool apart = on.size() == 1 || on[1].cpuLow > winner.cpuHigh;
    const bool wins = apart && winner.missedHigh <= kFewMissed;
    std::string text =
        (wins ? winner.id + " wins: " : "cheapest so far: " + winner.id + ", ") + metrics(winner);
    if (on.size() == 1) {
        text += ", and is the only one on time.";
    } else {
        const Competitor& next = on[1];
        text += (wins ? ", the cheapest of " : ", of ") + std::to_string(on.size()) + " on time; then " +
                next.id + " at " + percent(next.cpu) +
                (apart ? "." : ", whose interval touches its own: neither wins.");
    }
    if (winner.missedHigh > kFewMissed)
        text += " It may miss up to " + percent(100 * winner.missedHigh) + ": more rounds would tell.";
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
           " (" + percent(100 * best.missed) + "), the cheapest is " + cheapest.id + ": " +
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
            "On time: not shown to miss (late or given up) more than 1 % of the frames.");
    return digest;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/compare/pair_words.h"

#include "core/base/parse.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

using Outcome = FigureDifference::Outcome;
using Figures = std::vector<const FigureDifference*>;

/// Replaces %1 and %2.
std::string filled(std::string_view text, const std::string& first, const std::string& second = {}) {
    std::string result(text);
    if (const std::size_t place = result.find("%1"); place != std::string::npos)
        result.replace(place, 2, first);
    if (const std::size_t place = result.find("%2"); place != std::string::npos)
        result.replace(place, 2, second);
    return result;
}

std::string listed(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
        text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
    return text;
}

std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string smallLetter(std::string text) {
    if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

/// The judged figures in the verdict's order.
Figures judgedFigures(const Comparison& comparison) {
    Figures judged;
    for (const FigureDifference& line : comparison.figures) {
        if (line.judged)
            judged.push_back(&line);
    }
    std::ranges::stable_sort(judged, {}, [](const FigureDifference* line) { return line->entry->order; });
    return judged;
}

/// `99 of 100 frames take at most 7.1 ms instead of 9.5 ms`
std::string instead(const FigureDifference& line) {
    return filled(line.entry->says, figureText(*line.entry, *line.b), figureText(*line.entry, *line.a));
}

std::string claim(const FigureDifference& line) {
    return std::string(line.better > 0 ? line.entry->wins : line.entry->loses);
}

/// `between 2.22 and 2.62 ms less`
std::string between(const FigureDifference& line) {
    const FigureEntry& entry = *line.entry;
    const Interval& interval = *line.interval;
    const bool less = interval.high < 0;
    const std::string nearer = signedFigureText(entry, less ? -interval.high : interval.low);
    const std::string farther = signedFigureText(entry, less ? -interval.low : interval.high);
    return "between " + spanText(nearer.substr(1), farther.substr(1), " and ") + (less ? " less" : " more");
}

std::string range(const FigureDifference& line) {
    return "between " + intervalText(*line.entry, *line.interval, " and ");
}

std::vector<std::string> namesOf(const Figures& lines, const Comparison& comparison) {
    std::vector<std::string> names;
    for (const FigureDifference* const line : lines)
        names.push_back(smallLetter(figureName(*line->entry, comparison)));
    return names;
}

Figures ofOutcome(const Figures& lines, Outcome outcome) {
    Figures result;
    std::ranges::copy_if(lines, std::back_inserter(result),
                         [outcome](const FigureDifference* line) { return line->outcome == outcome; });
    return result;
}

void sayNothingInCommon(Comparison& comparison, const ComparedRun& a, const ComparedRun& b) {
    comparison.sentence = "These two cannot be compared.";
    const auto holds = [](const ComparedRun& run) -> std::string {
        if (run.has(RunQuantity::FrameTime))
            return "frame times";
        return run.has(RunQuantity::Lateness)   ? "lateness"
               : run.has(RunQuantity::Duration) ? "times"
                                                : "no times";
    };
    comparison.detail = "A holds " + holds(a) + ", B holds " + holds(b) + ": they did not measure the same.";
}

void sayTooFew(Comparison& comparison, const Figures& judged) {
    const Figures unlike = ofOutcome(judged, Outcome::Unlike);
    if (unlike.size() == judged.size() && !judged.empty()) {
        comparison.verdict = PairVerdict::NotComparable;
        comparison.sentence = "These two cannot be compared as they are.";
        comparison.detail = capital(unlike.front()->why) + ".";
        return;
    }
    comparison.verdict = PairVerdict::TooFew;
    comparison.sentence = "Whether they differ cannot be told.";
    const auto why = std::ranges::find_if(judged, [](const FigureDifference* line) {
        return line->outcome == Outcome::NoInterval || line->outcome == Outcome::Absent;
    });
    comparison.detail =
        why == judged.end() ? "" : figureName(*(*why)->entry, comparison) + ": " + (*why)->why + ".";
}

void sayNotShown(Comparison& comparison, const Figures& even) {
    comparison.verdict = PairVerdict::NotShown;
    comparison.sentence = "No difference shown.";
    const auto telling = std::ranges::find_if(even, [](const FigureDifference* line) {
        return line->interval->low < 0 || line->interval->high > 0;
    });
    const FigureDifference& first = telling != even.end() ? **telling : *even.front();
    comparison.detail =
        figureName(*first.entry, comparison) + ": B − A lies " + range(first) + " (95 % sure).";
    Figures others = even;
    std::erase(others, &first);
    if (!others.empty())
        comparison.detail +=
            " " + capital(listed(namesOf(others, comparison))) + ": no difference shown either.";
}

void sayMixed(Comparison& comparison, const FigureDifference& better, const FigureDifference& worse) {
    comparison.verdict = PairVerdict::Mixed;
    comparison.sentence =
        "Neither is better in everything: B " + claim(better) + ", but " + claim(worse) + ".";
    comparison.detail = capital(instead(better)) + " (95 % sure: " + between(better) + "), but " +
                        instead(worse) + " (" + between(worse) + ").";
}

void sayOneWay(Comparison& comparison, const Figures& shown, const Figures& even) {
    const FigureDifference& first = *shown.front();
    comparison.verdict = first.better > 0 ? PairVerdict::Better : PairVerdict::Worse;
    comparison.sentence = "B " + claim(first) + ": " + instead(first) + ".";
    comparison.detail = "95 % sure: " + between(first) + ".";
    for (std::size_t i = 1; i < shown.size(); ++i)
        comparison.detail += " " + capital(instead(*shown[i])) + ".";
    if (!even.empty())
        comparison.detail += " " + capital(listed(namesOf(even, comparison))) + ": no difference shown.";
}

} // namespace

void sayVerdict(Comparison& comparison, const ComparedRun& a, const ComparedRun& b) {
    const Figures judged = judgedFigures(comparison);
    if (judged.empty()) {
        sayNothingInCommon(comparison, a, b);
        return;
    }
    const Figures shown = ofOutcome(judged, Outcome::Different);
    const Figures even = ofOutcome(judged, Outcome::NotShown);
    if (shown.empty() && even.empty()) {
        sayTooFew(comparison, judged);
        return;
    }
    if (shown.empty()) {
        sayNotShown(comparison, even);
        return;
    }
    const auto better =
        std::ranges::find_if(shown, [](const FigureDifference* line) { return line->better > 0; });
    const auto worse =
        std::ranges::find_if(shown, [](const FigureDifference* line) { return line->better < 0; });
    if (better != shown.end() && worse != shown.end())
        sayMixed(comparison, **better, **worse);
    else
        sayOneWay(comparison, shown, even);
}

std::string figureName(const FigureEntry& entry, const Comparison& comparison) {
    const bool late =
        entry.quantity == RunQuantity::Lateness && entry.statistic.kind == SeriesStatistic::Kind::ShareBeyond;
    if (late && comparison.tolerance)
        return std::string(entry.name) + ", beyond " +
               shortDuration(static_cast<double>(comparison.tolerance->count()));
    return filled(entry.name, comparison.limit ? shortDuration(static_cast<double>(comparison.limit->count()))
                                               : "a limit");
}

} // namespace jitterscope

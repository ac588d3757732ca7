// SPDX-License-Identifier: MIT
#include "core/compare/comparison_report.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/platform/own_system.h"

#include <array>
#include <string_view>
#include <utility>

namespace jitterscope {

std::string sourceText(const ComparedRun& run) {
    switch (run.origin) {
    case RunOrigin::Simulated:
        return "simulated";
    case RunOrigin::Here:
        return run.path.empty() ? "measured here" : "measured with Jitterscope";
    case RunOrigin::Log:
        break;
    }
    return run.recordedBy;
}

std::string settingsText(const ComparedRun& run) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kShown{
        {{"strategy", ""},
         {"policy", ""},
         {"work", "work "},
         {"load", "background load "},
         {"machine", "machine "},
         {"realtime", "real-time class "},
         {"cpu", "pinned to CPU "},
         {"slack_ns", kOwnSystem == SystemFamily::Windows ? "timer tick, ns: " : "timer slack, ns: "},
         {"process", "program "}}};
    std::string text;
    for (const auto& [key, words] : kShown) {
        const auto found = run.settings.find(std::string(key));
        if (found == run.settings.end() || found->second.empty())
            continue;
        text += (text.empty() ? "" : " · ") + std::string(words) + found->second;
        const std::string prefix = std::string(key) + ".";
        for (auto it = run.settings.lower_bound(prefix);
             it != run.settings.end() && it->first.starts_with(prefix); ++it)
            text += ", " + it->first.substr(prefix.size()) + " " + it->second;
    }
    return text;
}

std::optional<HeadFigure> headFigure(const ComparedRun& run) {
    constexpr std::array<std::pair<RunQuantity, std::string_view>, 4> kOrder{
        {{RunQuantity::FrameTime, "frame time"},
         {RunQuantity::Lateness, "lateness"},
         {RunQuantity::Duration, "duration"},
         {RunQuantity::Error, "error"}}};
    for (const auto& [quantity, name] : kOrder) {
        const auto summary = run.summaries.find(quantity);
        if (summary == run.summaries.end())
            continue;
        const bool tail = summary->second.p99.has_value();
        const std::optional<double> value = tail ? summary->second.p99 : summary->second.p50;
        if (!value)
            continue;
        const std::string text = said::duration(*value);
        const std::size_t gap = text.rfind(' '); // between number and unit
        return HeadFigure{std::string(name) +
                              (tail ? ": 99 of 100 are at most this" : ": half are at most this"),
                          text.substr(0, gap), text.substr(gap + 1) + (tail ? " p99" : " p50")};
    }
    return std::nullopt;
}

std::vector<const FigureDifference*> differenceLines(const Comparison& comparison) {
    std::vector<const FigureDifference*> lines;
    for (const FigureDifference& line : comparison.figures) {
        if (line.outcome != FigureDifference::Outcome::Absent || line.a || line.b)
            lines.push_back(&line);
    }
    return lines;
}

DifferenceTexts differenceTexts(const FigureDifference& line, const Comparison& comparison) {
    const FigureEntry& entry = *line.entry;
    DifferenceTexts texts{figureName(entry, comparison), "–", "–", line.why, ""};
    if (line.a)
        texts.a = figureText(entry, *line.a);
    if (line.b)
        texts.b = figureText(entry, *line.b);
    if (line.outcome == FigureDifference::Outcome::Unlike)
        texts.difference = "cannot be compared: " + line.why;
    if (line.outcome == FigureDifference::Outcome::NoInterval)
        texts.difference = signedFigureText(entry, *line.difference()) + " (" + line.why + ")";
    if (line.outcome == FigureDifference::Outcome::TooShort)
        texts.difference = "too short to tell";
    if (line.interval) {
        const std::string range = intervalText(entry, *line.interval);
        texts.difference = signedFigureText(entry, *line.difference()) + " (" + range + ")";
        if (line.outcome == FigureDifference::Outcome::NotShown)
            texts.difference += ", not shown";
        if (line.outcome == FigureDifference::Outcome::AboutTheSame)
            texts.difference += ", about the same";
    }
    if (line.interval && line.interval->low == 0 && line.interval->high == 0)
        texts.difference = "the same";
    texts.better = wayId(line.way);
    return texts;
}

std::string compareCommand(const ComparisonReport& report) {
    std::string command = "jitterscope-cli compare";
    for (const auto& [name, run] : {std::pair{"A.csv", &report.a}, std::pair{"B.csv", &report.b}})
        command += " " + (run->path.empty() ? std::string(name) : shellWord(fileName(run->path) + run->part));
    const std::string& ofA = report.a.openedWith;
    const std::string& ofB = report.b.openedWith;
    if (ofA.empty() || ofB.empty() || ofA == ofB) // a command has one set of options for both
        command += (ofA.empty() && ofB.empty() ? "" : " ") + (ofA.empty() ? ofB : ofA);
    if (report.a.taken && report.b.taken && report.a.taken->range == report.b.taken->range)
        command += " " + rangeOptions(report.a.taken->range);
    if (report.options.tolerance)
        command += " --tolerance " + durationText(*report.options.tolerance);
    if (report.options.limit)
        command += " --beyond " + durationText(*report.options.limit);
    if (report.options.repeats != CompareOptions().repeats)
        command += " --repeats " + plainNumberText(100 * report.options.repeats);
    if (report.options.seed != CompareOptions().seed)
        command += " --seed " + std::to_string(report.options.seed);
    return command;
}

} // namespace jitterscope

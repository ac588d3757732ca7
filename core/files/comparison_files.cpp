// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/version.h"
#include "core/compare/comparison_report.h"
#include "core/diagnosis/verdict.h"
#include "core/files/csv_format.h"
#include "core/files/json_parts.h"
#include "core/files/result_files.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

using Outcome = FigureDifference::Outcome;

constexpr std::array<std::pair<Outcome, std::string_view>, 7> kOutcomes{
    {{Outcome::Different, "different"},
     {Outcome::NotShown, "no-difference-shown"},
     {Outcome::AboutTheSame, "about-the-same"},
     {Outcome::TooShort, "too-short"},
     {Outcome::NoInterval, "no-interval"},
     {Outcome::Unlike, "cannot-be-compared"},
     {Outcome::Absent, "absent"}}};

std::string_view outcomeId(Outcome outcome) noexcept {
    for (const auto& [value, id] : kOutcomes) {
        if (value == outcome)
            return id;
    }
    return "absent";
}

/// Units of the figures, as files name them.
std::string_view unitId(FigureEntry::Unit unit) noexcept {
    switch (unit) {
    case FigureEntry::Unit::Time:
        return "ns";
    case FigureEntry::Unit::Share:
        return "share";
    case FigureEntry::Unit::Rate:
        return "hz";
    case FigureEntry::Unit::Percent:
        return "percent";
    case FigureEntry::Unit::Ppm:
        return "ppm";
    case FigureEntry::Unit::Factor:
        return "factor";
    }
    return "ns";
}

Json runObject(const ComparedRun& run) {
    Json object = Json::object();
    object["name"] = run.name;
    object["source"] = sourceText(run);
    object["file"] = fileName(run.path);
    object["started_utc"] = textOrNull(run.startedUtc);
    object["settings"] = run.settings;
    object["facts"] = run.facts;
    object["frames"] = run.frames;
    object["part"] = partObject(run.taken);
    object["recordings"] = std::max<std::size_t>(1, run.parts.size());
    object["frames_without_interval"] = run.framesWithout;
    object["rate_hz"] = orNull(run.rateHz);
    object["rate_estimated"] = run.rateEstimated;
    object["tolerance_ns"] = orNull(run.tolerance);
    object["disturbances"] = run.disturbances;
    object["warnings"] = run.warnings;
    object["lacks"] = run.lacks;
    object["note"] = run.note;
    object["command"] = textOrNull(run.command);
    return object;
}

Json figureObject(const FigureDifference& line) {
    Json object = Json::object();
    object["id"] = line.entry->id;
    object["unit"] = unitId(line.entry->unit);
    object["a"] = orNull(line.a);
    object["b"] = orNull(line.b);
    object["difference"] = orNull(line.difference());
    object["low"] = line.interval ? Json(line.interval->low) : Json(nullptr);
    object["high"] = line.interval ? Json(line.interval->high) : Json(nullptr);
    object["outcome"] = outcomeId(line.outcome);
    object["b_is"] = line.way != Way::Neither ? Json(wayId(line.way)) : Json(nullptr);
    object["judged"] = line.judged;
    object["why"] = textOrNull(line.why);
    return object;
}

std::string numberOrNothing(const std::optional<double>& value) {
    return value ? numberText(*value) : std::string();
}

} // namespace

std::string comparisonJson(const ComparisonReport& report) {
    const Comparison& comparison = report.comparison;
    Json json = fileObject("comparison");
    addPrivacy(json, {report.redacted});
    json["verdict"] = pairVerdictId(comparison.verdict);
    json["sentence"] = comparison.sentence;
    json["detail"] = comparison.detail;
    json["note"] = report.note;
    json["a"] = runObject(report.a);
    json["b"] = runObject(report.b);
    json["fairness"] = Json::array();
    for (const FairnessRemark& remark : comparison.fairness)
        json["fairness"].push_back({{"good", remark.good}, {"text", remark.text}});
    json["level"] = Comparison::kLevel;
    json["tolerance_ns"] = orNull(comparison.tolerance);
    json["limit_ns"] = orNull(comparison.limit);
    json["resamples"] = comparison.resamples;
    json["block_frames"] = {{"a", comparison.blockA}, {"b", comparison.blockB}};
    json["recordings_drawn"] = {{"a", comparison.partsA}, {"b", comparison.partsB}};
    json["figures"] = Json::array();
    for (const FigureDifference& line : comparison.figures)
        json["figures"].push_back(figureObject(line));
    json["each"] = Json::array();
    for (const EachPair& pair : report.each)
        json["each"].push_back(
            {{"name", pair.name}, {"verdict", pairVerdictId(pair.verdict)}, {"sentence", pair.sentence}});
    json["command"] = report.redacted ? Json(nullptr) : Json(compareCommand(report));
    return dumped(json);
}

std::string recordedJson(const ComparedRun& run, const Target& target, const Privacy& privacy) {
    const RecordedVerdict verdict = judgeRecorded(run, target);
    Redactor redactor(privacy);
    redactor.learn(run);
    Json json = fileObject("recorded-verdict");
    addPrivacy(json, privacy);
    json["job"] = jobObject(target.job, verdict.id(), verdict.late);
    json["frames"] = verdict.frames;
    json["sentence"] = verdict.sentence;
    json["run"] = runObject(redactor.run(run));
    return dumped(json);
}

std::string comparisonCsv(const ComparisonReport& report) {
    const Comparison& comparison = report.comparison;
    std::string text = csv::headerLine(csv::kSchemaKey, std::to_string(csv::kSchema));
    text += csv::headerLine(csv::kKindKey, "comparison");
    text += csv::headerLine("program", "jitterscope " + std::string(version()));
    text += csv::privacyLine({report.redacted});
    text += csv::headerLine("a", report.a.name);
    text += csv::headerLine("b", report.b.name);
    text += csv::headerLine("verdict", pairVerdictId(comparison.verdict));
    text += csv::headerLine("sentence", comparison.sentence);
    text += csv::headerLine("level", numberText(Comparison::kLevel));
    text += "figure,unit,a,b,difference,low,high,outcome,b_is,judged\n";
    for (const FigureDifference& line : comparison.figures) {
        text += std::string(line.entry->id) + "," + std::string(unitId(line.entry->unit)) + "," +
                numberOrNothing(line.a) + "," + numberOrNothing(line.b) + "," +
                numberOrNothing(line.difference()) + ",";
        text +=
            (line.interval ? numberText(line.interval->low) + "," + numberText(line.interval->high) : ",") +
            ",";
        text += csv::field(std::string(outcomeId(line.outcome))) + "," + std::string(wayId(line.way)) + "," +
                (line.judged ? "yes" : "no") + "\n";
    }
    return text + csv::endLine(static_cast<std::int64_t>(comparison.figures.size()), 0, true);
}

} // namespace jitterscope

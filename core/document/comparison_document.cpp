// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/version.h"
#include "core/compare/comparison_report.h"
#include "core/document/documents.h"
#include "core/figure/figures.h"
#include "core/privacy/redactor.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace jitterscope {
namespace {

using Outcome = FigureDifference::Outcome;

/// The rows of the table of differences that `wanted` takes, if there are any.
void addDifferences(Section& section, const Comparison& comparison,
                    const std::function<bool(const FigureDifference&)>& wanted) {
    Table table;
    for (const std::string_view heading : kDifferenceHeadings)
        table.columns.push_back(numbers(std::string(heading)));
    for (Column* const ofWords : {&table.columns.front(), &table.columns.back()})
        ofWords->quantity = Quantity::Word;
    for (const FigureDifference* const line : differenceLines(comparison)) {
        if (!wanted(*line))
            continue;
        const DifferenceTexts texts = differenceTexts(*line, comparison);
        table.rows.push_back({texts.name, texts.a, texts.b, texts.difference, texts.better});
    }
    if (!table.rows.empty())
        section.blocks.push_back(std::move(table));
}

void addPictures(Section& section, const ComparisonCurves& curves) {
    const auto add = [&section](Figure figure) {
        if (!figure.empty())
            section.blocks.push_back(FigureBlock{std::move(figure)});
    };
    add(countsFigure(curves));
    add(quantilesFigure(curves));
    for (const PairOverTime& pair : curves.overTime)
        add(overTimeFigure(pair));
}

std::string lengthText(const ComparedRun& run) {
    std::string text = std::to_string(run.frames) + (run.has(RunQuantity::FrameTime) ? " frames" : " values");
    if (const std::optional<double> seconds = run.seconds())
        text += " in " + said::shortDuration(*seconds * 1e9);
    return text;
}

Tone toneOf(PairVerdict verdict) noexcept {
    switch (verdict) {
    case PairVerdict::Better:
    case PairVerdict::Faster:
        return Tone::Good;
    case PairVerdict::Worse:
    case PairVerdict::Slower:
        return Tone::Bad;
    case PairVerdict::Mixed:
        return Tone::Mixed;
    case PairVerdict::AboutTheSame:
        return Tone::Alike;
    case PairVerdict::NotShown:
        return Tone::Even;
    case PairVerdict::NotComparable:
    case PairVerdict::TooFew:
    case PairVerdict::TooShort:
        break;
    }
    return Tone::Unknown;
}

/// What fills the first two pages: the sentences, the runs, and the pictures.
Section comparisonVerdict(const ComparisonReport& report) {
    const Comparison& comparison = report.comparison;
    Section section = pairSection(comparison);
    Table sides{.columns = {words(""), words("run"), words("where from"), words("length")}};
    for (const auto& [letter, run] : {std::pair("A", &report.a), std::pair("B", &report.b)})
        sides.rows.push_back({std::string(letter), run->name, sourceText(*run), lengthText(*run)});
    section.blocks.push_back(std::move(sides));
    if (!report.note.empty())
        section.blocks.push_back(plain("Note: " + report.note));
    addDifferences(section, comparison, [](const FigureDifference& line) { return line.judged; });
    const FigureDifference* const late = comparison.find("late.fraction");
    if (late != nullptr && late->outcome == Outcome::Unlike)
        section.blocks.push_back(note("--tolerance TIME judges late frames of both alike."));
    if (report.curves != nullptr)
        addPictures(section, *report.curves);
    return section;
}

bool neverEarly(const ComparedRun& run) {
    const auto lateness = run.summaries.find(RunQuantity::Lateness);
    return lateness != run.summaries.end() && lateness->second.min.value_or(-1) >= 0;
}

/// Where no frame begins early, lateness is the error, and its row would say the same again.
bool repeatsTheError(const FigureDifference& line, const ComparisonReport& report) {
    constexpr std::string_view kLateness = "lateness.";
    const std::string_view id = line.entry->id;
    return line.a && line.b && id.starts_with(kLateness) && neverEarly(report.a) && neverEarly(report.b) &&
           report.comparison.find("error." + std::string(id.substr(kLateness.size()))) != nullptr;
}

/// Threads or processors, each by itself.
Section eachSection(const ComparisonReport& report) {
    Section section{"Each by itself", {}};
    for (const EachPair& pair : report.each)
        section.blocks.push_back(plain(pair.name + ": " + pair.sentence));
    return section;
}

Section furtherSection(const ComparisonReport& report) {
    const Comparison& comparison = report.comparison;
    Section section{"Further figures", {}};
    section.newPage = true;
    addDifferences(section, comparison, [&](const FigureDifference& line) {
        return !line.judged && !repeatsTheError(line, report);
    });
    const auto leftOut = [&](const FigureDifference& line) { return repeatsTheError(line, report); };
    if (std::ranges::any_of(comparison.figures, leftOut))
        section.blocks.push_back(
            note("Lateness is the error here: no frame begins early. Its rows are left out."));
    if (const std::string method = comparison.method(); !method.empty()) {
        const bool blocks = comparison.partsA == 0 && comparison.partsB == 0 &&
                            (comparison.blockA > 0 || comparison.blockB > 0);
        section.blocks.push_back(
            note("Intervals hold together with 95 %, those of the verdict included: " +
                 (blocks ? "block bootstrap, " + method + ", because frames that follow each other are alike."
                         : "bootstrap, " + method + ".")));
    }
    return section;
}

void addRow(Table& table, const std::string& what, const std::string& a, const std::string& b) {
    if (!a.empty() || !b.empty())
        table.rows.push_back({what, a.empty() ? "–" : a, b.empty() ? "–" : b});
}

std::string rateText(const ComparedRun& run) {
    if (!run.rateHz)
        return {};
    return decimalText(*run.rateHz, 2) + " Hz" +
           (run.rateEstimated ? " (measured: frames divided by time)" : "");
}

Section runsSection(const ComparisonReport& report) {
    const ComparedRun& a = report.a;
    const ComparedRun& b = report.b;
    Section section{"The two runs", {}};
    section.aside = true;
    Table table{.columns = {words(""), words("A"), words("B")}};
    addRow(table, "name", a.name, b.name);
    addRow(table, "where from", sourceText(a), sourceText(b));
    addRow(table, "file", fileName(a.path), fileName(b.path));
    addRow(table, "started, UTC", a.startedUtc, b.startedUtc);
    addRow(table, "length", lengthText(a), lengthText(b));
    const auto taken = [](const ComparedRun& run) { return run.taken ? run.taken->text() : std::string(); };
    addRow(table, "part", taken(a), taken(b));
    addRow(table, "rate", rateText(a), rateText(b));
    addRow(table, "settings", settingsText(a), settingsText(b));
    addRow(table, "disturbed by", said::joined(a.disturbances), said::joined(b.disturbances));
    addRow(table, "not recorded", said::joined(a.lacks, " "), said::joined(b.lacks, " "));
    addRow(table, "warnings", said::joined(a.warnings, " · "), said::joined(b.warnings, " · "));
    addRow(table, "note", a.note, b.note);
    section.blocks.push_back(std::move(table));
    return section;
}

/// What differs in a table, and what is the same in one paragraph.
Section machinesSection(const ComparisonReport& report) {
    Section section{"What was recorded of the machines", {}, true};
    Table table{.columns = {words("fact"), words("A"), words("B")}};
    ComparedRun::Texts all = report.a.facts;
    all.insert(report.b.facts.begin(), report.b.facts.end());
    const auto value = [](const ComparedRun& run, const std::string& key) {
        const auto found = run.facts.find(key);
        return found != run.facts.end() ? found->second : std::string();
    };
    std::string same;
    for (const auto& [key, text] : all) {
        const std::string a = value(report.a, key);
        const std::string b = value(report.b, key);
        if (a != b)
            addRow(table, key, a, b);
        else if (!a.empty())
            same += (same.empty() ? "" : " · ") + key + " " + a;
    }
    if (!table.rows.empty())
        section.blocks.push_back(std::move(table));
    if (!same.empty())
        section.blocks.push_back(note("The same in both: " + same + "."));
    return section;
}

Section repeatSection(const ComparisonReport& report) {
    Section section{report.redacted ? "What this report reveals" : "Repeat it", {}};
    section.aside = true;
    std::string commands;
    for (const auto& [name, run] : {std::pair{"A", &report.a}, std::pair{"B", &report.b}}) {
        if (!run->command.empty())
            commands += run->command + " --csv " + name + ".csv\n";
    }
    if (!report.redacted)
        section.blocks.push_back(CodeBlock{"sh", commands + compareCommand(report)});
    section.blocks.push_back(
        note("Made with Jitterscope " + std::string(version()) + ". " +
             privacyText({report.redacted}, "names of files and programs, and command lines")));
    return section;
}

} // namespace

Section pairSection(const Comparison& comparison) {
    using Role = Paragraph::Role;
    Section section{.title = "Verdict", .blocks = {}, .id = "pair"};
    section.blocks.push_back(Paragraph{comparison.sentence, Role::Lead, toneOf(comparison.verdict)});
    if (!comparison.detail.empty())
        section.blocks.push_back(Paragraph{comparison.detail, Role::Plain, Tone::Plain, "detail"});
    for (const FairnessRemark& remark : comparison.fairness)
        section.blocks.push_back(
            remark.good ? Paragraph{"Fair: " + remark.text, Role::Note, Tone::Plain, "fairness"}
                        : Paragraph{"Careful: " + remark.text, Role::Plain, Tone::Careful, "fairness"});
    return section;
}

Document comparisonDocument(const ComparisonReport& report) {
    Document document{"Comparison of two runs", {}};
    document.sections.push_back(comparisonVerdict(report));
    for (Section section : {eachSection(report), furtherSection(report), runsSection(report)}) {
        if (!section.blocks.empty())
            document.sections.push_back(std::move(section));
    }
    if (Section machines = machinesSection(report); !machines.blocks.empty())
        document.sections.push_back(std::move(machines));
    document.sections.push_back(repeatSection(report));
    return document;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/compare/comparison_report.h"
#include "core/diagnosis/verdict.h"
#include "core/document/documents.h"

#include <array>

namespace jitterscope {
namespace {

/// The interval of the share, and what it rests on.
std::string intervalSentence(const RecordedVerdict& verdict) {
    const Share& late = *verdict.late;
    return said::share(late.value, late.interval.low, late.interval.high) + ", of " +
           said::count(verdict.frames) +
           (verdict.independent ? " wake-ups; it holds if they do not depend on each other."
                                : " frames and lost slots, in blocks of a second.");
}

Table figuresTable(const ComparedRun& run) {
    static constexpr std::array kNamed{std::pair(RunQuantity::Lateness, "lateness"),
                                       std::pair(RunQuantity::FrameTime, "frame time"),
                                       std::pair(RunQuantity::Duration, "duration")};
    Table table{.columns = {words("figure"), words("value")}};
    for (const auto& [quantity, name] : kNamed) {
        const auto found = run.summaries.find(quantity);
        if (found == run.summaries.end())
            continue;
        for (const SummaryField& field : summaryFields()) {
            if (found->second.*field.figure)
                table.rows.push_back(
                    {std::string(name) + " " + std::string(field.label), figureText(found->second, field)});
        }
    }
    return table;
}

Section recordingSection(const ComparedRun& run) {
    Section section{"The recording", {}};
    Table table{.columns = {words(""), words("")}};
    const auto add = [&](const char* what, const std::string& text) {
        if (!text.empty())
            table.rows.push_back({what, text});
    };
    add("name", run.name);
    add("where from", sourceText(run));
    add("part", run.taken ? run.taken->text() : std::string());
    add("settings", settingsText(run));
    section.blocks.push_back(std::move(table));
    section.blocks.push_back(figuresTable(run));
    for (const std::vector<std::string>* const list : {&run.lacks, &run.warnings}) {
        for (const std::string& text : *list)
            section.blocks.push_back(note(text));
    }
    return section;
}

} // namespace

Document recordedDocument(const ComparedRun& run, const Target& target, const Privacy& privacy) {
    const RecordedVerdict verdict = judgeRecorded(run, target);
    Redactor redactor(privacy);
    redactor.learn(run);
    Document document{"A recording, judged", {}};
    Section& told = document.sections.emplace_back(Section{"Verdict", {}});
    told.blocks.push_back(Paragraph{verdict.sentence, Paragraph::Role::Lead});
    told.blocks.push_back(plain(target.rule()));
    if (verdict.known())
        told.blocks.push_back(plain(intervalSentence(verdict)));
    for (const std::string& disturbance : run.disturbances)
        told.blocks.push_back(plain("Disturbed: " + redactor.sentence(disturbance) + "."));
    document.sections.push_back(recordingSection(redactor.run(run)));
    document.sections.push_back(madeSection(privacy, "names of files and programs"));
    return document;
}

} // namespace jitterscope

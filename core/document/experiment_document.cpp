// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/document/documents.h"
#include "core/experiment/experiment.h"
#include "core/figure/experiment_figure.h"
#include "core/privacy/redactor.h"

namespace jitterscope {
namespace {

/// What the points were measured with: "frames 1000, rate 60, x 1, form printed".
std::string parametersOf(const ExperimentEntry& entry, const ExperimentPlan& plan) {
    std::string text;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i)
        said::append(text, std::string(entry.parameters[i].name) + " " +
                               parameterText(entry.parameters[i], plan.values[i]));
    return text;
}

} // namespace

Origin experimentOrigin(const ExperimentResult& result, const Privacy& privacy) {
    std::vector<std::string> notes;
    if (!result.complete)
        notes.push_back("cancelled: " + std::to_string(result.points.rows.size()) +
                        (result.points.rows.size() == 1 ? " point" : " points") + " measured");
    notes.push_back(result.simulated ? result.plan.machine.id + ", seed " + std::to_string(result.plan.seed)
                                     : "took " + decimalText(result.seconds, 1) + " s");
    if (result.plan.quick)
        notes.emplace_back("quick");
    Origin origin = originOf(result.plan.machine, result.startedUtc, privacy);
    origin.note = said::joined(notes);
    return origin;
}

Document experimentDocument(const ExperimentResult& result, const Privacy& privacy) {
    const ExperimentEntry& entry = *findEntry(experimentCatalog(), result.plan.id);
    const Digest digest = digestOf(result);
    Document document{std::string(entry.name), {}};
    Section& head = document.sections.emplace_back(Section{"Result", {}});
    head.blocks.push_back(Paragraph{std::string(entry.asks), Paragraph::Role::Lead});
    const Origin origin = experimentOrigin(result, privacy);
    head.blocks.push_back(plain(origin.badge + ": " + origin.note));
    head.blocks.push_back(plain("With " + parametersOf(entry, result.plan)));
    for (const std::string& sentence : digest.sentences)
        head.blocks.push_back(plain(sentence));
    for (const std::string& text : Redactor(privacy).sentences(result.notes))
        head.blocks.push_back(note("note: " + text));
    if (Figure figure = experimentFigure(result); !figure.empty())
        head.blocks.push_back(FigureBlock{std::move(figure)});
    Section& points = document.sections.emplace_back(Section{"Figures", {}});
    for (const Table& part : digest.parts)
        points.blocks.push_back(part);
    points.blocks.push_back(note(std::string(entry.look)));
    if (entry.digest != nullptr)
        document.sections.push_back({.title = "All points", .blocks = {result.points}, .folded = true});
    document.sections.push_back(madeSection(privacy, revealedBy(result.notes), result.startedUtc));
    return document;
}

} // namespace jitterscope

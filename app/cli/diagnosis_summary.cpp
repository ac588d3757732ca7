// SPDX-License-Identifier: MIT
#include "app/cli/diagnosis_summary.h"

#include "app/cli/text_table.h"
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/snippet.h"
#include "core/diagnosis/suspect.h"
#include "core/diagnosis/words.h"

#include <algorithm>

namespace jitterscope::cli {
namespace {

Lines title(const std::string& text) {
    Lines lines;
    lines.addBlank();
    lines.add(text);
    return lines;
}

std::string padded(const std::string& text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

Lines findingsText(const Diagnosis& diagnosis) {
    const bool late = diagnosis.findings.first.has_value();
    Lines text = title(late ? "What costs time: µs a frame, and its share of the late frames' lateness"
                            : "What costs time, µs a frame");
    for (const Finding& finding : diagnosis.findings.list) {
        text.add(padded(decimalText(finding.cost / 1e3, 1), 8) + "  " +
                 (late ? padded(sharePercent(finding.lateCost), 8) + "  " : "") + finding.title);
        text.add(wrapped(finding.soWhat, 10));
        text.add(wrapped("do: " + finding.doThis, 10));
        if (!finding.undo.empty())
            text.add(wrapped("undo: " + finding.undo, 10));
    }
    text.add(wrapped(findingsSum(diagnosis.findings), 2));
    if (!diagnosis.findings.suspects.empty())
        text.add(wrapped(kSuspectsText, 2));
    for (const Finding& suspect : diagnosis.findings.suspects) {
        text.add(wrapped(suspect.title + ". " + suspect.soWhat, 4));
        if (!suspect.doThis.empty())
            text.add(wrapped("do: " + suspect.doThis, 10));
        if (!suspect.undo.empty())
            text.add(wrapped("undo: " + suspect.undo, 10));
    }
    return text;
}

Lines anatomyText(const Diagnosis& diagnosis) {
    const Anatomy& anatomy = diagnosis.now.anatomy;
    if (anatomy.lateFrames() == 0)
        return {};
    const auto total = static_cast<double>(anatomy.late().total());
    std::vector<std::vector<std::string>> rows{{"cause", "frames", "of the lateness"}};
    for (const Cause cause : causesInOrder()) {
        const Anatomy::Row& row = anatomy.of(cause);
        constexpr double kSeen = 0.001; // of all lateness; less may come from rounding the others
        if (row.frames == 0 && static_cast<double>(row.lateness) <= kSeen * total)
            continue;
        rows.push_back({std::string(causeName(cause)), std::to_string(row.frames),
                        total > 0 ? sharePercent(static_cast<double>(row.lateness) / total) : "–"});
    }
    Lines text = title("Anatomy of the " + std::to_string(anatomy.lateFrames()) + " late frames");
    text.add(textTable(rows));
    text.add(wrapped(queueNote(diagnosis.now), 0));
    return text;
}

Lines trialsText(const Diagnosis& diagnosis) {
    if (diagnosis.trials.empty())
        return {};
    Lines text = title("Trials, before and after in turn; everything was put back");
    for (const TrialOutcome& trial : diagnosis.trials) {
        text.add(
            wrapped(std::string(trial.measured() && trial.helped() ? "+ " : "  ") + trial.sentence(), 0));
        if (trial.measured())
            text.add(wrapped("late " + sharePercent(trial.before.lateShare()->value) + " → " +
                                 sharePercent(trial.after.lateShare()->value),
                             4));
    }
    return text;
}

Lines programsText(const Diagnosis& diagnosis, bool programs) {
    const std::vector<ProcessUse>& list = diagnosis.machine.use.processes;
    if (!programs || list.empty())
        return {};
    std::vector<std::vector<std::string>> rows{{"program", "CPU, % of one core"}};
    for (const ProcessUse& process : list)
        rows.push_back({process.name, decimalText(process.cpuPercent, 1)});
    Lines text = title("Who else used the processors");
    text.add(textTable(rows));
    return text;
}

Lines recommendationText(const Diagnosis& diagnosis) {
    const Recommendation& recommendation = diagnosis.recommendation;
    Lines text = title("Recommendation");
    text.add(wrapped(recommendation.sentence, 0));
    if (!recommendation.expected.empty())
        text.add(wrapped("Measured: " + recommendation.expected + ".", 0));
    if (!recommendation.whyNot.empty())
        text.add(wrapped(recommendation.whyNot, 0));
    if (recommendation.x)
        text.add(wrapped(recommendation.x->sentence, 0));
    if (recommendation.pick) {
        const SnippetParts parts = snippetParts(diagnosis.plan.target, recommendation);
        text.addBlank();
        text.add(Lines(findEntry(snippetCatalog(), standardSnippet(parts.plan))->text(parts)));
    }
    return text;
}

Lines factsText(const Diagnosis& diagnosis) {
    const std::vector<Fact>& facts = diagnosis.machine.facts;
    if (facts.empty())
        return {};
    const auto count = [&](FactState state) {
        return std::to_string(std::ranges::count(facts, state, &Fact::state));
    };
    Lines text =
        title("All " + std::to_string(facts.size()) + " facts: " + count(FactState::Good) + " good, " +
              count(FactState::Note) + " notes, " + count(FactState::Warn) + " warnings, " +
              count(FactState::Bad) + " bad, " + count(FactState::Unknown) + " unknown; --json has them");
    for (const Fact& fact : facts) {
        if (fact.state != FactState::Warn && fact.state != FactState::Bad)
            continue;
        text.add(wrapped(std::string(factStateId(fact.state)) + "  " + fact.name + ": " + fact.value + ". " +
                             fact.why,
                         2));
        if (!fact.doThis.empty())
            text.add(wrapped("do: " + fact.doThis, 8));
    }
    return text;
}

} // namespace

Lines diagnosisSummary(const Diagnosis& diagnosis, bool programs) {
    const Verdict& verdict = diagnosis.verdict;
    Lines text = wrapped(verdict.sentence, 0);
    for (const std::string& line : {verdict.detail, diagnosis.cured, verdict.disturbedBy}) {
        if (!line.empty())
            text.add(wrapped(line, 0));
    }
    text.add(
        wrapped(diagnosis.plan.target.rule() + " · " + planName(diagnosis.now.plan) +
                    (diagnosis.now.plan.simulated() ? " · simulated " + diagnosis.now.plan.machine.id : ""),
                0));
    for (const Lines& part :
         {programsText(diagnosis, programs), findingsText(diagnosis), anatomyText(diagnosis),
          trialsText(diagnosis), recommendationText(diagnosis), factsText(diagnosis)})
        text.add(part);
    return text;
}

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "core/document/diagnosis_document.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/version.h"
#include "core/diagnosis/command_line.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/grounds.h"
#include "core/diagnosis/snippet.h"
#include "core/diagnosis/suspect.h"
#include "core/diagnosis/words.h"
#include "core/document/diagnosis_pictures.h"
#include "core/document/measurements.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

/// The job's rule, and the loop that was measured.
std::string loopText(const Diagnosis& diagnosis) {
    const RunPlan& plan = diagnosis.now.plan;
    return diagnosis.plan.target.rule() + " · " + planName(plan) +
           (plan.simulated() ? " · simulated " + plan.machine.id : "");
}

/// What other programs used beyond those that are named, in percent of one processor. Absent: not known, or
/// no more than the clocks of programs and of processors differ.
std::optional<double> restOfOthers(const MachineUse& use) {
    constexpr double kLeast = 1;
    if (!use.othersRan || use.seconds <= 0)
        return std::nullopt;
    double rest = 100 * static_cast<double>(use.othersRan->count()) / 1e9 / use.seconds;
    for (const ProcessUse& process : use.processes)
        rest -= process.cpuPercent;
    return rest >= kLeast ? std::optional(rest) : std::nullopt;
}

Section diagnosisVerdict(const Diagnosis& diagnosis, const Privacy& privacy) {
    Section section{"Verdict", {}};
    section.blocks.push_back(Paragraph{diagnosis.verdict.sentence, Paragraph::Role::Lead});
    if (!diagnosis.verdict.detail.empty())
        section.blocks.push_back(plain(diagnosis.verdict.detail));
    if (!diagnosis.cured.empty())
        section.blocks.push_back(plain(diagnosis.cured));
    if (!diagnosis.verdict.disturbedBy.empty())
        section.blocks.push_back(plain(diagnosis.verdict.disturbedBy));
    section.blocks.push_back(note(loopText(diagnosis)));
    if (privacy.programs && !privacy.redacted && !diagnosis.machine.use.processes.empty()) {
        Table table{.columns = {words("program"), numbers("CPU, % of one core")}};
        for (const ProcessUse& process : diagnosis.machine.use.processes)
            table.rows.push_back({process.name, decimalText(process.cpuPercent, 1)});
        if (const std::optional<double> rest = restOfOthers(diagnosis.machine.use))
            table.rows.push_back({"all others, and what has ended", decimalText(*rest, 1)});
        section.blocks.push_back(std::move(table));
    }
    addPicture(section, verdictPicture(verdictScale(diagnosis)),
               "Dot: the loop now. Diamond: what is recommended. Dashed: what the job allows.", "verdict");
    return section;
}

const TrialOutcome* trialOf(const Diagnosis& diagnosis, const std::string& id) {
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (trial.id == id)
            return &trial;
    }
    return nullptr;
}

std::string triedText(const Diagnosis& diagnosis, const Finding& finding) {
    const TrialOutcome* const trial = trialOf(diagnosis, finding.trial);
    return trial != nullptr ? trial->sentence() : diagnosis.trials.empty() ? "" : "not tried";
}

Section findingsSection(const Diagnosis& diagnosis) {
    const Findings& findings = diagnosis.findings;
    Section section{"What costs time", {}};
    RowList list{{"µs a frame"}, {}};
    if (findings.first)
        list.figures.emplace_back("of the late frames' lateness");
    for (const Finding& finding : findings.list) {
        Row row{
            {decimalText(finding.cost / 1e3, 1)}, finding.title, finding.soWhat, finding.doThis, finding.undo,
            triedText(diagnosis, finding)};
        if (findings.first)
            row.figures.push_back(sharePercent(finding.lateCost));
        list.rows.push_back(std::move(row));
    }
    if (!list.rows.empty())
        section.blocks.push_back(std::move(list));
    section.blocks.push_back(note(findingsSum(findings)));
    if (findings.suspects.empty())
        return section;
    section.blocks.push_back(plain(std::string(kSuspectsText)));
    RowList suspects;
    for (const Finding& suspect : findings.suspects)
        suspects.rows.push_back(
            {{}, suspect.title, suspect.soWhat, suspect.doThis, suspect.undo, triedText(diagnosis, suspect)});
    section.blocks.push_back(std::move(suspects));
    return section;
}

Section anatomySection(const Diagnosis& diagnosis) {
    Section section{"Anatomy of the late frames", {}};
    const Anatomy& anatomy = diagnosis.now.anatomy;
    const LatenessParts& late = anatomy.late();
    const auto total = static_cast<double>(late.total());
    if (anatomy.lateFrames() == 0) {
        section.blocks.push_back(plain("No frame was late."));
        return section;
    }
    Table table{.columns = {words("cause"), numbers("frames"), numbers("of the lateness")}};
    for (const Cause cause : causesInOrder()) {
        const Anatomy::Row& row = anatomy.of(cause);
        constexpr double kSeen = 0.001; // of all lateness; less may come from rounding the others
        if (row.frames == 0 && static_cast<double>(row.lateness) <= kSeen * total)
            continue;
        table.rows.push_back({std::string(causeName(cause)), std::to_string(row.frames),
                              total > 0 ? sharePercent(static_cast<double>(row.lateness) / total) : "–"});
    }
    section.blocks.push_back(std::move(table));
    if (std::string queue = queueNote(diagnosis.now); !queue.empty())
        section.blocks.push_back(note(std::move(queue)));
    addPicture(section, anatomyPicture(diagnosis.now, diagnosis.plan.target),
               "Where the lateness of each late one went: grouped by its first cause, worst first.",
               "anatomy");
    return section;
}

/// What could not be tried, a sentence for each reason.
std::vector<std::string> notTried(const Diagnosis& diagnosis) {
    std::vector<std::pair<std::string, std::string>> reasons; // with the names
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (trial.measured())
            continue;
        const auto same =
            std::ranges::find(reasons, trial.support.reason, [](const auto& r) { return r.first; });
        if (same != reasons.end())
            same->second += ", " + trial.name;
        else
            reasons.emplace_back(trial.support.reason, trial.name);
    }
    std::vector<std::string> sentences;
    for (const auto& [reason, names] : reasons)
        sentences.push_back("Not tried: " + names + ": " + reason + ".");
    return sentences;
}

Section trialsSection(const Diagnosis& diagnosis) {
    Section section{"Trials", {}};
    if (diagnosis.trials.empty()) {
        section.blocks.push_back(plain("No cure was tried."));
        return section;
    }
    Table table{.columns = {words("cure"), numbers("late, before → after"), numbers("change, points"),
                            numbers("median, µs"), numbers("CPU, points"), words("undo")}};
    for (const TrialOutcome& trial : diagnosis.trials) {
        const TrialEntry* const entry = findEntry(trialCatalog(), trial.id);
        const std::string undo(entry != nullptr ? entry->undo : std::string_view());
        if (!trial.measured())
            continue;
        table.rows.push_back({trial.name,
                              sharePercent(trial.before.lateShare()->value) + " → " +
                                  sharePercent(trial.after.lateShare()->value),
                              differenceText(trial.late, 100, 2), differenceText(trial.median, 1e-3, 1),
                              differenceText(trial.cpu, 1, 1), undo});
    }
    if (!table.rows.empty())
        section.blocks.push_back(std::move(table));
    addPicture(section, trialsPicture(diagnosis),
               "Filled: a difference is shown. Hollow: none is. Left of 0: fewer late with the cure.",
               "trials");
    for (std::string& text : notTried(diagnosis))
        section.blocks.push_back(plain(std::move(text)));
    section.blocks.push_back(
        note("Before and after were measured in turn; intervals are 95 %; – is no difference shown. "
             "Everything was put back."));
    return section;
}

Section recommendationSection(const Diagnosis& diagnosis) {
    const Recommendation& recommendation = diagnosis.recommendation;
    Section section{"Recommendation", {}};
    section.blocks.push_back(Paragraph{recommendation.sentence, Paragraph::Role::Lead});
    if (!recommendation.expected.empty())
        section.blocks.push_back(plain("Measured: " + recommendation.expected + "."));
    if (!recommendation.whyNot.empty())
        section.blocks.push_back(plain(recommendation.whyNot));
    if (recommendation.x)
        section.blocks.push_back(plain(recommendation.x->sentence));
    if (recommendation.pick) {
        const SnippetParts parts = snippetParts(diagnosis.plan.target, recommendation);
        const SnippetEntry& entry = *findEntry(snippetCatalog(), standardSnippet(parts));
        section.blocks.push_back(CodeBlock{std::string(entry.language), entry.text(parts)});
    }
    return section;
}

Section methodSection(const Diagnosis& diagnosis, const Privacy& privacy) {
    const LoopEvidence& now = diagnosis.now;
    Section section{"How it was measured", {}};
    section.aside = true;
    Table table{.columns = {words("what"), words("value")}};
    const auto row = [&table](std::string what, std::string value) {
        table.rows.push_back({std::move(what), std::move(value)});
    };
    row("job", diagnosis.plan.target.rule());
    row("loop", planName(now.plan) + ", " + now.plan.policy.id + ", " + now.plan.period.rateText() +
                    " Hz, work " + now.plan.work.id);
    row("machine", now.plan.simulated() ? "simulated " + now.plan.machine.id : "this machine");
    row("started", diagnosis.startedUtc.empty() ? "–" : diagnosis.startedUtc);
    for (const SettingOutcome& setting : now.settings) {
        if (!setting.granted)
            row("refused", setting.name + " " + setting.asked + ": " + setting.reason);
    }
    row(std::string(diagnosis.plan.target.frames()),
        std::to_string(now.frames()) + " in " + std::to_string(now.blocks.size()) + " blocks" +
            (now.lost > 0 ? "; " + std::to_string(now.lost) + " of them were given up and count as late"
                          : ""));
    const auto figure = [](const std::optional<double>& value) {
        return value ? said::duration(*value) : std::string("–");
    };
    row("lateness p50 · p99 · max", figure(now.metrics.lateness.p50) + " · " +
                                        figure(now.metrics.lateness.p99) + " · " +
                                        figure(now.metrics.lateness.max));
    if (const auto cpu = now.cpuPercent())
        row("CPU for waiting", decimalText(*cpu, 1) + " % of one core");
    row("clock", diagnosis.machine.clock.source.empty() ? "virtual" : diagnosis.machine.clock.source);
    row("program", "jitterscope " + std::string(version()));
    if (!privacy.redacted)
        row("repeat", diagnosisCommand(diagnosis.plan, !diagnosis.trials.empty()));
    section.blocks.push_back(std::move(table));
    section.blocks.push_back(
        note(diagnosis.disturbance ? diagnosis.disturbance->sentence
             : diagnosis.windowOnProcessor
                 ? "What the window does to the loop was not measured; a full diagnosis does."
                 : "No window of this program was drawn meanwhile."));
    if (diagnosis.windowOnProcessor)
        section.blocks.push_back(note(windowOnProcessorText(*diagnosis.windowOnProcessor)));
    section.blocks.push_back(
        note(privacyText(privacy, privacy.programs ? "names of programs that ran meanwhile" : "")));
    return section;
}

/// What each statement rests on.
Section evidenceSection(const Diagnosis& diagnosis) {
    Section section{"Evidence", {}, true};
    Table table{.columns = {words("statement"), words("rests on"), words("figure")}};
    for (const StatementGrounds& statement : groundsOf(diagnosis)) {
        bool first = true;
        for (const Ground& ground : statement.grounds) {
            table.rows.push_back({first ? statement.statement : "", ground.name, ground.value});
            first = false;
        }
    }
    section.blocks.push_back(std::move(table));
    return section;
}

/// Those that cost something, for who does not read all of them.
Section warningsSection(const Diagnosis& diagnosis) {
    const std::vector<Fact>& facts = diagnosis.machine.facts;
    Section section{"Facts of this machine that may cost time", {}};
    RowList list;
    for (const Fact& fact : facts) {
        if (fact.state == FactState::Warn || fact.state == FactState::Bad)
            list.rows.push_back({{},
                                 std::string(factStateId(fact.state)) + ": " + fact.name + ", " + fact.value,
                                 fact.why,
                                 fact.doThis,
                                 fact.undo});
    }
    if (facts.empty())
        return section;
    if (!list.rows.empty())
        section.blocks.push_back(std::move(list));
    const auto count = [&](FactState state) {
        return std::to_string(std::ranges::count(facts, state, &Fact::state));
    };
    section.blocks.push_back(note("Of " + std::to_string(facts.size()) + " facts " + count(FactState::Good) +
                                  " are good, " + count(FactState::Note) + " are notes, " +
                                  count(FactState::Warn) + " warnings, " + count(FactState::Bad) + " bad, " +
                                  count(FactState::Unknown) + " unknown."));
    return section;
}

} // namespace

Document diagnosisDocument(const Diagnosis& diagnosis, const Privacy& privacy) {
    Document document{"Diagnosis: " + std::string(diagnosis.plan.target.object()), {}};
    document.sections = {diagnosisVerdict(diagnosis, privacy),
                         findingsSection(diagnosis),
                         anatomySection(diagnosis),
                         trialsSection(diagnosis),
                         recommendationSection(diagnosis),
                         warningsSection(diagnosis),
                         methodSection(diagnosis, privacy),
                         evidenceSection(diagnosis),
                         factsSection(diagnosis.machine.facts)};
    std::erase_if(document.sections, [](const Section& section) { return section.blocks.empty(); });
    return document;
}

} // namespace jitterscope

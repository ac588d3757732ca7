// SPDX-License-Identifier: MIT
#include "core/report/diagnosis_document.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/version.h"
#include "core/diagnosis/snippet.h"
#include "core/diagnosis/words.h"
#include "core/report/diagnosis_figures.h"
#include "core/run/resolve.h"

#include <array>
#include <cmath>

namespace jitterscope {
namespace {

std::string signedNumber(double value, int decimals) {
    return (value < 0 ? "−" : "+") + decimalText(std::abs(value), decimals);
}

/// `−12.2 (−14.0 … −10.6)`, or that no difference is shown.
std::string differenceText(const std::optional<Share>& difference, double scale, int decimals) {
    if (!difference)
        return "–";
    if (difference->interval.low <= 0 && difference->interval.high >= 0)
        return "no difference shown";
    return signedNumber(difference->value * scale, decimals) + " (" +
           signedNumber(difference->interval.low * scale, decimals) + " … " +
           signedNumber(difference->interval.high * scale, decimals) + ")";
}

Paragraph plain(std::string text) {
    return {std::move(text), Paragraph::Role::Plain};
}
Paragraph note(std::string text) {
    return {std::move(text), Paragraph::Role::Note};
}

Section verdictSection(const Diagnosis& diagnosis, const ReportPrivacy& privacy) {
    Section section{"Verdict", {}};
    section.blocks.push_back(Paragraph{diagnosis.verdict.sentence, Paragraph::Role::Lead});
    if (!diagnosis.verdict.detail.empty())
        section.blocks.push_back(plain(diagnosis.verdict.detail));
    if (!diagnosis.cured.empty())
        section.blocks.push_back(plain(diagnosis.cured));
    if (!diagnosis.verdict.disturbedBy.empty())
        section.blocks.push_back(plain(diagnosis.verdict.disturbedBy));
    if (privacy.programs && !diagnosis.machine.use.processes.empty()) {
        TableBlock table{{"program", "CPU, % of one core"}, {}, {false, true}};
        for (const ProcessUse& process : diagnosis.machine.use.processes)
            table.rows.push_back({process.name, decimalText(process.cpuPercent, 1)});
        section.blocks.push_back(std::move(table));
    }
    section.blocks.push_back(FigureBlock{verdictFigure(diagnosis), "Frames late, with 95 % intervals"});
    return section;
}

const TrialOutcome* trialOf(const Diagnosis& diagnosis, const std::string& id) {
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (trial.id == id)
            return &trial;
    }
    return nullptr;
}

Section findingsSection(const Diagnosis& diagnosis) {
    const Findings& findings = diagnosis.findings;
    Section section{"What costs time", {}};
    TableBlock table{{"µs a frame", "what", "so what", "do this", "undo", "tried"}, {}, {true}};
    for (const Finding& finding : findings.list) {
        const TrialOutcome* const trial = trialOf(diagnosis, finding.trial);
        table.rows.push_back({decimalText(finding.cost / 1e3, 1), finding.title, finding.soWhat,
                              finding.doThis, finding.undo.empty() ? "–" : finding.undo,
                              trial != nullptr ? trial->sentence() : "not tried"});
    }
    if (!table.rows.empty())
        section.blocks.push_back(std::move(table));
    section.blocks.push_back(note(findingsSum(findings)));
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
    TableBlock table{{"cause", "frames", "of the lateness"}, {}, {false, true, true}};
    for (const Cause cause : causesInOrder()) {
        const Anatomy::Row& row = anatomy.of(cause);
        table.rows.push_back({std::string(causeName(cause)), std::to_string(row.frames),
                              total > 0 ? sharePercent(static_cast<double>(row.lateness) / total) : "–"});
    }
    section.blocks.push_back(std::move(table));
    if (anatomy.framesWithQueue() < anatomy.frames())
        section.blocks.push_back(
            note("The scheduler did not tell how long the thread was in the run queue, so that "
                 "time stands with the cause around it."));
    section.blocks.push_back(
        FigureBlock{anatomyFigure(diagnosis), "One column is one late frame, worst first"});
    return section;
}

Section trialsSection(const Diagnosis& diagnosis) {
    Section section{"Trials", {}};
    if (diagnosis.trials.empty()) {
        section.blocks.push_back(plain("No cure was tried."));
        return section;
    }
    TableBlock table{{"cure", "late, before → after", "change, points", "median, µs", "CPU, points", "undo"},
                     {},
                     {false, true, true, true, true}};
    for (const TrialOutcome& trial : diagnosis.trials) {
        const TrialEntry* const entry = findEntry(trialCatalog(), trial.id);
        const std::string undo(entry != nullptr ? entry->undo : std::string_view());
        if (!trial.measured()) {
            table.rows.push_back({trial.name, "cannot be tried: " + trial.support.reason, "", "", "", ""});
            continue;
        }
        table.rows.push_back({trial.name,
                              sharePercent(trial.before.lateShare()->value) + " → " +
                                  sharePercent(trial.after.lateShare()->value),
                              differenceText(trial.late, 100, 2), differenceText(trial.median, 1e-3, 1),
                              differenceText(trial.cpu, 1, 1), undo});
    }
    section.blocks.push_back(std::move(table));
    section.blocks.push_back(
        note("Before and after were measured in turn; intervals are 95 %. Everything was put "
             "back."));
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
        const SnippetEntry& entry = *findEntry(snippetCatalog(), standardSnippet(parts.plan));
        section.blocks.push_back(CodeBlock{std::string(entry.language), entry.text(parts)});
    }
    return section;
}

Section methodSection(const Diagnosis& diagnosis) {
    const LoopEvidence& now = diagnosis.now;
    Section section{"How it was measured", {}};
    TableBlock table{{"what", "value"}, {}, {}};
    const auto row = [&table](std::string what, std::string value) {
        table.rows.push_back({std::move(what), std::move(value)});
    };
    row("job", diagnosis.plan.target.rule());
    row("loop", planName(now.plan) + ", " + now.plan.policy.id + ", " + now.plan.period.rateText() +
                    " Hz, work " + now.plan.work.id);
    row("machine", now.plan.simulated() ? "simulated " + now.plan.machine.id : "this machine");
    row("started", diagnosis.startedUtc.empty() ? "–" : diagnosis.startedUtc);
    row("frames", std::to_string(now.frames()) + " in " + std::to_string(now.blocks.size()) + " blocks");
    const auto figure = [](const std::optional<double>& value) {
        return value ? humanDuration(*value) : std::string("–");
    };
    row("lateness p50 · p99 · max", figure(now.metrics.lateness.p50) + " · " +
                                        figure(now.metrics.lateness.p99) + " · " +
                                        figure(now.metrics.lateness.max));
    if (const auto cpu = now.cpuPercent())
        row("CPU for waiting", decimalText(*cpu, 1) + " % of one core");
    row("clock", diagnosis.machine.clock.source.empty() ? "virtual" : diagnosis.machine.clock.source);
    row("program", "jitterscope " + std::string(version()));
    row("repeat", diagnosisCommand(diagnosis.plan, !diagnosis.trials.empty()));
    section.blocks.push_back(std::move(table));
    section.blocks.push_back(note(diagnosis.disturbance ? diagnosis.disturbance->sentence
                                                        : "No window of this program was drawn meanwhile."));
    return section;
}

Section factsSection(const Diagnosis& diagnosis) {
    Section section{"All facts", {}, true};
    TableBlock table{{"state", "fact", "value", "so what", "do this", "undo"}, {}, {}};
    for (const Fact& fact : diagnosis.machine.facts)
        table.rows.push_back(
            {std::string(factStateId(fact.state)), fact.name, fact.value, fact.why, fact.doThis, fact.undo});
    if (table.rows.empty())
        section.blocks.push_back(plain("A simulated machine has no facts but its model."));
    else
        section.blocks.push_back(std::move(table));
    return section;
}

} // namespace

std::span<const Cause> causesInOrder() noexcept {
    static constexpr std::array kCausesShown{Cause::RunQueue, Cause::Work,   Cause::WokeLate,
                                             Cause::LostCpu,  Cause::Margin, Cause::Other};
    return kCausesShown;
}

std::string findingsSum(const Findings& findings) {
    const double rest = findings.rest();
    return decimalText(findings.explained / 1e3, 1) + " of " + decimalText(findings.mean / 1e3, 1) +
           " µs mean lateness explained. The other " + decimalText(rest / 1e3, 1) +
           " µs are what waking takes here at its best.";
}

std::string_view standardSnippet(const RunPlan& plan) noexcept {
    return plan.strategy.id == "adaptive" ? "cpp-header" : "cpp-posix";
}

std::string diagnosisCommand(const DiagnosisPlan& plan, bool trials) {
    const RunPlan& loop = plan.loop;
    std::string text =
        "jitterscope-cli diagnose --job " + plan.target.job + " --strategy " + loop.strategy.id;
    if (plan.target.job == "own")
        text += " --rate " + plan.target.period.rateText() + " --tolerance " +
                durationText(plan.target.beyond) + " --allowed " + numberText(plan.target.allowed * 100);
    const SleepEntry* const entry = findEntry(sleepCatalog(), loop.strategy.id);
    for (std::size_t i = 0; entry != nullptr && i < entry->parameters.size(); ++i) {
        if (loop.strategy.values[i] != entry->parameters[i].standard)
            text += " --param " + std::string(entry->parameters[i].name) + "=" +
                    parameterText(entry->parameters[i], loop.strategy.values[i]);
    }
    if (loop.policy.id != standardPlan().policy.id)
        text += " --policy " + loop.policy.id;
    if (loop.work.id != "none") {
        text += " --work " + loop.work.id;
        const WorkEntry* const work = findEntry(workCatalog(), loop.work.id);
        for (std::size_t i = 0; work != nullptr && i < work->parameters.size(); ++i)
            text += (i == 0 ? ":" : ",") + std::string(work->parameters[i].name) + "=" +
                    parameterText(work->parameters[i], loop.work.values[i]);
    }
    if (loop.simulated())
        text += " --machine " + loop.machine.id + " --seed " + std::to_string(loop.seed);
    if (loop.thread.realtime)
        text += " --realtime";
    if (loop.thread.cpu >= 0)
        text += " --cpu " + std::to_string(loop.thread.cpu);
    if (loop.thread.slack)
        text += " --slack " + durationText(*loop.thread.slack);
    if (plan.quick)
        text += " --quick";
    return text + (trials ? " --trials" : "");
}

Document diagnosisDocument(const Diagnosis& diagnosis, const ReportPrivacy& privacy) {
    Document document{"Diagnosis: " + std::string(diagnosis.plan.target.object()), {}};
    document.sections = {verdictSection(diagnosis, privacy),
                         findingsSection(diagnosis),
                         anatomySection(diagnosis),
                         trialsSection(diagnosis),
                         recommendationSection(diagnosis),
                         methodSection(diagnosis),
                         factsSection(diagnosis)};
    return document;
}

} // namespace jitterscope

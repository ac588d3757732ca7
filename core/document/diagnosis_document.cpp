// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/version.h"
#include "core/diagnosis/advice_catalog.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/snippet.h"
#include "core/diagnosis/words.h"
#include "core/document/diagnosis_pictures.h"
#include "core/document/documents.h"

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

using Role = Paragraph::Role;

void addStatement(Section& section, Paragraph paragraph) {
    if (!paragraph.text.empty())
        section.blocks.emplace_back(std::move(paragraph));
}

Section diagnosisVerdict(const Diagnosis& diagnosis, const Privacy& privacy) {
    Section section{.title = "Verdict", .blocks = {}, .id = "verdict"};
    const Verdict& verdict = diagnosis.verdict;
    const double window = diagnosis.windowOnProcessor.value_or(0);
    addStatement(section, {verdict.sentence, Role::Lead, toneOf(verdict.fitness), "verdict"});
    addStatement(section, {verdict.detail, Role::Plain, Tone::Plain, "detail"});
    addStatement(section, {diagnosis.cured, Role::Plain, Tone::Good, "cured"});
    addStatement(section, {verdict.disturbedBy, Role::Plain, Tone::Careful, "disturbed"});
    if (window >= kWindowDisturbs)
        addStatement(section, {windowOnProcessorText(window), Role::Plain, Tone::Careful, "window"});
    section.blocks.push_back(note(loopText(diagnosis)));
    if (privacy.programs && !privacy.redacted && !diagnosis.machine.use.processes.empty()) {
        Table table{.columns = {words("program"), numbers("CPU, % of one core")}};
        for (const ProcessUse& process : diagnosis.machine.use.processes)
            table.rows.push_back({process.name, decimalText(process.cpuPercent, 1)});
        if (const std::optional<double> rest = restOfOthers(diagnosis.machine.use))
            table.rows.push_back({"all others, and what has ended", decimalText(*rest, 1)});
        section.blocks.push_back(std::move(table));
    }
    section.blocks.emplace_back(PictureBlock{
        .picture = verdictPicture(verdictScale(diagnosis)),
        .caption = "Dot: the loop now. Diamond: what is recommended. Dashed: what the job allows.",
        .id = "verdict",
        .resized = [scale = verdictScale(diagnosis)](double width,
                                                     double) { return verdictPicture(scale, width); },
        .leastWidth = 260,
        .leastHeight = 128});
    return section;
}

/// Null: it was not tried.
const TrialOutcome* trialOf(const Diagnosis& diagnosis, const std::string& id) {
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (trial.id == id)
            return &trial;
    }
    return nullptr;
}

Action tryAction(const Cure& entry) {
    return {"try:" + std::string(entry.id), "Try, 20 s",
            std::string(entry.name) + ". " + std::string(entry.meaning) +
                " Measured before and after in turn; everything is put back."};
}

/// What can be done about a finding from here: its cure is tried, or taken as code if it was tried.
std::optional<Action> actionOn(const Diagnosis& diagnosis, const Finding& finding) {
    const Cure* const entry = findCure(curesHere(), finding.trial);
    const TrialOutcome* const trial = trialOf(diagnosis, finding.trial);
    if (entry == nullptr)
        return std::nullopt;
    if (trial != nullptr && trial->measured())
        return Action{"code:" + finding.trial, "Copy as code",
                      std::string(entry->name) + ". The loop with this cure, for your program"};
    return trial == nullptr && reasonAgainst(trialPlan(diagnosis, entry->id)).empty()
               ? std::optional(tryAction(*entry))
               : std::nullopt;
}

Row rowOf(const Diagnosis& diagnosis, const Finding& finding, std::string_view kind) {
    Row row{.figures = {}, .title = finding.title, .soWhat = finding.soWhat};
    row.doThis = finding.doThis;
    row.undo = finding.undo;
    row.id = std::string(kind) + ":" + finding.id;
    if (finding.trial.empty())
        return row;
    const TrialOutcome* const trial = trialOf(diagnosis, finding.trial);
    const std::string against = reasonAgainst(trialPlan(diagnosis, finding.trial));
    row.tried = trial != nullptr ? trial->sentence() : against.empty() ? "not yet" : "no, " + against;
    return row;
}

Section findingsSection(const Diagnosis& diagnosis) {
    const Findings& findings = diagnosis.findings;
    Section section{.title = "What costs time", .blocks = {}, .id = "findings"};
    std::string_view slot = diagnosis.plan.target.frames();
    slot.remove_suffix(1); // one of them
    RowList list{.figures = {"µs a " + std::string(slot)}, .rows = {}, .what = "finding"};
    if (findings.first)
        list.figures.push_back("of late " + std::string(diagnosis.plan.target.frames()));
    double most = 1;
    for (const Finding& finding : findings.list)
        most = std::max(most, finding.cost);
    for (const Finding& finding : findings.list) {
        Row row = rowOf(diagnosis, finding, "finding");
        row.figures.push_back(decimalText(finding.cost / 1e3, 1));
        if (findings.first)
            row.figures.push_back(said::share(finding.lateCost));
        row.help = "95 % interval: " + said::duration(finding.costInterval.low) + " … " +
                   said::duration(finding.costInterval.high) + " a frame";
        row.bar = finding.cost / most;
        row.action = actionOn(diagnosis, finding);
        list.rows.push_back(std::move(row));
    }
    if (!list.rows.empty())
        section.blocks.push_back(std::move(list));
    addStatement(section, {findingsSum(findings), Role::Note, Tone::Plain, "sum"});
    if (findings.suspects.empty())
        return section;
    section.blocks.push_back(plain(std::string(kSuspectsText)));
    RowList suspects;
    for (const Finding& suspect : findings.suspects)
        suspects.rows.push_back(rowOf(diagnosis, suspect, "suspect"));
    section.blocks.push_back(std::move(suspects));
    return section;
}

Row rowOf(const Diagnosis& diagnosis, Cause cause) {
    const Anatomy& anatomy = diagnosis.now.anatomy;
    const Anatomy::Row& counts = anatomy.of(cause);
    const auto total = static_cast<double>(anatomy.late().total());
    const auto part = static_cast<double>(counts.lateness);
    constexpr double kSeen = 0.001; // of all lateness; less may come from rounding the others
    const std::string& strategy = diagnosis.now.plan.strategy.id;
    const bool spins = !strategy.ends_with("-sleep") || strategy == "precise-sleep";
    Row row{
        .figures = {std::to_string(counts.frames), ""}, .title = std::string(causeName(cause)), .soWhat = {}};
    if (total > 0 && part > 0)
        row.figures[1] = said::share(part / total);
    else if (cause == Cause::LostCpu && !spins)
        row.figures[1] = "nothing spins";
    row.id = "cause:" + std::string(causeId(cause));
    row.help = causeText(cause);
    row.look = causeLook(cause);
    row.minor = counts.frames == 0 && part <= kSeen * total;
    return row;
}

Section anatomySection(const Diagnosis& diagnosis) {
    const Anatomy& anatomy = diagnosis.now.anatomy;
    Section section{.title = "Anatomy of the late frames", .blocks = {}, .id = "anatomy"};
    section.key = said::count(anatomy.lateFrames()) + " of " + said::count(anatomy.frames()) + " frames";
    if (Picture picture = anatomyPicture(diagnosis.now, diagnosis.plan.target); !picture.empty())
        section.blocks.emplace_back(PictureBlock{
            .picture = std::move(picture),
            .caption = "One column is one late frame, by its first cause, the worst first. Its colours show "
                       "what its lateness went into.",
            .id = "anatomy",
            .resized =
                [now = diagnosis.now, target = diagnosis.plan.target](double width, double height) {
                    return anatomyPicture(now, target, {width, height, false});
                },
            .leastWidth = 220,
            .leastHeight = 140});
    else
        section.blocks.push_back(plain("No frame was late."));
    RowList list{.figures = {"frames", "of the lateness"}, .rows = {}, .what = "cause", .table = true};
    for (const Cause cause : causesInOrder())
        list.rows.push_back(rowOf(diagnosis, cause));
    section.blocks.push_back(std::move(list));
    addStatement(section, note(queueNote(diagnosis.now)));
    return section;
}

Row rowOf(const Diagnosis& diagnosis, const Cure& entry) {
    const std::string id(entry.id);
    const TrialOutcome* const trial = trialOf(diagnosis, id);
    Row row{.figures = {}, .title = std::string(entry.name), .soWhat = {}};
    row.id = "trial:" + id;
    row.help = entry.meaning;
    if (trial == nullptr) {
        row.minor = true;
        row.tried = reasonAgainst(trialPlan(diagnosis, entry.id));
        if (row.tried.empty())
            row.action = tryAction(entry);
        return row;
    }
    if (!trial->measured()) { // notTried() says it of all of them
        row.minor = true;
        row.tried = "cannot be tried here: " + trial->support.reason;
        return row;
    }
    row.undo = entry.undo;
    if (trial->helped())
        row.title.insert(0, "✓ ");
    row.figures = {said::share(trial->before.lateShare()->value) + " → " +
                       said::share(trial->after.lateShare()->value),
                   differenceText(trial->late, 100, 2), differenceText(trial->median, 1e-3, 1),
                   differenceText(trial->cpu, 1, 1)};
    const Interval& late = trial->late->interval;
    row.draw = [points = Share{100 * trial->late->value, {100 * late.low, 100 * late.high}},
                range = trialRange(diagnosis)](double width, double height) {
        return differencePicture(points, range, width, height);
    };
    return row;
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
    Section section{.title = "Trials", .blocks = {}, .id = "trials"};
    section.key = "before and after in turn · 95 % intervals · everything is put back";
    if (diagnosis.trials.empty())
        section.blocks.push_back(plain("No cure was tried."));
    RowList list{.figures = {"late, before → after", "change, points", "median, µs", "CPU, points"},
                 .rows = {},
                 .what = "cure",
                 .table = true,
                 .drawn = 1};
    for (const Cure* const entry : curesHere(diagnosis.machine.system))
        list.rows.push_back(rowOf(diagnosis, *entry));
    section.blocks.push_back(std::move(list));
    if (Figure figure = trialsFigure(diagnosis); !figure.empty())
        section.blocks.push_back(FigureBlock{
            std::move(figure),
            "Filled: a difference is shown. Hollow: none is. Left of 0: fewer late with the cure."});
    for (std::string& text : notTried(diagnosis))
        section.blocks.push_back(plain(std::move(text)));
    if (!diagnosis.trials.empty())
        section.blocks.push_back(
            note("Before and after were measured in turn; intervals are 95 %; – is no difference shown. "
                 "Everything was put back."));
    return section;
}

Section recommendationSection(const Diagnosis& diagnosis) {
    const Recommendation& recommendation = diagnosis.recommendation;
    Section section{.title = "Recommendation", .blocks = {}, .id = "recommendation"};
    addStatement(section, {recommendation.sentence, Role::Lead, Tone::Plain, "recommendation"});
    if (!recommendation.expected.empty())
        section.blocks.push_back(plain("Measured: " + recommendation.expected + "."));
    addStatement(section, plain(recommendation.whyNot));
    if (recommendation.x)
        addStatement(section, {recommendation.x->sentence, Role::Plain, Tone::Plain, "x"});
    if (recommendation.pick) {
        const SnippetParts parts = snippetParts(diagnosis.plan.target, recommendation);
        const SnippetEntry& entry = *findEntry(snippetCatalog(), standardSnippet(parts));
        section.blocks.push_back(CodeBlock{std::string(entry.language), entry.text(parts)});
    }
    return section;
}

Section methodSection(const Diagnosis& diagnosis, const Privacy& privacy) {
    const LoopEvidence& now = diagnosis.now;
    Section section{.title = "How it was measured", .blocks = {}, .aside = true, .id = "method"};
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
        row("CPU for waiting", said::percent(*cpu) + " of one core");
    row("clock", diagnosis.machine.clock.source.empty() ? "virtual" : diagnosis.machine.clock.source);
    row("program", "jitterscope " + std::string(version()));
    if (!privacy.redacted)
        row("repeat", diagnosisCommand(diagnosis.plan, !diagnosis.trials.empty()));
    section.blocks.push_back(std::move(table));
    addStatement(section, {diagnosis.disturbance ? diagnosis.disturbance->sentence
                           : diagnosis.windowOnProcessor
                               ? "What the window does to the loop was not measured; a full diagnosis does."
                               : "No window of this program was drawn meanwhile.",
                           Role::Note, Tone::Plain, "disturbance"});
    if (diagnosis.windowOnProcessor)
        section.blocks.push_back(note(windowOnProcessorText(*diagnosis.windowOnProcessor)));
    section.blocks.push_back(
        note(privacyText(privacy, privacy.programs ? "names of programs that ran meanwhile" : "")));
    return section;
}

/// What each statement rests on.
std::vector<Evidence> evidenceOf(const Diagnosis& diagnosis) {
    std::vector<Evidence> evidence;
    for (StatementGrounds& statement : groundsOf(diagnosis)) {
        Evidence& one = evidence.emplace_back(Evidence{statement.id, statement.statement, {}});
        for (Ground& ground : statement.grounds)
            one.figures.emplace_back(std::move(ground.name), std::move(ground.value));
    }
    return evidence;
}

Section evidenceSection(const std::vector<Evidence>& evidence) {
    Section section{.title = "Evidence", .blocks = {}, .folded = true, .id = "evidence"};
    Table table{.columns = {words("statement"), words("rests on"), words("figure")}};
    for (const Evidence& statement : evidence) {
        for (const auto& figure : statement.figures)
            table.rows.push_back({&figure == &statement.figures.front() ? statement.statement : "",
                                  figure.first, figure.second});
    }
    section.blocks.push_back(std::move(table));
    return section;
}

/// Those that cost something, for who does not read all of them.
Section warningsSection(const Diagnosis& diagnosis) {
    const std::vector<Fact>& facts = diagnosis.machine.facts;
    Section section{.title = "Facts of this machine that may cost time", .blocks = {}, .id = "warnings"};
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
    section.blocks.push_back(note(factCounts(facts)));
    return section;
}

/// The figures of the verdict.
std::vector<Readout> readoutsOf(const Diagnosis& diagnosis) {
    const Verdict& verdict = diagnosis.verdict;
    if (!verdict.late)
        return {};
    const Target& target = diagnosis.plan.target;
    std::vector<Readout> readouts{{said::share(verdict.late->value), std::string(target.frames()) + " late",
                                   "Share of the last diagnosis; the same as in its verdict. Less is better.",
                                   verdict.fitness == Fitness::Unfit},
                                  {said::share(target.allowed), "may be late", "What the job allows."}};
    if (const auto cpu = diagnosis.now.cpuPercent())
        readouts.push_back({cpuWords(*cpu), "CPU for waiting",
                            "CPU time of the loop without its work, in % of one core. Less is better."});
    return readouts;
}

} // namespace

Document diagnosisDocument(const Diagnosis& diagnosis, const Privacy& privacy) {
    Document document{"Diagnosis: " + std::string(diagnosis.plan.target.object()),
                      {},
                      evidenceOf(diagnosis),
                      readoutsOf(diagnosis)};
    document.sections = {diagnosisVerdict(diagnosis, privacy),
                         findingsSection(diagnosis),
                         anatomySection(diagnosis),
                         trialsSection(diagnosis),
                         recommendationSection(diagnosis),
                         warningsSection(diagnosis),
                         methodSection(diagnosis, privacy),
                         evidenceSection(document.evidence),
                         factsSection(diagnosis.machine.facts)};
    std::erase_if(document.sections, [](const Section& section) { return section.blocks.empty(); });
    return document;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/diagnosis/words.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/base/said.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

std::string cpuWords(double percent) {
    constexpr double kLeast = 0.05;
    return percent < kLeast ? "below 0.1 %" : said::percent(percent);
}

std::string windowOnProcessorText(double share) {
    return "This program's window used " + said::share(share) + " of the measured processor's time.";
}

std::string queueNote(const LoopEvidence& loop) {
    if (loop.plan.simulated() || loop.anatomy.framesWithQueue() >= loop.anatomy.frames())
        return {};
    return std::string("How long it waited in the run queue could not be read") +
           (loop.anatomy.framesWithQueue() > 0 ? " of every frame" : "") +
           ". That time stands in the other rows, so they do not tell the cause.";
}

LateFrameWords lateFrameWords(const FrameSample& frame, Nanoseconds tolerance) {
    const auto time = [](std::int64_t length) { return said::duration(static_cast<double>(length)); };
    return {"Frame " + said::count(frame.iteration) + " started " + time(frame.lateness()) + " late",
            std::string(causeText(frame.cause)),
            "Late here: more than " + time(tolerance.count()) + ". " +
                (frame.hasQueued
                     ? "The parts add up to the lateness."
                     : "The time in the run queue is not known; it stands with the cause around it.")};
}

std::string intervalText(const std::optional<Share>& difference, double scale, int decimals) {
    if (!difference)
        return "–";
    return said::difference(difference->value * scale, difference->interval.low * scale,
                            difference->interval.high * scale, decimals);
}

std::string differenceText(const std::optional<Share>& difference, double scale, int decimals) {
    return difference && difference->shown() ? intervalText(difference, scale, decimals) : "–";
}

namespace {

using Grounds = std::vector<Ground>;

std::string countOf(std::int64_t part, std::int64_t whole) {
    return std::to_string(part) + " of " + std::to_string(whole);
}

std::string shareText(const std::optional<Share>& share) {
    if (!share)
        return "–";
    return said::share(share->value, share->interval.low, share->interval.high);
}

/// Adds the figures of a measured loop, each with `of` before its name.
void addLoop(Grounds& grounds, const LoopEvidence& loop, const std::string& of) {
    const std::optional<Share> late = loop.lateShare();
    grounds.push_back(
        {of + "frames", std::to_string(loop.frames()) + " in " + std::to_string(loop.blocks.size()) +
                            " blocks" +
                            (loop.lost > 0 ? ", " + std::to_string(loop.lost) + " given up" : "")});
    grounds.push_back({of + "late", shareText(late)});
    grounds.push_back({of + "lateness p50 · p99 · max", said::duration(loop.metrics.lateness.p50) + " · " +
                                                            said::duration(loop.metrics.lateness.p99) +
                                                            " · " +
                                                            said::duration(loop.metrics.lateness.max)});
    grounds.push_back({of + "CPU for waiting", said::percent(loop.cpuPercent()) + " of one core"});
}

StatementGrounds ofVerdict(const Diagnosis& diagnosis) {
    const Verdict& verdict = diagnosis.verdict;
    StatementGrounds statement{"verdict", verdict.sentence, {}};
    Grounds& grounds = statement.grounds;
    grounds.push_back({"the job", diagnosis.plan.target.rule()});
    grounds.push_back(
        {"late", countOf(verdict.lateFrames, verdict.frames) +
                     (verdict.lost > 0 ? ", " + std::to_string(verdict.lost) + " of them given up" : "")});
    grounds.push_back({"late share", shareText(verdict.late)});
    grounds.push_back({"blocks", std::to_string(diagnosis.now.blocks.size()) +
                                     "; the interval allows for late frames that come in bursts"});
    grounds.push_back({"frames needed", std::to_string(framesToShow(diagnosis.plan.target.allowed)) +
                                            ", if none of them is late (3 / n)"});
    if (!diagnosis.findings.unseen.empty())
        grounds.push_back({"not looked at", diagnosis.findings.unseen});
    if (const auto& first = diagnosis.findings.first)
        grounds.push_back({"first cause", first->title + ": " + said::share(first->lateCost) +
                                              " of the late frames' lateness"});
    const MachineUse& use = diagnosis.machine.use;
    if (use.othersPercent)
        grounds.push_back({"other programs", said::percent(use.othersPercent) + " of all processors"});
    if (use.stealPercent)
        grounds.push_back(
            {"taken by the hypervisor", said::percent(use.stealPercent) + " of all processors"});
    return statement;
}

void addFacts(Grounds& grounds, const Diagnosis& diagnosis, const std::vector<std::string>& ids) {
    for (const std::string& id : ids) {
        const auto fact = std::ranges::find(diagnosis.machine.facts, id, &Fact::id);
        if (fact != diagnosis.machine.facts.end())
            grounds.push_back({fact->name, (fact->value.empty() ? "unknown" : fact->value) + " (" +
                                               std::string(factStateId(fact->state)) + "): " + fact->why});
    }
}

StatementGrounds ofFinding(const Diagnosis& diagnosis, const Finding& finding) {
    const LoopEvidence& now = diagnosis.now;
    StatementGrounds statement{"finding:" + finding.id, finding.title, {}};
    Grounds& grounds = statement.grounds;
    grounds.push_back({"cost a frame", said::duration(finding.cost) + " (95 % interval " +
                                           said::duration(finding.costInterval.low) + " … " +
                                           said::duration(finding.costInterval.high) + ", over " +
                                           std::to_string(now.blocks.size()) + " blocks)"});
    if (diagnosis.findings.mean > 0)
        grounds.push_back({"of the mean lateness", said::share(finding.cost / diagnosis.findings.mean) +
                                                       " of " + said::duration(diagnosis.findings.mean)});
    grounds.push_back({"of the late frames' lateness", said::share(finding.lateCost)});
    addFacts(grounds, diagnosis, finding.facts);
    return statement;
}

StatementGrounds ofSuspect(const Diagnosis& diagnosis, const Finding& suspect) {
    StatementGrounds statement{"suspect:" + suspect.id, suspect.title, {}};
    statement.grounds.push_back({"cost a frame", "not known"});
    addFacts(statement.grounds, diagnosis, suspect.facts);
    return statement;
}

StatementGrounds ofCause(const Diagnosis& diagnosis, Cause cause) {
    const LoopEvidence& now = diagnosis.now;
    const Anatomy::Row& row = now.anatomy.of(cause);
    StatementGrounds statement{"cause:" + std::string(causeId(cause)), std::string(causeName(cause)), {}};
    Grounds& grounds = statement.grounds;
    grounds.push_back({"what it is", std::string(causeText(cause))});
    grounds.push_back({"late frames with this first cause", countOf(row.frames, now.anatomy.lateFrames())});
    grounds.push_back({"its part of their lateness", said::duration(static_cast<double>(row.lateness))});
    std::int64_t most = 0;
    std::int64_t touched = 0;
    for (const LateFrame& frame : now.lateFrames) {
        most = std::max(most, frame.parts.of(cause));
        touched += frame.parts.of(cause) > 0 ? 1 : 0;
    }
    grounds.push_back(
        {"late frames it has a part in", countOf(touched, static_cast<std::int64_t>(now.lateFrames.size()))});
    grounds.push_back({"its largest part in one frame", said::duration(static_cast<double>(most))});
    if (cause == Cause::RunQueue)
        grounds.push_back({"frames of which the scheduler told it",
                           countOf(now.anatomy.framesWithQueue(), now.anatomy.frames())});
    return statement;
}

StatementGrounds ofTrial(const TrialOutcome& trial) {
    StatementGrounds statement{"trial:" + trial.id, trial.sentence(), {}};
    Grounds& grounds = statement.grounds;
    if (!trial.measured()) {
        grounds.push_back({"not tried", trial.support.reason});
        return statement;
    }
    addLoop(grounds, trial.before, "before: ");
    addLoop(grounds, trial.after, "after: ");
    grounds.push_back({"difference of late, points", intervalText(trial.late, 100, 2)});
    grounds.push_back({"difference of the median, µs", intervalText(trial.median, 1e-3, 1)});
    grounds.push_back({"difference of CPU, points", intervalText(trial.cpu, 1, 1)});
    for (const std::string& note : trial.notes)
        grounds.push_back({"note", note});
    return statement;
}

StatementGrounds ofRecommendation(const Diagnosis& diagnosis) {
    StatementGrounds statement{"recommendation", diagnosis.recommendation.sentence, {}};
    const auto add = [&](const std::string& name, const LoopEvidence& loop, Fitness fitness) {
        statement.grounds.push_back({"measured: " + name, std::string(fitnessName(fitness)) + ": late " +
                                                              shareText(loop.lateShare()) +
                                                              ", CPU for waiting " +
                                                              said::percent(loop.cpuPercent())});
    };
    add(planName(diagnosis.now.plan) + " (now)", diagnosis.now, diagnosis.verdict.fitness);
    for (const Candidate& candidate : diagnosis.candidates)
        add(candidate.name, candidate.evidence, candidate.fitness(diagnosis.plan.target));
    return statement;
}

StatementGrounds ofX(const XAdvice& advice) {
    StatementGrounds statement{"x", advice.sentence, {}};
    for (const XAdvice::Row& row : advice.rows)
        statement.grounds.push_back(
            {"predicted: X " + numberText(row.x) + ", start value " + said::duration(row.start),
             "late " + shareText(row.late) + ", CPU " + said::percent(row.cpuPercent)});
    if (advice.check) {
        statement.grounds.push_back({"predicted: " + advice.check->name, shareText(advice.check->foretold)});
        statement.grounds.push_back({"measured: " + advice.check->name, shareText(advice.check->measured)});
    }
    return statement;
}

StatementGrounds ofDisturbance(const OwnDisturbance& own) {
    StatementGrounds statement{"disturbance", own.sentence, {}};
    addLoop(statement.grounds, own.quiet, "window not drawn: ");
    addLoop(statement.grounds, own.drawing, "window drawn 60 times a second: ");
    statement.grounds.push_back({"drawn − not drawn: late, points", intervalText(own.late, 100, 2)});
    statement.grounds.push_back({"drawn − not drawn: median, µs", intervalText(own.median, 1e-3, 1)});
    if (own.terminal.blocks.empty())
        return statement;
    statement.grounds.push_back({"command line: frames", std::to_string(own.terminal.frames()) + " in " +
                                                             std::to_string(own.terminal.blocks.size()) +
                                                             " blocks"});
    statement.grounds.push_back({"command line: late", shareText(own.terminal.lateShare())});
    statement.grounds.push_back(
        {"not drawn − command line: late, points", intervalText(own.lateToTerminal, 100, 2)});
    statement.grounds.push_back(
        {"not drawn − command line: median, µs", intervalText(own.medianToTerminal, 1e-3, 1)});
    return statement;
}

} // namespace

std::vector<StatementGrounds> groundsOf(const Diagnosis& diagnosis) {
    std::vector<StatementGrounds> all{ofVerdict(diagnosis)};
    for (const Finding& finding : diagnosis.findings.list)
        all.push_back(ofFinding(diagnosis, finding));
    for (const Finding& suspect : diagnosis.findings.suspects)
        all.push_back(ofSuspect(diagnosis, suspect));
    for (const Cause cause : causesInOrder())
        all.push_back(ofCause(diagnosis, cause));
    for (const TrialOutcome& trial : diagnosis.trials)
        all.push_back(ofTrial(trial));
    all.push_back(ofRecommendation(diagnosis));
    if (diagnosis.recommendation.x)
        all.push_back(ofX(*diagnosis.recommendation.x));
    if (diagnosis.disturbance)
        all.push_back(ofDisturbance(*diagnosis.disturbance));
    return all;
}

std::vector<Ground> groundsOf(const Diagnosis& diagnosis, std::string_view id) {
    for (StatementGrounds& statement : groundsOf(diagnosis)) {
        if (statement.id == id)
            return std::move(statement.grounds);
    }
    return {};
}

} // namespace jitterscope

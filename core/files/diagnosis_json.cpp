// SPDX-License-Identifier: MIT
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/snippet.h"
#include "core/files/json_parts.h"
#include "core/files/result_files.h"

namespace jitterscope {
namespace {

Json partsObject(const LatenessParts& parts) {
    Json object = Json::object();
    for (const Cause cause : causesInOrder())
        object[std::string(causeId(cause))] = parts.of(cause);
    return object;
}

Json anatomyObject(const Anatomy& anatomy) {
    Json object = causesObject(anatomy);
    object["all_lateness_ns"] = partsObject(anatomy.all());
    return object;
}

Json loopObject(const LoopEvidence& loop) {
    Json object = Json::object();
    object["plan"] = planObject(loop.plan);
    object["plan"].erase("machine_file"); // reports name no paths
    addMetrics(object, loop.metrics);
    object["late_share"] = shareObject(loop.lateShare());
    object["cpu_waiting_percent"] = orNull(loop.cpuPercent());
    object["native_sleeps_per_frame"] = loop.sleepsPerFrame;
    object["slack_ns"] = loop.slack;
    object["settings"] = Json::array();
    for (const SettingOutcome& setting : loop.settings)
        object["settings"].push_back(settingObject(setting));
    object["anatomy"] = anatomyObject(loop.anatomy);
    return object;
}

Json targetObject(const Target& target) {
    return {{"job", target.job},
            {"rate_hz", target.period.hertz()},
            {"late_beyond_ns", target.beyond.count()},
            {"allowed_fraction", target.allowed}};
}

Json verdictObject(const Verdict& verdict) {
    Json disturbances = Json::array();
    for (const Disturbance& disturbance : verdict.disturbances)
        disturbances.push_back(
            {{"id", disturbance.id}, {"text", disturbance.text}, {"invalid", disturbance.invalid}});
    return {{"fitness", fitnessId(verdict.fitness)},
            {"sentence", verdict.sentence},
            {"detail", verdict.detail},
            {"cause", textOrNull(verdict.causeId)},
            {"late",
             {{"count", verdict.lateFrames},
              {"lost", verdict.lost},
              {"frames", verdict.frames},
              {"share", shareObject(verdict.late)}}},
            {"frames_needed", verdict.framesNeeded},
            {"disturbed", !verdict.disturbances.empty()},
            {"disturbances", std::move(disturbances)}};
}

Json findingsObject(const Findings& findings) {
    Json list = Json::array();
    for (const Finding& finding : findings.list)
        list.push_back({{"id", finding.id},
                        {"cost_ns", finding.cost},
                        {"cost_low_ns", finding.costInterval.low},
                        {"cost_high_ns", finding.costInterval.high},
                        {"of_late_frames", finding.lateCost},
                        {"in_bursts", finding.inBursts},
                        {"what", finding.title},
                        {"so_what", finding.soWhat},
                        {"do", finding.doThis},
                        {"undo", finding.undo},
                        {"trial", textOrNull(finding.trial)},
                        {"facts", finding.facts}});
    Json suspects = Json::array();
    for (const Finding& suspect : findings.suspects)
        suspects.push_back({{"id", suspect.id},
                            {"what", suspect.title},
                            {"so_what", suspect.soWhat},
                            {"do", suspect.doThis},
                            {"undo", suspect.undo},
                            {"trial", textOrNull(suspect.trial)}});
    Json account = Json::array();
    for (const Finding& line : findings.account)
        account.push_back({{"id", line.id}, {"cost_ns", line.cost}, {"of_late_frames", line.lateCost}});
    return {{"mean_lateness_ns", findings.mean}, {"explained_ns", findings.explained},
            {"rest_ns", findings.rest()},        {"not_looked_at", textOrNull(findings.unseen)},
            {"account", std::move(account)},     {"list", std::move(list)},
            {"suspects", std::move(suspects)}};
}

Json trialObject(const TrialOutcome& trial) {
    Json object = {{"id", trial.id},
                   {"name", trial.name},
                   {"available", trial.support.available},
                   {"reason", trial.support.reason},
                   {"sentence", trial.sentence()}};
    if (!trial.measured())
        return object;
    object["parts"] = trial.parts;
    object["helped"] = trial.helped();
    object["late_difference"] = shareObject(trial.late);
    object["median_difference_ns"] = shareObject(trial.median);
    object["cpu_difference_points"] = shareObject(trial.cpu);
    object["before"] = loopObject(trial.before);
    object["after"] = loopObject(trial.after);
    object["notes"] = trial.notes;
    return object;
}

Json candidateObject(const Candidate& candidate, const Target& target) {
    return {{"name", candidate.name},
            {"now", candidate.now},
            {"fitness", fitnessId(candidate.fitness(target))},
            {"loop", loopObject(candidate.evidence)}};
}

Json xObject(const XAdvice& advice) {
    Json rows = Json::array();
    for (const XAdvice::Row& row : advice.rows)
        rows.push_back({{"x", row.x},
                        {"start_ns", row.start},
                        {"late_share", shareObject(row.late)},
                        {"cpu_percent", row.cpuPercent}});
    Json check = nullptr;
    if (advice.check)
        check = {{"name", advice.check->name},
                 {"foretold", shareObject(advice.check->foretold)},
                 {"measured", shareObject(advice.check->measured)},
                 {"holds", advice.trusted()}};
    return {{"strategy", advice.strategy},   {"foretold", true},
            {"check", std::move(check)},     {"x", advice.pick.x},
            {"start_ns", advice.pick.start}, {"sentence", advice.sentence},
            {"rows", std::move(rows)}};
}

Json recommendationObject(const Diagnosis& diagnosis) {
    const Recommendation& recommendation = diagnosis.recommendation;
    const Target& target = diagnosis.plan.target;
    Json object = {{"sentence", recommendation.sentence},
                   {"expected", recommendation.expected},
                   {"why_not", recommendation.whyNot}};
    object["pick"] = recommendation.pick ? candidateObject(*recommendation.pick, target) : Json(nullptr);
    object["runner_up"] =
        recommendation.runnerUp ? candidateObject(*recommendation.runnerUp, target) : Json(nullptr);
    object["x"] = recommendation.x ? xObject(*recommendation.x) : Json(nullptr);
    object["code"] = Json::object();
    if (recommendation.pick) {
        for (const SnippetEntry* entry : snippetsFor(diagnosis.machine.system))
            object["code"][std::string(entry->id)] = entry->text(snippetParts(target, recommendation));
    }
    return object;
}

Json useObject(const MachineUse& use, const Privacy& privacy) {
    Json object = {{"seconds", use.seconds},
                   {"others_percent", orNull(use.othersPercent)},
                   {"others_ran_ns", orNull(use.othersRan)},
                   {"own_percent", orNull(use.ownPercent)},
                   {"steal_percent", orNull(use.stealPercent)},
                   {"cpu_pressure_percent", orNull(use.cpuPressurePercent)},
                   {"throttled_periods", orNull(use.throttledPeriods)},
                   {"throttled_ns", orNull(use.throttledTime)},
                   {"queue_wait_ns", orNull(use.queueWait)}};
    if (privacy.programs && !privacy.redacted) {
        object["programs"] = Json::array();
        for (const ProcessUse& process : use.processes)
            object["programs"].push_back({{"name", process.name}, {"cpu_percent", process.cpuPercent}});
    }
    return object;
}

} // namespace

std::string diagnosisJson(const Diagnosis& diagnosis, const Privacy& privacy) {
    Json object = fileObject("diagnosis", "schema", "jitterscope-diagnosis-1");
    object["started"] = textOrNull(diagnosis.startedUtc);
    object["seconds"] = diagnosis.seconds;
    addPrivacy(object, privacy);
    object["command"] =
        privacy.redacted ? Json(nullptr) : Json(diagnosisCommand(diagnosis.plan, !diagnosis.trials.empty()));
    object["target"] = targetObject(diagnosis.plan.target);
    object["verdict"] = verdictObject(diagnosis.verdict);
    object["cured"] = textOrNull(diagnosis.cured);
    object["findings"] = findingsObject(diagnosis.findings);
    object["loop"] = loopObject(diagnosis.now);
    object["candidates"] = Json::array();
    for (const Candidate& candidate : diagnosis.candidates)
        object["candidates"].push_back(candidateObject(candidate, diagnosis.plan.target));
    object["trials"] = Json::array();
    for (const TrialOutcome& trial : diagnosis.trials)
        object["trials"].push_back(trialObject(trial));
    object["recommendation"] = recommendationObject(diagnosis);
    object["own_disturbance"] = nullptr;
    if (diagnosis.disturbance)
        object["own_disturbance"] = {
            {"sentence", diagnosis.disturbance->sentence},
            {"late_difference", shareObject(diagnosis.disturbance->late)},
            {"median_difference_ns", shareObject(diagnosis.disturbance->median)},
            {"late_to_terminal", shareObject(diagnosis.disturbance->lateToTerminal)},
            {"median_to_terminal_ns", shareObject(diagnosis.disturbance->medianToTerminal)}};
    object["window_on_processor"] = orNull(diagnosis.windowOnProcessor);
    object["use"] = useObject(diagnosis.machine.use, privacy);
    object["machine"] = Json::array();
    for (const Fact& fact : diagnosis.machine.facts)
        object["machine"].push_back(factObject(fact));
    return dumped(object);
}

} // namespace jitterscope

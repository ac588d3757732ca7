// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/base/parse.h"
#include "core/base/version.h"
#include "core/compare/compared_run.h"
#include "core/files/csv_columns.h"
#include "core/files/csv_format.h"
#include "core/files/json_parts.h"
#include "core/files/result_files.h"

#include <cmath>

namespace jitterscope {
namespace {

Json candidateObject(const AttachReport& report, const LoopCandidate& candidate) {
    const HeardProgram& program = report.programs[candidate.program];
    const HeardThread& thread = program.threads[candidate.thread];
    const CallEntry* const call = findCall(candidate.call);
    Json object = Json::object();
    object["program"] = program.name;
    object["thread"] = thread.name;
    object["main_thread"] = thread.main;
    object["boundary"] = frameBoundaryId(candidate.boundary);
    object["call"] = call != nullptr ? Json(call->id) : Json(nullptr);
    object["site"] = program.siteText(candidate.site);
    object["rate_hz"] = candidate.rateHz;
    object["regularity"] = candidate.regularity;
    return object;
}

Json loopObject(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    const HeardLoop::Means mean = loop.means();
    Json object = candidateObject(report, *report.candidate());
    object["rate_hz"] = loop.rateHz();
    object["kind"] = waitStyleId(loop.style());
    object["cadence"] = cadenceId(loop.cadence());
    object["deadlines"] = deadlinesId(loop);
    object["sentence"] = loopText(report);
    object["frames"] = loop.frames().size();
    object["frames_judged"] = loop.frames().size();
    object["judged_ns"] = std::llround(loop.time());
    object["rate_meant_hz"] = orNull(loop.meantHz());
    object["usual_frame_ns"] = std::llround(loop.usualTime());
    object["judder"] = loop.judder();
    object["aim_ns"] = std::llround(loop.aim());
    object["tolerance_ns"] = std::llround(loop.tolerance());
    object["long_frames"] = loop.longFrames();
    object["waits_per_frame"] = loop.waitsPerFrame();
    object["cpu_percent"] = orNull(loop.cpuPercent());
    object["mean_ns"] =
        Json{{"frame_time", mean.frameTime}, {"work", mean.work},       {"wait", mean.wait},
             {"overshoot", mean.overshoot},  {"present", mean.present}, {"yields", mean.yields},
             {"queued", orNull(mean.queued)}};
    return object;
}

Json causesList(const HeardLoop& loop) {
    Json list = Json::array();
    for (std::size_t i = 0; i < kLoopCauses; ++i) {
        const auto cause = static_cast<LoopCause>(i);
        list.push_back(
            Json{{"id", loopCauseId(cause)},
                 {"cost_ns", std::llround(loop.costOf(cause))},
                 {"share", loop.cost() > 0 ? Json(loop.costOf(cause) / loop.cost()) : Json(nullptr)},
                 {"first", loop.firstCause() == cause}});
    }
    return list;
}

Json cureObject(const CureOutcome& outcome) {
    Json object = Json::object();
    object["id"] = outcome.id;
    object["tried"] = outcome.support.available;
    object["why_not"] = textOrNull(outcome.support.reason);
    object["sentence"] = cureText(outcome);
    object["helped"] = outcome.helped();
    object["pairs"] = outcome.pairs;
    object["spread_ns"] = shareObject(outcome.spread);
    object["long_share"] = shareObject(outcome.longShare);
    object["cpu_points"] = shareObject(outcome.cpu);
    object["lateness_ns"] = shareObject(outcome.lateness);
    object["off_rate_hz"] = shareObject(outcome.offRate);
    object["rate_hz"] = outcome.pairs > 0 ? Json{{"without", outcome.rateWithout}, {"with", outcome.rateWith}}
                                          : Json(nullptr);
    return object;
}

/// Whether frames between the two were left out: those of a pause, or of a cure.
bool followsGap(const HeardFrame& frame, const HeardFrame& before) {
    return frame.start != before.start + before.frameTime;
}

/// A frame as the samples CSV has it: the wait that a row tells of is the one that led to it.
FrameSample sampleOf(const HeardFrame& frame, const HeardFrame* before, std::int64_t first) {
    FrameSample sample;
    sample.start = frame.start - first;
    sample.deadline = sample.start;
    sample.work = std::max<std::int64_t>(0, frame.work());
    sample.flags = FrameSample::NoDeadline;
    if (before == nullptr) {
        sample.flags |= FrameSample::First;
        return sample;
    }
    sample.frameTime = frame.start - before->start;
    if (followsGap(frame, *before))
        sample.flags |= FrameSample::StoppedGap;
    sample.nativeSleeps = static_cast<std::uint32_t>(before->waits + before->events);
    sample.nativeSleep = before->wait + before->overshoot;
    sample.oversleep = before->overshoot;
    sample.spin = before->yields;
    return sample;
}

} // namespace

AttachReport withPrivacy(AttachReport report, const Privacy& privacy) {
    if (!privacy.programs || privacy.redacted)
        report.meanwhile.clear();
    for (SeenBlocked& seen : report.blocked.calls) {
        if (seen.in.ofUser && (!privacy.programs || privacy.redacted))
            seen.in = {seen.in.call, "a file"};
    }
    if (!privacy.redacted)
        return report;
    Redactor redactor(privacy);
    report.program = redactor.program(report.program);
    std::vector<HeardProgram> programs = report.programs.all();
    for (HeardProgram& program : programs) {
        program.name = redactor.program(program.name);
        for (std::size_t i = 0; i < program.threads.size(); ++i)
            program.threads[i].name = program.threads[i].main ? "main" : "thread " + std::to_string(i + 1);
        for (HeardModule& module : program.modules) {
            if (!module.name.starts_with("lib"))
                module.name = redactor.program(module.name);
        }
    }
    report.programs = std::move(programs);
    for (std::string& name : report.unheard)
        name = redactor.program(name);
    report.notes = redactor.sentences(std::move(report.notes));
    return report;
}

std::string attachJson(const AttachReport& whole, const Privacy& privacy) {
    const AttachReport report = withPrivacy(whole, privacy);
    Json json = fileObject("loop");
    json["program"] = report.program;
    json["answer"] = attachAnswerId(report.answer);
    json["verdict"] = attachVerdict(report);
    json["loop"] = report.loop ? loopObject(report) : Json(nullptr);
    Json candidates = Json::array();
    for (const LoopCandidate& candidate : report.candidates)
        candidates.push_back(candidateObject(report, candidate));
    json["candidates"] = std::move(candidates);
    json["causes"] = report.loop ? causesList(*report.loop) : Json::array();
    Json cures = Json::array();
    for (const CureOutcome& outcome : report.cures)
        cures.push_back(cureObject(outcome));
    json["cures"] = std::move(cures);
    Json stretches = Json::array();
    for (const LoopStretch& stretch : report.stretches)
        stretches.push_back(Json{{"rate_meant_hz", stretch.meantHz}, {"length_ns", stretch.length()}});
    json["parts"] = std::move(stretches);
    json["part"] = report.stretches.empty() ? Json(nullptr) : Json(report.stretch + 1);
    Json meanwhile = Json::array();
    for (const RanMeanwhile& each : report.meanwhile)
        meanwhile.push_back(Json{{"name", each.name}, {"share", each.share}});
    json["meanwhile"] = std::move(meanwhile);
    json["others_used"] = orNull(report.othersUsed);
    Json blocked = Json::array();
    for (const SeenBlocked& seen : report.blocked.calls)
        blocked.push_back(
            Json{{"call", seen.in.call}, {"object", textOrNull(seen.in.object)}, {"looks", seen.looks}});
    json["blocked"] = Json{{"looks", report.blocked.looks}, {"calls", std::move(blocked)}};
    json["notes"] = report.notes;
    addPrivacy(json, privacy);
    return dumped(json);
}

std::string attachCsv(const AttachReport& whole, const Privacy& privacy) {
    if (!whole.loop || whole.loop->frames().empty())
        return {};
    const HeardLoop& loop = *whole.loop;
    const std::vector<std::int64_t> lateness = loop.lateness();
    std::string text = csv::headerLine(csv::kSchemaKey, std::to_string(csv::kSchema)) +
                       csv::headerLine(csv::kKindKey, "samples") +
                       csv::headerLine("program", "jitterscope " + std::string(version())) +
                       csv::headerLine("process", Redactor(privacy).program(whole.program)) +
                       csv::privacyLine(privacy) + csv::headerLine(csv::kDeadlinesKey, deadlinesId(loop)) +
                       csv::headerLine(csv::kRateKey, decimalText(loop.rateHz(), 3)) +
                       csv::headerLine(csv::kToleranceKey, std::to_string(std::llround(loop.tolerance()))) +
                       csv::columnLine(csv::sampleColumns());
    csv::Row row;
    const std::int64_t first = loop.frames().front().start;
    const HeardFrame* before = nullptr;
    std::int64_t number = 0;
    for (std::size_t i = 0; i < loop.frames().size(); ++i) {
        const HeardFrame& frame = loop.frames()[i];
        FrameSample sample = sampleOf(frame, before, first);
        sample.iteration = number++;
        if (!lateness.empty()) {
            sample.flags &= static_cast<std::uint8_t>(~FrameSample::NoDeadline);
            sample.deadline = sample.start - lateness[i];
        }
        text += row.of(sample);
        before = &frame;
    }
    return text + csv::endLine(number, 0, true);
}

ComparedRun attachedRun(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    RunColumns columns;
    const std::vector<std::int64_t> lateness = loop.lateness();
    for (std::size_t i = 1; i < loop.frames().size(); ++i) {
        const HeardFrame& before = loop.frames()[i - 1];
        if (followsGap(loop.frames()[i], before))
            continue;
        columns.frameTime.push_back(before.frameTime);
        if (!lateness.empty())
            columns.lateness.push_back(lateness[i]);
    }
    ComparedRun run;
    run.name = report.program;
    run.recordedBy = "Jitterscope";
    run.settings["process"] = report.program;
    run.rateHz = loop.rateHz();
    run.rateEstimated = true;
    if (!columns.lateness.empty())
        run.tolerance = Nanoseconds{std::llround(loop.tolerance())};
    run.lacks.emplace_back(
        csv::deadlinesText(columns.lateness.empty() ? csv::kNoDeadlines : deadlinesId(loop)));
    run.threadPercent = loop.cpuPercent();
    run.columns = std::make_shared<const RunColumns>(std::move(columns));
    summarizeColumns(run);
    return run;
}

} // namespace jitterscope

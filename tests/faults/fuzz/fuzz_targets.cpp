// SPDX-License-Identifier: MIT
#include "tests/faults/fuzz/fuzz_targets.h"

#include "core/base/parse.h"
#include "core/files/lab_file.h"
#include "core/files/machine_file.h"
#include "core/files/plan_json.h"
#include "core/files/read_csv.h"
#include "core/import/log_catalog.h"
#include "core/metrics/openmetrics.h"
#include "core/run/assertion.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/time/period.h"
#include "tests/faults/fuzz/fuzz_heard.h"
#include "tests/faults/fuzz/fuzz_options.h"
#include "tests/faults/fuzz/fuzz_runs.h"
#include "tests/faults/fuzz/fuzz_support.h"
#include "tests/faults/fuzz/fuzz_tree.h"

#include <cmath>
#include <string>

namespace jitterscope {
namespace {

void sound(const FrameMetrics& metrics) {
    for (const Summary* summary : {&metrics.frameTime, &metrics.lateness, &metrics.error, &metrics.oversleep})
        sound(*summary);
    promise(metrics.late <= metrics.frames, "no more late frames than frames");
}

void samples(std::string_view bytes) {
    const MemoryFile file(bytes);
    const Result<RecordedRun> run = readSamplesCsv(file.path());
    if (!run)
        return oneLine(run.error().message());
    sound(run.value().metrics);
    std::int64_t frames = 0;
    for (const RecordedStretch& stretch : run.value().stretches) {
        sound(stretch.metrics);
        frames += stretch.metrics.frames;
    }
    promise(frames == run.value().metrics.frames, "the stretches hold all frames");
    promise(run.value().warnings.size() < 20, "warnings are few, whatever the file");
    for (const std::string& warning : run.value().warnings)
        oneLine(warning);
}

void sleeps(std::string_view bytes) {
    const MemoryFile file(bytes);
    const Result<RecordedSleeps> read = readSleepsCsv(file.path());
    if (!read)
        oneLine(read.error().message());
}

/// A machine that is accepted can be run on.
void machine(std::string_view bytes) {
    const MemoryFile file(bytes);
    const Result<MachineModel> model = readMachine(file.path());
    if (!model)
        return oneLine(model.error().message());
    SimulatedTime time(model.value(), 1);
    constexpr int kFrames = 50;
    for (int i = 0; i < kFrames; ++i) {
        const TimePoint before = time.now();
        for (const SleepKind kind : {SleepKind::Relative, SleepKind::Timer})
            time.sleepFor(Nanoseconds{1'000'000}, kind);
        time.sleepUntil(time.now() + Nanoseconds{2'000'000});
        time.spinUntil(time.now() + Nanoseconds{500'000}, SpinKind::Pause);
        promise(time.now() > before, "time goes on");
    }
}

void plan(std::string_view bytes) {
    const Result<RunPlan> first = parsePlan(bytes);
    if (!first)
        return oneLine(first.error().message());
    const Result<RunPlan> again = parsePlan(planJson(first.value()));
    promise(again.ok() && again.value() == first.value(), "a plan is read back as it was written");
}

void text(std::string_view bytes) {
    if (const Result<Period> rate = Period::parseRate(bytes)) {
        const Result<Period> again = Period::parseRate(rate.value().rateText());
        promise(again.ok() && again.value() == rate.value(), "a rate is read back as it was written");
        promise(rate.value().nanoseconds() > 0, "a period is longer than nothing");
    }
    if (const Result<Period> period = Period::parsePeriod(bytes))
        promise(period.value().nanoseconds() > 0, "a period is longer than nothing");
    if (const auto duration = parseDuration(bytes)) {
        const auto again = parseDuration(durationText(*duration));
        promise(again && *again == *duration, "a time is read back as it was written");
    }
    if (const auto number = parseDouble(bytes)) {
        promise(std::isfinite(*number), "a number is finite");
        promise(parseDouble(numberText(*number)) == number, "a number is read back as it was written");
    }
    (void)parseInteger(bytes);
    if (const auto decimal = parseDecimal(bytes))
        promise(decimal->denominator > 0, "a fraction has a denominator");
    if (const Result<Assertion> assertion = Assertion::parse(bytes); !assertion)
        oneLine(assertion.error().message());
}

void sound(const ImportedRun& run) {
    promise(run.histogram.has_value() != (run.distribution.count() > 0), "a run holds values or a histogram");
    promise(run.distribution.count() == static_cast<std::int64_t>(run.samples.size()) + run.samplesNotKept,
            "every value is counted");
    const Summary& summary = run.summary;
    promise(summary.count > 0, "a run holds something");
    sound(summary);
    promise(!run.rateHz || (std::isfinite(*run.rateHz) && *run.rateHz > 0), "a rate is positive");
    const auto beyond = shareBeyond(run, Nanoseconds{16'700'000});
    promise(!beyond || (*beyond >= 0 && *beyond <= 1), "a share is within 0 … 1");
    promise(run.name.find('\n') == std::string::npos, "a name is one line");
}

/// The first byte chooses: what is detected, or a format that is said, with or without column and unit.
/// `only`: that format, so that each gets its share.
void log(std::string_view bytes, const std::string& only = "") {
    ImportOptions options;
    if (!bytes.empty()) {
        const auto choice = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        const std::span<const LogEntry> catalog = importCatalog();
        if (const std::size_t format = choice & 15U; format > 0 && format <= catalog.size())
            options.format = catalog[format - 1].id;
        options.format = only.empty() ? options.format : only;
        options.unit = (choice & 16U) != 0 ? "ms" : "";
        options.column = (choice & 32U) != 0 ? "2" : "";
        if ((choice & 64U) != 0)
            options.quantity = LogQuantity::FrameTime;
    }
    const MemoryFile file(bytes);
    const Result<ImportedLog> read = readLog(file.path(), options);
    if (!read)
        return oneLine(read.error().message());
    promise(!read.value().runs.empty(), "a log that is read has a run");
    for (const ImportedRun& run : read.value().runs)
        sound(run);
    promise(read.value().warnings.size() < 20, "warnings are few, whatever the file");
    promise(read.value().comments.size() <= 50, "comments are few, whatever the file");
    for (const std::string& text : read.value().warnings)
        oneLine(text);
    for (const std::string& text : read.value().comments)
        oneLine(text);
}

/// What an earlier watch has left.
void metrics(std::string_view bytes) {
    ProbeMetrics resumed(standardPlan());
    const std::string begun = resumed.text();
    if (!resumed.resume(bytes)) {
        promise(resumed.text() == begun, "a text that is refused changes nothing");
        return;
    }
    ProbeMetrics again(standardPlan());
    promise(again.resume(resumed.text()) && again.text() == resumed.text(),
            "counters are read back as they were written");
}

/// Where somebody is in a lab, or what a class has guessed.
void lab(std::string_view bytes) {
    if (const Result<Lesson> lesson = parseLesson(bytes)) {
        const Result<Lesson> again = parseLesson(lessonText(lesson.value()));
        promise(again.ok() && again.value() == lesson.value(), "a lesson is read back as it was written");
        return;
    } else {
        oneLine(lesson.error().message());
    }
    const Result<LabState> first = parseLabFile(bytes);
    if (!first)
        return oneLine(first.error().message());
    const Result<LabState> again = parseLabFile(labFileText(first.value()));
    promise(again.ok() && again.value() == first.value(), "a lab is read back as it was written");
}

std::vector<FuzzTarget> makeTargets() {
    std::vector<FuzzTarget> targets{
        {"samples", "faults/corpus/samples", samples},
        {"sleeps", "faults/corpus/sleeps", sleeps},
        {"machine", "faults/corpus/machine", machine},
        {"plan", "faults/corpus/plan", plan},
        {"lab", "faults/corpus/lab", lab},
        {"text", "faults/corpus/text", text},
        {"options", "faults/corpus/options", fuzzOptions},
        {"heard", "faults/corpus/heard", fuzzHeard},
        {"metrics", "faults/corpus/metrics", metrics},
        {"tree", "report/machines", fuzzTree},
        {"session", "faults/corpus/session", fuzzSession},
        {"run", "faults/corpus/run", fuzzFigures},
        {"summary", "faults/corpus/summary", fuzzFigures},
        {"experiment", "faults/corpus/experiment", fuzzFigures},
        {"race", "faults/corpus/race", fuzzFigures},
        {"diagnosis", "faults/corpus/diagnosis", fuzzFigures},
        {"runs", "faults/corpus/runs", fuzzRuns},
        {"log", "faults/corpus/log", [](std::string_view bytes) { log(bytes); }},
    };
    for (const LogEntry& entry : importCatalog()) {
        const auto format = [id = std::string(entry.id)](std::string_view bytes) { log(bytes, id); };
        targets.push_back({"log-" + std::string(entry.id), "faults/corpus/log", format, true});
    }
    return targets;
}

} // namespace

const std::vector<FuzzTarget>& fuzzTargets() {
    static const std::vector<FuzzTarget> targets = makeTargets();
    return targets;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/files/compared_runs.h"

#include "core/base/parse.h"
#include "core/diagnosis/snippet.h"
#include "core/experiment/bench.h"
#include "core/files/csv_format.h"
#include "core/machine/disturbance.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/time/period.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace jitterscope {

namespace {

constexpr std::string_view kFactPrefix = "machine_fact.";

/// The columns of one stretch; stretches only rise.
template <typename Frames>
std::shared_ptr<const RunColumns> columnsOf(const Frames& frames, std::uint32_t stretch) {
    auto columns = std::make_shared<RunColumns>();
    auto frame = std::ranges::lower_bound(frames, stretch, {}, &FrameSample::stretch);
    for (; frame != frames.end() && frame->stretch == stretch; ++frame) {
        if (!frame->counts())
            continue;
        columns->frameTime.push_back(frame->frameTime);
        if (!frame->has(FrameSample::NoDeadline))
            columns->lateness.push_back(frame->lateness());
        columns->spin.push_back(frame->spin);
        columns->lost.push_back(frame->lost);
    }
    return columns;
}

/// `# key: value` lines as pairs.
ComparedRun::Texts textsOf(std::string_view block) {
    ComparedRun::Texts texts;
    while (!block.empty()) {
        const std::size_t end = std::min(block.find('\n'), block.size());
        const std::string_view line = block.substr(0, end);
        const std::size_t colon = line.find(": ");
        if (line.starts_with("# ") && colon != std::string_view::npos)
            texts.emplace(line.substr(2, colon - 2), line.substr(colon + 2));
        block.remove_prefix(std::min(end + 1, block.size()));
    }
    return texts;
}

bool isUsage(std::string_view key) noexcept {
    return key.starts_with(csv::kUsagePrefix) || key == csv::kDisturbedKey || key == "pressure" ||
           key == "steal";
}

/// Sorts the header lines of a file into settings and facts of the machine.
void takeSettings(const ComparedRun::Texts& texts, ComparedRun& run) {
    for (const auto& [key, value] : texts) {
        if (key.starts_with(kFactPrefix)) {
            if (value != "unknown")
                run.facts.emplace(key.substr(kFactPrefix.size()), value);
        } else if (!key.starts_with("stretch.") && !isUsage(key)) {
            run.settings[key] = value;
        }
    }
    const auto started = run.settings.find("started_utc");
    if (started != run.settings.end())
        run.startedUtc = started->second;
    run.origin = runOriginOf(run.settings);
}

/// The figures of all frames of a run, of which `columns` may hold only the newest.
void takeMetrics(const FrameMetrics& metrics, const Period& period, ComparedRun& run) {
    run.summaries[RunQuantity::FrameTime] = metrics.frameTime;
    run.frames = metrics.frames;
    run.rateHz = period.hertz();
    if (metrics.lateShare) { // there are deadlines
        run.summaries[RunQuantity::Lateness] = metrics.lateness;
        run.summaries[RunQuantity::Error] = metrics.error;
        run.tolerance = metrics.tolerance;
        run.lateFraction = metrics.lateShare->value;
        run.lostFraction = lostShare(metrics);
        run.driftPpm = metrics.driftPpm;
    }
    run.framesWithout = run.frames - static_cast<std::int64_t>(run.columns->size());
    if (run.framesWithout > 0)
        run.warnings.push_back("Intervals are of the last " + std::to_string(run.columns->size()) +
                               " frames: the older ones were not kept.");
}

void takeCpu(const CpuUsage& cpu, ComparedRun& run) {
    run.threadPercent = cpu.threadPercent;
    run.processPercent = cpu.processPercent;
    run.machinePercent = cpu.machinePercent;
    run.pressurePercent = cpu.pressurePercent;
    run.stealPercent = cpu.stealPercent;
}

/// The value of `key` for a stretch. The keys bear the stretch's number in a file of several stretches, and
/// not in a file of one, such as a recording that began late.
std::string ofStretch(const ComparedRun::Texts& header, std::uint32_t index, const std::string& key) {
    for (const std::string& name : {csv::stretchKey(index, key), key}) {
        if (const auto found = header.find(name); found != header.end())
            return found->second;
    }
    return {};
}

std::vector<std::string> listOf(std::string_view text) {
    std::vector<std::string> list;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(csv::kBetweenDisturbances), text.size());
        list.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + csv::kBetweenDisturbances.size(), text.size()));
    }
    return list;
}

/// Takes what the file says of the CPU after its rows. False: it says nothing.
bool takeUsage(const ComparedRun::Texts& header, std::uint32_t index, ComparedRun& run) {
    const auto percent = [&](const char* name) -> std::optional<double> {
        const std::optional<double> value =
            parseDouble(ofStretch(header, index, std::string(csv::kUsagePrefix) + name));
        return value && *value >= 0 && *value <= 1e9 ? value : std::nullopt;
    };
    run.threadPercent = percent("thread_percent");
    run.processPercent = percent("process_percent");
    run.machinePercent = percent("machine_percent");
    run.pressurePercent = percent("pressure_percent");
    run.stealPercent = percent("steal_percent");
    const std::string disturbed = ofStretch(header, index, std::string(csv::kDisturbedKey));
    if (disturbed.empty())
        takeDisturbances(run);
    else if (disturbed != csv::kUndisturbed && disturbed != csv::kNotKnown)
        run.disturbances = listOf(disturbed);
    return run.threadPercent || run.processPercent || run.machinePercent || run.pressurePercent;
}

/// The system that a file's run was measured on, by what it says of its kernel.
std::optional<SystemFamily> measuredOn(const ComparedRun::Texts& facts) {
    const auto kernel = facts.find("kernel");
    if (kernel == facts.end())
        return std::nullopt;
    // `6.1.0-18-amd64`, `Windows 10.0.19045`, `Wine 8.0 as Windows 10.0.19045`
    return kernel->second.find("Windows") != std::string::npos ? SystemFamily::Windows : SystemFamily::Linux;
}

std::string stretchName(const std::string& name, std::size_t stretches, std::uint32_t index) {
    return stretches > 1 ? name + " · stretch " + std::to_string(index + 1) : name;
}

std::string with(const std::string& text, const char* between, const std::string& more) {
    return more.empty() ? text : text + between + more;
}

} // namespace

ComparedRun::Texts settingsOf(const RunPlan& plan) {
    return textsOf(csv::planLines(plan));
}

void takeDisturbances(ComparedRun& run) {
    const auto cpus = run.facts.find("cpus");
    double processors = cpus != run.facts.end() ? parseDouble(cpus->second).value_or(0) : 0;
    if (!(processors >= 1 && processors <= 1e6))
        processors = 0; // what other programs used is not known then
    const double seconds = run.seconds().value_or(0);
    if (run.origin != RunOrigin::Here)
        return;
    CpuUsage usage;
    usage.wall = Nanoseconds{std::llround(std::clamp(seconds, 0.0, 1e9) * 1e9)};
    usage.processPercent = run.processPercent;
    usage.machinePercent = run.machinePercent;
    usage.pressurePercent = run.pressurePercent;
    usage.stealPercent = run.stealPercent;
    MachineLoad load = machineLoad(usage, static_cast<unsigned>(processors));
    load.system = measuredOn(run.facts);
    run.disturbances = disturbancesOf(load);
}

RunOrigin runOriginOf(const ComparedRun::Texts& settings) {
    const auto machine = settings.find("machine");
    return machine == settings.end() || machine->second == "here" ? RunOrigin::Here : RunOrigin::Simulated;
}

namespace {

ComparedRun stretchOf(const RunResult& result, std::uint32_t index, const RunPlan& plan,
                      const FrameMetrics& metrics, const CpuUsage& cpu) {
    ComparedRun run;
    run.recordedBy = "Jitterscope";
    takeSettings(textsOf(csv::headerBlock(result, "samples", 0)), run);
    ComparedRun::Texts own;
    for (const auto& [key, value] : textsOf(csv::stretchBlock(index, plan)))
        own[key.substr(csv::stretchKey(index, "").size())] = value;
    csv::changeSettings(run.settings, own);
    run.columns = columnsOf(result.frames, index);
    takeMetrics(metrics, plan.period, run);
    takeCpu(cpu, run);
    takeDisturbances(run);
    run.command = runCommand(plan);
    return run;
}

/// Another program's loop has a rate that was measured, and deadlines at best estimated.
void takeDeadlines(ComparedRun& run) {
    const auto found = run.settings.find(std::string(csv::kDeadlinesKey));
    const std::string_view id = found == run.settings.end() ? std::string_view() : found->second;
    const bool planned = id != csv::kNoDeadlines && id != csv::kEstimatedDeadlines;
    if (planned && !run.settings.contains("process")) // a loop of ours plans its own
        return;
    run.lacks.emplace_back(csv::deadlinesText(id));
    run.rateEstimated = true;
    if (const Summary& frames = run.summaries[RunQuantity::FrameTime]; frames.mean && *frames.mean > 0)
        run.rateHz = 1e9 / *frames.mean; // older files hold one over the median
}

} // namespace

std::vector<ComparedRun> comparedRuns(const RunResult& result, const StretchNamer& nameOf) {
    std::vector<ComparedRun::Texts> settings;
    for (const Stretch& stretch : result.stretches)
        settings.push_back(settingsOf(stretch.plan));
    const std::vector<std::string> differing = differingSettings(settings);
    std::vector<ComparedRun> runs;
    for (const Stretch& stretch : result.stretches) {
        if (stretch.metrics.frames == 0)
            continue;
        ComparedRun& run =
            runs.emplace_back(stretchOf(result, stretch.index, stretch.plan, stretch.metrics, stretch.cpu));
        run.name = stretchName(with(nameOf(stretch.plan), " · ", differing[stretch.index]),
                               result.stretches.size(), stretch.index);
        run.warnings.insert(run.warnings.end(), result.notes.begin(), result.notes.end());
    }
    return runs;
}

ComparedRun comparedStretch(const RunResult& result, const FrameMetrics& metrics, const CpuUsage& cpu,
                            const std::string& name) {
    const std::uint32_t index = result.stretches.empty() ? 0 : result.stretches.back().index;
    const RunPlan& plan = result.stretches.empty() ? result.plan : result.stretches.back().plan;
    ComparedRun run = stretchOf(result, index, plan, metrics, cpu);
    run.name = name;
    return run;
}

std::vector<ComparedRun> comparedRuns(const RecordedRun& recorded) {
    std::vector<ComparedRun> runs;
    const ComparedRun::Texts header(recorded.header.begin(), recorded.header.end());
    std::vector<ComparedRun::Texts> settings;
    for (const RecordedStretch& stretch : recorded.stretches)
        settings.emplace_back(stretch.settings.begin(), stretch.settings.end());
    const std::vector<std::string> differing = differingSettings(settings);
    for (std::size_t i = 0; i < recorded.stretches.size(); ++i) {
        const RecordedStretch& stretch = recorded.stretches[i];
        if (stretch.metrics.frames == 0)
            continue;
        ComparedRun& run = runs.emplace_back();
        run.name = stretchName(fileName(recorded.path), recorded.stretches.size(), stretch.index);
        if (recorded.stretches.size() > 1)
            run.name += ": " + with(settingsTitle(settings[i]), ", ", differing[i]);
        run.path = recorded.path;
        run.recordedBy = "Jitterscope";
        takeSettings(header, run);
        csv::changeSettings(run.settings, stretch.settings);
        run.columns = columnsOf(recorded.frames, stretch.index);
        takeMetrics(stretch.metrics, stretch.statistics.period(), run);
        takeDeadlines(run);
        if (!takeUsage(header, stretch.index, run))
            run.lacks.emplace_back(
                "This samples file holds no CPU usage: whether anything disturbed it is not recorded.");
        run.warnings.insert(run.warnings.end(), recorded.warnings.begin(), recorded.warnings.end());
    }
    return runs;
}

ComparedRun comparedRun(RecordedOversleeps sleeps, const CancelFlag* cancel) {
    ComparedRun run;
    run.name = fileName(sleeps.path);
    run.path = sleeps.path;
    run.recordedBy = "Jitterscope";
    const ComparedRun::Texts header(sleeps.header.begin(), sleeps.header.end());
    takeSettings(header, run);
    (void)takeUsage(header, 0, run);
    auto columns = std::make_shared<RunColumns>();
    columns->duration = std::move(sleeps.values);
    run.columns = columns;
    summarizeColumns(run, cancel);
    run.lacks.emplace_back(
        "A sleeps file holds how much longer than asked each sleep took; it has no frames.");
    run.warnings = std::move(sleeps.warnings);
    return run;
}

namespace {

constexpr std::int64_t kFrames = 5000;

ComparedRun simulated(const char* strategy, const char* name) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.machine = machineChoice("linux-default-loaded");
    plan.period = Period::parseRate("144").value();
    plan.frames = kFrames;
    JobControl control;
    BenchMachine machine(*modelOf(plan.machine).value(), plan.seed, control);
    LoopResult loop = measureLoop(machine, plan, control);
    RunResult result;
    result.plan = plan;
    result.frames = std::move(loop.frames);
    Stretch stretch;
    stretch.plan = plan;
    stretch.metrics = loop.metrics;
    stretch.cpu = loop.cpu;
    result.stretches.push_back(std::move(stretch));
    return comparedRuns(result, [&](const RunPlan&) { return name; }).front();
}

} // namespace

std::pair<ComparedRun, ComparedRun> examplePair() {
    return {simulated("absolute-sleep", "Example: plain sleep"), simulated("adaptive", "Example: adaptive")};
}

} // namespace jitterscope

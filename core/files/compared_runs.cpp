// SPDX-License-Identifier: MIT
#include "core/files/compared_runs.h"

#include "core/base/parse.h"
#include "core/diagnosis/command_line.h"
#include "core/files/csv_format.h"
#include "core/machine/disturbance.h"
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

/// Facts of the machine go from the settings to where they belong.
void takeSettings(const ComparedRun::Texts& texts, ComparedRun& run) {
    for (const auto& [key, value] : texts) {
        if (key.starts_with(kFactPrefix)) {
            if (value != "unknown")
                run.facts.emplace(key.substr(kFactPrefix.size()), value);
        } else if (!key.starts_with("stretch.") && !key.starts_with(csv::kUsagePrefix)) {
            run.settings[key] = value;
        }
    }
    const auto started = run.settings.find("started_utc");
    if (started != run.settings.end())
        run.startedUtc = started->second;
    run.origin = originOf(run.settings);
}

/// What a run with deadlines says of all its frames; `columns` may hold only the newest.
void takeMetrics(const FrameMetrics& metrics, const Period& period, ComparedRun& run) {
    run.summaries[RunQuantity::FrameTime] = metrics.frameTime;
    run.summaries[RunQuantity::Lateness] = metrics.lateness;
    run.summaries[RunQuantity::Error] = metrics.error;
    run.frames = metrics.frames;
    run.rateHz = period.hertz();
    run.tolerance = metrics.tolerance;
    if (metrics.lateShare)
        run.lateFraction = metrics.lateShare->value;
    run.lostFraction = lostShare(metrics);
    run.driftPpm = metrics.driftPpm;
    run.framesWithout = run.frames - static_cast<std::int64_t>(run.columns->size());
    if (run.framesWithout > 0)
        run.warnings.push_back("Intervals are of the last " + std::to_string(run.columns->size()) +
                               " frames: the older ones were not kept.");
}

void takeCpu(const CpuUsage& cpu, ComparedRun& run) {
    run.threadPercent = cpu.threadPercent;
    run.processPercent = cpu.processPercent;
    run.machinePercent = cpu.machinePercent;
}

/// The settings of a later stretch. A choice that changed leaves no parameters of the one before.
void takeChanged(const ComparedRun::Texts& texts, ComparedRun& run) {
    for (const auto& [key, value] : texts) { // `strategy` comes before `strategy.x`
        if (key.find('.') == std::string::npos)
            std::erase_if(run.settings, [&](const auto& old) { return old.first.starts_with(key + "."); });
        run.settings[key] = value;
    }
}

/// What the file says of the CPU, after its rows.
void takeUsage(const ComparedRun::Texts& header, std::size_t stretches, std::uint32_t index,
               ComparedRun& run) {
    const std::string prefix =
        stretches > 1 ? csv::stretchKey(index, csv::kUsagePrefix) : std::string(csv::kUsagePrefix);
    const auto percent = [&](const char* name) -> std::optional<double> {
        const auto found = header.find(prefix + name);
        const std::optional<double> value = found != header.end() ? parseDouble(found->second) : std::nullopt;
        return value && *value >= 0 && *value <= 1e9 ? value : std::nullopt;
    };
    run.threadPercent = percent("thread_percent");
    run.processPercent = percent("process_percent");
    run.machinePercent = percent("machine_percent");
    if (!run.threadPercent && !run.processPercent && !run.machinePercent)
        run.lacks.emplace_back(
            "This samples file holds no CPU usage: whether anything disturbed it is not recorded.");
    takeDisturbances(run);
}

std::string stretchName(const std::string& name, std::size_t stretches, std::uint32_t index) {
    return stretches > 1 ? name + " · stretch " + std::to_string(index + 1) : name;
}

} // namespace

ComparedRun::Texts settingsOf(const RunPlan& plan) {
    return textsOf(csv::planLines(plan));
}

void takeDisturbances(ComparedRun& run) {
    const auto cpus = run.facts.find("cpus");
    const double processors = cpus != run.facts.end() ? parseDouble(cpus->second).value_or(0) : 0;
    const double seconds = run.seconds().value_or(0);
    if (run.origin != RunOrigin::Here || !(processors >= 1 && processors <= 1e6))
        return;
    CpuUsage usage;
    usage.wall = Nanoseconds{std::llround(std::clamp(seconds, 0.0, 1e9) * 1e9)};
    usage.processPercent = run.processPercent;
    usage.machinePercent = run.machinePercent;
    const auto others = othersPercent(usage, static_cast<unsigned>(processors));
    if (others && *others >= kDisturbing)
        run.disturbances.push_back(othersText(*others));
}

RunOrigin originOf(const ComparedRun::Texts& settings) {
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
    takeChanged(own, run);
    run.columns = columnsOf(result.frames, index);
    takeMetrics(metrics, plan.period, run);
    takeCpu(cpu, run);
    takeDisturbances(run);
    run.command = runCommand(plan);
    return run;
}

} // namespace

std::vector<ComparedRun> comparedRuns(const RunResult& result, const StretchNamer& nameOf) {
    std::vector<ComparedRun> runs;
    for (const Stretch& stretch : result.stretches) {
        if (stretch.metrics.frames == 0)
            continue;
        ComparedRun& run =
            runs.emplace_back(stretchOf(result, stretch.index, stretch.plan, stretch.metrics, stretch.cpu));
        run.name = stretchName(nameOf(stretch.plan), result.stretches.size(), stretch.index);
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
    for (const RecordedStretch& stretch : recorded.stretches) {
        if (stretch.metrics.frames == 0)
            continue;
        ComparedRun& run = runs.emplace_back();
        run.name = stretchName(fileName(recorded.path), recorded.stretches.size(), stretch.index);
        if (recorded.stretches.size() > 1)
            run.name += ": " + stretch.setting("strategy") + ", " + stretch.setting(csv::kRateKey) + " Hz";
        run.path = recorded.path;
        run.recordedBy = "Jitterscope";
        takeSettings(header, run);
        takeChanged({stretch.settings.begin(), stretch.settings.end()}, run);
        run.columns = columnsOf(recorded.frames, stretch.index);
        takeMetrics(stretch.metrics, stretch.statistics.period(), run);
        takeUsage(header, recorded.stretches.size(), stretch.index, run);
        run.warnings.insert(run.warnings.end(), recorded.warnings.begin(), recorded.warnings.end());
    }
    return runs;
}

ComparedRun comparedRun(RecordedOversleeps sleeps, const CancelFlag* cancel) {
    ComparedRun run;
    run.name = fileName(sleeps.path);
    run.path = sleeps.path;
    run.recordedBy = "Jitterscope";
    takeSettings(ComparedRun::Texts(sleeps.header.begin(), sleeps.header.end()), run);
    auto columns = std::make_shared<RunColumns>();
    columns->duration = std::move(sleeps.values);
    run.columns = columns;
    summarizeColumns(run, cancel);
    run.lacks.emplace_back(
        "A sleeps file holds how much longer than asked each sleep took; it has no frames.");
    run.warnings = std::move(sleeps.warnings);
    return run;
}

} // namespace jitterscope

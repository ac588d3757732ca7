// SPDX-License-Identifier: MIT
#include "app/cli/run_summary.h"

#include "app/cli/text_histogram.h"
#include "app/cli/text_table.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/record/anatomy.h"
#include "core/sleep/sleep_catalog.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope::cli {
namespace {

std::int64_t neededFor(const SummaryField& field) {
    constexpr std::array<std::pair<std::string_view, double>, 4> kFractions{
        {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99_9", 0.999}}};
    for (const auto& [name, fraction] : kFractions) {
        if (field.name == name)
            return samplesNeeded(fraction);
    }
    return field.name == "stddev" ? 2 : 1;
}

Lines figureTable(const FrameMetrics& metrics) {
    std::vector<std::vector<std::string>> rows{{""}};
    for (const SummaryField& field : summaryFields())
        rows.front().push_back(field.name == "p99_9" ? "p99.9" : std::string(field.name));
    const auto add = [&](const char* name, const Summary& summary) {
        std::vector<std::string>& row = rows.emplace_back();
        row.emplace_back(name);
        for (const SummaryField& field : summaryFields())
            row.push_back(figureText(summary, field));
    };
    add("frame time", metrics.frameTime);
    for (std::size_t i = 0; i < summaryFields().size();
         ++i) { // the digits that differ from the period matter
        const SummaryField& field = summaryFields()[i];
        const std::optional<double>& value = metrics.frameTime.*field.figure;
        if (value && *value >= 1e6 && field.name != "stddev")
            rows.back()[i + 1] = decimalText(*value / 1e6, 4) + " ms";
    }
    add("lateness", metrics.lateness);
    add("error", metrics.error);
    add("oversleep", metrics.oversleep);
    return textTable(rows);
}

std::string countText(const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : "–";
}

std::string percentText(const std::optional<double>& value) {
    return value ? decimalText(value, 1) + " %" : "–";
}

std::string cpuLine(const CpuUsage& cpu) {
    return "CPU: thread " + percentText(cpu.threadPercent) + ", process " + percentText(cpu.processPercent) +
           ", machine " + percentText(cpu.machinePercent) +
           "; context switches: " + countText(cpu.voluntary) + " voluntary, " + countText(cpu.involuntary) +
           " involuntary";
}

/// Late frames by cause, the commonest cause first; empty if no frame was late.
std::string causeLine(const Anatomy& anatomy) {
    std::vector<std::pair<std::int64_t, Cause>> counts;
    for (const Cause cause : causesInOrder())
        counts.emplace_back(-anatomy.of(cause).frames, cause);
    std::ranges::stable_sort(counts, {}, &std::pair<std::int64_t, Cause>::first);
    std::string line;
    for (const auto& [count, cause] : counts) {
        if (count < 0)
            line += (line.empty() ? "late by cause: " : ", ") + std::string(causeId(cause)) + " " +
                    std::to_string(-count);
    }
    return line;
}

std::string lossLine(const RunResult& result) {
    const FrameMetrics& metrics = result.metrics;
    const std::optional<double> lost = lostShare(metrics);
    std::string line = "rate " + decimalText(metrics.rateHz, 3) + " of " + result.plan.period.rateText() +
                       " Hz; slots lost " + std::to_string(metrics.lostIterations) +
                       (lost ? " (" + decimalText(100 * *lost, 2) + " %)" : "") + "; drift of those run " +
                       decimalText(metrics.driftPpm, 3) + " ppm";
    if (metrics.warmupFrames > 0)
        line += ", left out as warm-up " + std::to_string(metrics.warmupFrames);
    if (metrics.stoppedFrames > 0)
        line += ", after a stop " + std::to_string(metrics.stoppedFrames);
    if (result.lostSamples > 0)
        line += ", lost samples " + std::to_string(result.lostSamples);
    return line;
}

} // namespace

std::string decimalText(const std::optional<double>& value, int decimals) {
    return value ? jitterscope::decimalText(*value, decimals) : "–";
}

std::string figureText(const Summary& summary, const SummaryField& field) {
    if (const std::optional<double>& value = summary.*field.figure)
        return said::duration(*value);
    return summary.count == 0 ? "–" : "needs " + std::to_string(neededFor(field));
}

std::string lateText(const FrameMetrics& metrics) {
    std::string text = std::to_string(metrics.late) + " of " + std::to_string(metrics.frames);
    if (!metrics.lateShare)
        return text;
    const auto percent = [](double share) { return decimalText(100 * share, 2); };
    return text + " (" + percent(metrics.lateShare->value) + " %, 95 % interval " +
           percent(metrics.lateShare->interval.low) + " … " + percent(metrics.lateShare->interval.high) +
           " %)";
}

std::string planLine(const RunPlan& plan) {
    std::string parameters;
    if (const SleepEntry* const entry = findEntry(sleepCatalog(), plan.strategy.id)) {
        for (std::size_t i = 0; i < entry->parameters.size(); ++i)
            parameters += (i > 0 ? ", " : "") + std::string(entry->parameters[i].name) + " " +
                          parameterText(entry->parameters[i], plan.strategy.values[i]);
    }
    return plan.strategy.id + (parameters.empty() ? "" : " (" + parameters + ")") + ", " + plan.policy.id +
           ", " + plan.period.rateText() + " Hz, " +
           (plan.simulated() ? "simulated " + plan.machine.id + ", seed " + std::to_string(plan.seed)
                             : std::string("this machine"));
}

Lines runSummary(const RunResult& result, bool unicode) {
    const FrameMetrics& metrics = result.metrics;
    Lines text;
    text.add(planLine(result.plan));
    text.addBlank();
    text.add(figureTable(metrics));
    text.addBlank();
    text.add("late by more than " + said::duration(static_cast<double>(metrics.tolerance.count())) + ": " +
             lateText(metrics));
    if (std::string causes = causeLine(result.anatomy); !causes.empty())
        text.add(std::move(causes));
    text.add(lossLine(result));
    text.add(cpuLine(result.cpu));
    const Lines histogram = textHistogram(result.statistics.lateness().histogram(), unicode);
    if (!histogram.empty()) {
        text.add(Lines("\nlateness"));
        text.add(histogram);
    }
    for (const std::string& note : result.notes)
        text.add("note: " + note);
    return text;
}

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "core/report/csv_format.h"

#include "core/base/parse.h"
#include "core/pacing/pacing_catalog.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/version.h"
#include "core/workload/workload.h"

#include <algorithm>
#include <charconv>

namespace jitterscope::csv {
namespace {

/// `strategy: precise-sleep`, `strategy.x: 1`, …
template <typename Entry>
std::string choiceLines(std::span<const Entry> catalog, std::string_view what, std::string_view id,
                        const ParameterValues& values) {
    std::string lines = headerLine(what, id);
    const Entry* const entry = findEntry(catalog, id);
    for (std::size_t i = 0; entry != nullptr && i < entry->parameters.size(); ++i) {
        const ParameterInfo& info = entry->parameters[i];
        lines += headerLine(std::string(what) + "." + std::string(info.name), parameterText(info, values[i]));
    }
    return lines;
}

std::string nanosecondText(Nanoseconds value) {
    return std::to_string(value.count());
}

std::string threadLines(const ThreadPlan& thread) {
    std::string lines;
    if (thread.realtime)
        lines += headerLine("realtime", "yes");
    if (thread.cpu >= 0)
        lines += headerLine("cpu", std::to_string(thread.cpu));
    if (thread.slack)
        lines += headerLine("slack_ns", nanosecondText(*thread.slack));
    return lines;
}

std::string planLines(const RunPlan& plan) {
    std::string lines = choiceLines(sleepCatalog(), "strategy", plan.strategy.id, plan.strategy.values);
    lines += choiceLines(pacingCatalog(), "policy", plan.policy.id, plan.policy.values);
    lines += headerLine(kRateKey, plan.period.rateText());
    lines += choiceLines(workCatalog(), "work", plan.work.id, plan.work.values);
    lines += choiceLines(machineCatalog(), "machine", plan.machine.id, plan.machine.values);
    if (!plan.machine.file.empty())
        lines += headerLine("machine.file", plan.machine.file);
    lines += headerLine("seed", std::to_string(plan.seed));
    lines += headerLine("frames", std::to_string(plan.frames));
    lines += headerLine("duration_ns", nanosecondText(plan.duration));
    lines += headerLine(kToleranceKey, nanosecondText(plan.effectiveTolerance()));
    if (plan.stopOnLate)
        lines += headerLine("stop_on_late_ns", nanosecondText(*plan.stopOnLate));
    if (plan.load > 0)
        lines += headerLine("load", std::to_string(plan.load));
    return lines + threadLines(plan.thread);
}

} // namespace

std::string stretchKey(std::uint32_t stretch, std::string_view key) {
    return "stretch." + std::to_string(stretch) + "." + std::string(key);
}

std::string headerLine(std::string_view key, std::string_view value) {
    std::string line = "# " + std::string(key) + ": " + std::string(value);
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return line + "\n";
}

std::string headerBlock(const RunResult& result, std::string_view kind, std::int64_t warmup) {
    std::string block = headerLine(kSchemaKey, std::to_string(kSchema));
    block += headerLine(kKindKey, kind);
    block += headerLine("program", "jitterscope " + std::string(version()));
    block += planLines(result.plan);
    block += headerLine(kWarmupKey, std::to_string(warmup));
    if (result.plan.simulated())
        return block;
    block += headerLine("started_utc", result.startedUtc);
    for (const Fact& fact : result.machine)
        block +=
            headerLine("machine_fact." + fact.id, fact.state == FactState::Unknown ? "unknown" : fact.value);
    return block;
}

std::string stretchBlock(std::uint32_t index, const RunPlan& plan) {
    return headerLine(stretchKey(index, "strategy"), plan.strategy.id) +
           headerLine(stretchKey(index, "policy"), plan.policy.id) +
           headerLine(stretchKey(index, kRateKey), plan.period.rateText()) +
           headerLine(stretchKey(index, kToleranceKey), nanosecondText(plan.effectiveTolerance()));
}

void Row::number(std::int64_t value) noexcept {
    char* const begin = m_buffer.data() + m_length;
    m_length +=
        static_cast<std::size_t>(std::to_chars(begin, m_buffer.data() + m_buffer.size(), value).ptr - begin);
}

void Row::text(std::string_view value) noexcept {
    std::ranges::copy(value, m_buffer.begin() + static_cast<std::ptrdiff_t>(m_length));
    m_length += value.size();
}

void Row::commas(std::size_t count) noexcept {
    for (; count > 0; --count)
        comma();
}

std::string_view Row::end() noexcept {
    m_buffer[m_length++] = '\n';
    return {m_buffer.data(), m_length};
}

std::string_view Row::of(const FrameSample& sample) noexcept {
    m_length = 0;
    number(sample.iteration);
    comma();
    number(sample.stretch);
    comma();
    number(sample.start);
    comma();
    if (sample.has(FrameSample::First)) {
        comma();
        number(sample.work);
        commas(9);
        return end();
    }
    number(sample.frameTime);
    comma();
    number(sample.work);
    comma();
    number(sample.deadline);
    comma();
    number(sample.lateness());
    comma();
    number(sample.nativeSleeps);
    comma();
    number(sample.nativeSleep);
    comma();
    if (sample.nativeSleeps > 0)
        number(sample.oversleep);
    comma();
    number(sample.spin);
    comma();
    if (sample.nativeSleeps > 0)
        number(sample.margin);
    comma();
    number(sample.lost);
    comma();
    text(causeId(sample.has(FrameSample::StoppedGap) ? Cause::Stopped : sample.cause));
    return end();
}

std::string_view Row::of(const SleepSample& sample) noexcept {
    m_length = 0;
    number(sample.frame);
    comma();
    text(sleepKindId(sample.kind));
    comma();
    number(sample.asked);
    comma();
    number(sample.took);
    comma();
    number(sample.endToDeadline);
    return end();
}

} // namespace jitterscope::csv

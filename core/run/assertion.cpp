// SPDX-License-Identifier: MIT
#include "core/run/assertion.h"

#include "core/base/parse.h"
#include "core/base/said.h"

#include <optional>
#include <vector>

namespace jitterscope {
namespace {

struct Figure {
    std::string name;
    bool time = false; ///< ns
    std::optional<double> value;
};

template <typename T>
std::optional<double> asDouble(const std::optional<T>& value) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

void addSummary(std::vector<Figure>& metrics, const std::string& quantity, const Summary& summary) {
    metrics.push_back({quantity + ".count", false, static_cast<double>(summary.count)});
    for (const SummaryField& field : summaryFields())
        metrics.push_back({quantity + "." + std::string(field.name), true, summary.*field.figure});
}

/// Every statistic that can be asserted, with its value in `result`.
std::vector<Figure> metricsOf(const RunResult& result) {
    const FrameMetrics& run = result.metrics;
    std::vector<Figure> metrics;
    addSummary(metrics, "error", run.error);
    addSummary(metrics, "lateness", run.lateness);
    addSummary(metrics, "frame_time", run.frameTime);
    addSummary(metrics, "oversleep", run.oversleep);
    const auto late = [&](double Interval::*end) {
        return run.lateShare ? std::optional(run.lateShare->interval.*end) : std::nullopt;
    };
    metrics.push_back({"late.count", false, static_cast<double>(run.late)});
    metrics.push_back(
        {"late.fraction", false, run.lateShare ? std::optional(run.lateShare->value) : std::nullopt});
    metrics.push_back({"late.low", false, late(&Interval::low)});
    metrics.push_back({"late.high", false, late(&Interval::high)});
    metrics.push_back({"cpu.thread_percent", false, result.cpu.threadPercent});
    metrics.push_back({"cpu.process_percent", false, result.cpu.processPercent});
    metrics.push_back({"cpu.machine_percent", false, result.cpu.machinePercent});
    metrics.push_back({"context_switches.voluntary", false, asDouble(result.cpu.voluntary)});
    metrics.push_back({"context_switches.involuntary", false, asDouble(result.cpu.involuntary)});
    metrics.push_back({"drift_ppm", false, run.driftPpm});
    metrics.push_back({"rate_hz_measured", false, run.rateHz});
    metrics.push_back({"frames", false, static_cast<double>(run.frames)});
    metrics.push_back({"stopped", false, static_cast<double>(run.stoppedFrames)});
    metrics.push_back({"lost_iterations", false, static_cast<double>(run.lostIterations)});
    metrics.push_back({"lost_samples", false, static_cast<double>(result.lostSamples)});
    return metrics;
}

const Figure* findFigure(const std::vector<Figure>& metrics, std::string_view name) {
    for (const Figure& figure : metrics) {
        if (figure.name == name)
            return &figure;
    }
    return nullptr;
}

/// `p99.9` → `error.p99_9`, `lateness_ns.max` → `lateness.max`.
std::string figureName(std::string_view written, const std::vector<Figure>& metrics) {
    std::string name(trimmed(written));
    replaceFirst(name, "p99.9", "p99_9");
    replaceFirst(name, "_ns.", ".");
    const std::string ofError = "error." + name;
    return findFigure(metrics, name) == nullptr && findFigure(metrics, ofError) != nullptr ? ofError : name;
}

Error wrong(std::string_view text, const std::string& what) {
    return Error{ErrorCode::Usage, inQuotes(text) + ": " + what,
                 "QUANTITY.STATISTIC OP VALUE, as p99<200us or late.fraction<0.01"};
}

} // namespace

Result<Assertion> Assertion::parse(std::string_view text) {
    const std::size_t place = text.find_first_of("<>");
    if (place == std::string_view::npos)
        return wrong(text, "no operator, one of < <= > >=");
    const bool orEqual = place + 1 < text.size() && text[place + 1] == '=';
    const std::vector<Figure> metrics = metricsOf(RunResult());
    Assertion assertion;
    assertion.m_text = trimmed(text);
    assertion.m_operator = text[place] == '<' ? (orEqual ? Operator::LessOrEqual : Operator::Less)
                                              : (orEqual ? Operator::GreaterOrEqual : Operator::Greater);
    assertion.m_figure = figureName(text.substr(0, place), metrics);
    const Figure* const figure = findFigure(metrics, assertion.m_figure);
    if (figure == nullptr)
        return wrong(text, "unknown figure " + inQuotes(trimmed(text.substr(0, place))));
    const std::string_view value = text.substr(place + (orEqual ? 2 : 1));
    std::optional<double> number = parseDouble(value);
    if (figure->time && !number) {
        if (const std::optional<Nanoseconds> duration = parseDuration(value))
            number = static_cast<double>(duration->count());
    }
    if (!number)
        return wrong(text, inQuotes(value) + (figure->time ? " is not a time as 200us" : " is not a number"));
    assertion.m_value = *number;
    return assertion;
}

Assertion::Outcome Assertion::check(const RunResult& result) const {
    const std::vector<Figure> metrics = metricsOf(result);
    const Figure* const figure = findFigure(metrics, m_figure);
    const auto fails = [this](const std::string& why) {
        return Outcome{false, m_text + " does not hold: " + m_figure + " is " + why};
    };
    if (figure == nullptr || !figure->value)
        return fails("absent: " + std::to_string(result.metrics.frames) +
                     " frames are too few for it, or it cannot be read");
    const double value = *figure->value;
    const bool holds = m_operator == Operator::Less          ? value < m_value
                       : m_operator == Operator::LessOrEqual ? value <= m_value
                       : m_operator == Operator::Greater     ? value > m_value
                                                             : value >= m_value;
    return holds ? Outcome{true, {}} : fails(figure->time ? said::duration(value) : numberText(value));
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/formats/formats.h"
#include "core/import/log_lines.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

constexpr std::string_view kMissed = "missed its desired rate of";

/// A sentence about a cycle that took too long.
struct Overrun {
    double hertz = 0; ///< the rate that is meant
    double took = 0;  ///< ns
};

/// The number behind `words`: 2.139 of `took 2.139 ms`.
std::optional<double> numberBehind(std::string_view line, std::string_view words) {
    const std::size_t at = line.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = trimmed(line.substr(at + words.size()));
    return logNumber(rest.substr(0, std::min(rest.find_first_not_of("0123456789."), rest.size())), false);
}

/// `… missed its desired rate of 500 Hz. The loop took 2.139 ms (missed cycles : 2).` of ros2_control;
/// `… 20.0000Hz... the loop actually took 0.0610 seconds` of ROS 1; `… Current loop rate is 4.5 Hz` of Nav2.
std::optional<Overrun> overrunIn(std::string_view line) {
    const std::optional<double> hertz = numberBehind(line, kMissed);
    if (!hertz || *hertz <= 0)
        return std::nullopt;
    if (const auto seconds = numberBehind(line, "actually took"))
        return Overrun{*hertz, *seconds * 1e9};
    if (const auto milliseconds = numberBehind(line, "loop took"))
        return Overrun{*hertz, *milliseconds * 1e6};
    const auto rate = numberBehind(line, "Current loop rate is");
    return rate && *rate > 0 ? std::optional(Overrun{*hertz, 1e9 / *rate}) : std::nullopt;
}

bool detectOverruns(const LogHead& head) {
    return std::ranges::any_of(head.lines, [](std::string_view line) { return overrunIn(line).has_value(); });
}

/// A run for each rate that is meant.
class OverrunReader {
public:
    OverrunReader(ImportedLog& log, const ImportOptions&, double) : m_log(log) {}

    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    ImportedLog& m_log;
    std::vector<double> m_rates; // of the runs
    std::size_t m_held = 0;
    LeftOut m_leftOut;
};

Result<Done> OverrunReader::take(const LogLines& lines, std::string_view line) {
    constexpr std::size_t kMostRates = 100;
    if (line.find(kMissed) == std::string_view::npos)
        return Done{};
    const std::optional<Overrun> overrun = lines.cut() ? std::nullopt : overrunIn(line);
    const auto took = overrun ? wholeNanoseconds(overrun->took) : std::nullopt;
    if (!took || *took <= 0) {
        m_leftOut.add(lines.cut() ? LeftOut::Reason::Cut : LeftOut::Reason::NoNumber, lines.number(),
                      cleanText(line));
        return Done{};
    }
    auto place = std::ranges::find(m_rates, overrun->hertz);
    if (place == m_rates.end()) {
        if (m_rates.size() >= kMostRates)
            return lines.error("more than 100 rates");
        ImportedRun& run = m_log.runs.emplace_back();
        run.program = "ROS";
        run.quantity = LogQuantity::Duration;
        run.name = "cycles over " + plainNumberText(overrun->hertz) + " Hz";
        m_rates.push_back(overrun->hertz);
        place = m_rates.end() - 1;
    }
    addSample(m_log.runs[static_cast<std::size_t>(place - m_rates.begin())], *took, m_held);
    return Done{};
}

Result<Done> OverrunReader::finish(const LogLines& lines) {
    m_leftOut.report(m_log);
    if (m_log.runs.empty())
        return lines.error("the file ends without a cycle that took too long");
    m_log.warnings.push_back(
        pathText(m_log.path) +
        ": only cycles that took too long are in it, in some versions at most one a second. How many were on "
        "time is not known, so the percentiles are of these alone");
    return Done{};
}

Result<ImportedLog> readOverruns(const LogRequest& request) {
    return readWith<OverrunReader>(request, 1);
}

} // namespace

LogEntry overrunsEntry() {
    return {
        "ros-overruns",
        "ROS control loops",
        "What ros2_control's controller manager, Nav2 and ROS 1 write when a cycle took too long: how long "
        "it took, a run for each rate. It lacks the cycles that were on time.",
        "github.com/ros-controls/ros2_control, controller_manager/src/ros2_control_node.cpp",
        detectOverruns,
        readOverruns,
        nullptr};
}

} // namespace jitterscope::logs

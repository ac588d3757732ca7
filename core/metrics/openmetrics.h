// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/run_result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

class MetricWriter;

/// A label that the user adds to every series of a file: `--label seat=12`.
struct MetricLabel {
    std::string name;
    std::string value;
};

/// Error (Usage): not a name that Prometheus takes, one that this program or Prometheus sets itself, or a
/// value that is too long or no UTF-8.
[[nodiscard]] Result<Done> checkLabel(const MetricLabel& label);

/// What probes of one machine have measured, as text for Prometheus. A probe is one run; a watch adds one
/// after the other.
/// * Counters and the histogram only grow, over the life of the object and, through resume(), of the file;
///   gauges tell of the last probe that measured something.
/// * The number of series is bounded (kMostSeries), whatever is measured.
/// * Lateness is a histogram in which an early frame counts as 0. So its sum only grows, as a counter must;
///   how early frames were is a counter of its own.
/// To add a metric: a row in openmetrics.cpp, and one in docs/fleet.md.
class ProbeMetrics {
public:
    static constexpr std::size_t kBoundCount = 38; ///< of the histogram, without +Inf
    static constexpr std::size_t kMostSeries = 80;
    static constexpr std::size_t kMostLabels = 8;
    static constexpr std::size_t kMostLabelBytes = 128; ///< of one value

    /// Counts from 0. The labels of every series: machine, policy, rate_hz and strategy of the plan, and
    /// `labels`, each of which checkLabel() has taken; names differ.
    explicit ProbeMetrics(const RunPlan& plan, std::vector<MetricLabel> labels = {});

    /// How often a probe begins; shown as a gauge, so that an alert can tell when one is overdue.
    void setInterval(Nanoseconds interval) noexcept { m_interval = interval; }
    /// A run of this plan that ended at `unixSeconds`.
    void add(const RunResult& result, std::int64_t unixSeconds);
    /// Counts a probe that could not be measured. The other figures stay those of the probe before it.
    void addFailure() noexcept;
    /// Counts on from a text that this class made with the same labels, so that counters survive the process.
    /// Call it before add(). False, and nothing is changed: it is another text, or damaged.
    [[nodiscard]] bool resume(std::string_view text);
    [[nodiscard]] std::int64_t frames() const noexcept { return m_totals.frames; }

    /// Prometheus' text format 0.0.4, which node_exporter's textfile collector reads: no timestamps, base
    /// units (seconds, ratios), counters end in `_total`. What is absent has no line.
    [[nodiscard]] std::string text() const;

    /// What has been counted since the beginning; times in ns.
    struct Totals {
        /// Frames with lateness up to each bound, and beyond the last.
        std::array<std::int64_t, kBoundCount + 1> buckets{};
        std::int64_t lateness = 0; ///< of the frames that were not early
        std::int64_t earliness = 0;
        std::int64_t frames = 0;
        std::int64_t lateFrames = 0;
        std::int64_t lostIterations = 0;
        std::int64_t lostSamples = 0;
        std::int64_t stoppedFrames = 0;
        std::int64_t nativeSleeps = 0;
        std::int64_t threadCpu = 0;
        std::int64_t processCpu = 0;
        std::int64_t wall = 0;
        std::int64_t completeProbes = 0;
        std::int64_t incompleteProbes = 0;
        std::int64_t failedProbes = 0;
        std::int64_t disturbedProbes = 0;
    };

private:
    struct Last {
        FrameMetrics metrics;
        CpuUsage cpu;
        bool complete = false;
        std::optional<bool> disturbed;
    };

    void addLateness(const RunResult& result);
    void addLateness(std::int64_t lateness, std::int64_t frames);
    void writeSettings(MetricWriter& writer) const;
    void writeLateness(MetricWriter& writer) const;
    void writeOutcome(MetricWriter& writer) const;

    std::string m_labels; ///< `machine="here",policy="…"`, escaped
    double m_rateHz;
    Nanoseconds m_tolerance;
    std::optional<Nanoseconds> m_interval;
    Totals m_totals;
    std::optional<Last> m_last;
    std::optional<std::int64_t> m_measuredAt; ///< Unix seconds
    bool m_failed = false;
};

} // namespace jitterscope

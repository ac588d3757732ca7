// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/machine/control_groups.h"
#include "core/run/run_result.h"
#include "core/run/runner.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace jitterscope {

/// Receives samples as they are drained; a recording is one such sink. Called on the draining thread.
class SampleSink {
public:
    virtual ~SampleSink() = default;
    virtual void frame(const FrameSample& sample) = 0;
    virtual void sleep(const SleepSample& sample) = 0;
    /// Settings have changed: `plan` applies from stretch `index` on. Called before its first frame.
    virtual void stretch(std::uint32_t index, const RunPlan& plan) = 0;
};

/// Drains a Runner's rings into statistics, kept samples and a sink. Window and command line both use it,
/// about 30 times a second. Draining thread only.
/// * If memory runs out, it keeps fewer samples and a note says so. Statistics and sink continue.
class Collector {
public:
    static constexpr std::size_t kKeptFrames = 2'000'000;
    static constexpr std::size_t kKeptSleeps = 2'000'000;

    /// Begins with the run that `runner` has just started. `sink` may be null and must outlive the Collector.
    explicit Collector(Runner& runner, SampleSink* sink = nullptr);

    /// Drains the rings; returns the number of frames.
    std::size_t drain();

    [[nodiscard]] const FrameStatistics& statistics() const noexcept { return m_result.statistics; }
    [[nodiscard]] const std::vector<Stretch>& stretches() const noexcept { return m_result.stretches; }
    [[nodiscard]] const std::deque<FrameSample>& frames() const noexcept { return m_result.frames; }
    [[nodiscard]] std::uint64_t lostSamples() const noexcept;
    /// The run so far. Plan, clock, machine and start time are set from the beginning. finish() sets
    /// `metrics`, CPU and end.
    [[nodiscard]] const RunResult& result() const noexcept { return m_result; }

    /// Call once, after the runner has finished: drains the rest, joins, and makes the result.
    [[nodiscard]] std::shared_ptr<const RunResult> finish();

private:
    void take(const FrameSample& sample);
    void beginStretches(const FrameSample& first);
    template <typename Sample>
    void keep(std::deque<Sample>& kept, const Sample& sample, std::size_t& most, std::int64_t& notKept);
    void makeMetricsExact();
    void addNotes();

    Runner& m_runner;
    SampleSink* m_sink;
    RunResult m_result;
    CpuCounters m_stretchCounters; // at the start of the current stretch
    std::size_t m_mostFrames = kKeptFrames;
    std::size_t m_mostSleeps = kKeptSleeps;
    std::optional<Throttling> m_throttling; // before the run
    bool m_memoryShort = false;
};

} // namespace jitterscope

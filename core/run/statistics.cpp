// SPDX-License-Identifier: MIT
#include "core/run/statistics.h"

#include <algorithm>
#include <cstdlib>

namespace jitterscope {

std::optional<double> lostShare(const FrameMetrics& metrics) noexcept {
    const std::int64_t slots = metrics.frames + metrics.lostIterations;
    if (slots <= 0)
        return std::nullopt;
    return static_cast<double>(metrics.lostIterations) / static_cast<double>(slots);
}

FrameStatistics::FrameStatistics(const Period& period, Nanoseconds tolerance) noexcept
    : m_period(period), m_tolerance(tolerance) {}

void FrameStatistics::setPeriod(const Period& period) noexcept {
    if (period == m_period)
        return;
    m_period = period;
    m_onePeriod = false;
}

void FrameStatistics::add(const FrameSample& sample) {
    if (!sample.has(FrameSample::Warmup))
        m_lost += sample.lost;
    if (!m_firstIteration) {
        m_firstIteration = sample.iteration;
        m_firstStart = sample.start;
    }
    const std::int64_t iteration = sample.iteration - *m_firstIteration;
    const double residual =
        static_cast<double>(sample.start - m_firstStart - m_period.at(iteration).count()) - m_skipped;
    if (!sample.counts()) {
        m_warmup += sample.has(FrameSample::Warmup) ? 1 : 0;
        m_stopped += sample.has(FrameSample::StoppedGap) && !sample.has(FrameSample::Warmup) ? 1 : 0;
        if (sample.has(FrameSample::StoppedGap))
            m_skipped += residual - m_lastResidual;
        return;
    }
    m_lastResidual = residual;
    ++m_frames;
    m_frameTimeSum += sample.frameTime;
    m_deviation.add(sample.frameTime - m_period.rounded().count());
    if (sample.nativeSleeps > 0)
        m_oversleep.add(sample.oversleep);
    if (sample.has(FrameSample::NoDeadline))
        return;
    ++m_withDeadline;
    m_drift.add(iteration, residual);
    m_lateness.add(sample.lateness());
    m_error.add(std::abs(sample.lateness()));
    if (sample.lateness() > m_tolerance.count())
        ++m_late;
}

FrameMetrics FrameStatistics::metrics() const {
    FrameMetrics metrics;
    metrics.frames = m_frames;
    metrics.lostIterations = m_lost;
    metrics.warmupFrames = m_warmup;
    metrics.stoppedFrames = m_stopped;
    if (m_onePeriod)
        metrics.frameTime = m_deviation.summary(static_cast<double>(m_period.rounded().count()));
    metrics.lateness = m_lateness.summary();
    metrics.error = m_error.summary();
    metrics.oversleep = m_oversleep.summary();
    metrics.tolerance = m_tolerance;
    metrics.late = m_late;
    metrics.lateShare = wilsonShare(m_late, m_withDeadline);
    if (m_frameTimeSum > 0)
        metrics.rateHz = 1e9 * static_cast<double>(m_frames) / static_cast<double>(m_frameTimeSum);
    if (m_onePeriod && m_withDeadline > 0)
        metrics.driftPpm = m_drift.ppm(m_period.nanoseconds());
    return metrics;
}

void makeExact(FrameMetrics& metrics, const std::deque<FrameSample>& samples, std::int64_t stretch,
               const CancelFlag* cancel) {
    std::vector<std::int64_t> frameTime;
    std::vector<std::int64_t> lateness;
    std::vector<std::int64_t> error;
    std::vector<std::int64_t> oversleep;
    const auto after = [&](std::int64_t last) { // samples are in the order of stretches
        return std::partition_point(samples.begin(), samples.end(), [last](const FrameSample& sample) {
            return static_cast<std::int64_t>(sample.stretch) <= last;
        });
    };
    const auto end = stretch < 0 ? samples.end() : after(stretch);
    for (auto place = stretch < 0 ? samples.begin() : after(stretch - 1); place != end; ++place) {
        const FrameSample& sample = *place;
        if (!sample.counts())
            continue;
        frameTime.push_back(sample.frameTime);
        if (sample.nativeSleeps > 0)
            oversleep.push_back(sample.oversleep);
        if (sample.has(FrameSample::NoDeadline))
            continue;
        lateness.push_back(sample.lateness());
        error.push_back(std::abs(sample.lateness()));
    }
    metrics.frameTime = exactSummary(frameTime, 0, cancel);
    metrics.lateness = exactSummary(lateness, 0, cancel);
    metrics.error = exactSummary(error, 0, cancel);
    metrics.oversleep = exactSummary(oversleep, 0, cancel);
}

} // namespace jitterscope

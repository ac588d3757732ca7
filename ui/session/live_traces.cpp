// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/live_traces.h"

#include <bit>

namespace jitterscope::ui {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::size_t kPendingSleeps = 1 << 16;

/// Ten seconds, or a hundred frames where these take longer.
std::int64_t stripSpan(const Period& period) {
    return std::max(10 * kSecond, 100 * period.rounded().count());
}

std::int64_t columnWidth(std::int64_t span, std::size_t columns) {
    const auto count = static_cast<std::int64_t>(columns);
    return std::max<std::int64_t>(1, (span + count - 1) / count);
}

} // namespace

LiveTraces::LiveTraces(const Period& period, bool whole)
    : m_frames(columnWidth(stripSpan(period), kFrameColumns), kFrameColumns),
      m_sleeps(columnWidth(3 * stripSpan(period), kSleepColumns), kSleepColumns),
      m_whole(whole) {}

std::int64_t LiveTraces::frameSpan() const noexcept {
    return m_frames.width() * static_cast<std::int64_t>(m_frames.capacity());
}

std::int64_t LiveTraces::sleepSpan() const noexcept {
    return m_sleeps.width() * static_cast<std::int64_t>(m_sleeps.capacity());
}

void LiveTraces::addSleep(const SleepSample& sample) {
    if (m_pending.size() < kPendingSleeps)
        m_pending.push_back(sample);
}

void LiveTraces::addFrame(const FrameSample& sample, const QString& changeText) {
    m_now = sample.start;
    for (const SleepSample& sleep : m_pending) {
        SleepColumn* column = m_sleeps.at(sample.deadline - sleep.endToDeadline);
        if (column == nullptr)
            continue;
        const std::int64_t value = m_whole ? sleep.took : sleep.oversleep();
        column->some = column->sleeps == 0 ? value : column->some;
        column->low = column->sleeps == 0 ? value : std::min(column->low, value);
        column->high = column->sleeps == 0 ? value : std::max(column->high, value);
        ++column->sleeps;
    }
    m_pending.clear();
    if (SleepColumn* column = m_sleeps.at(sample.start)) {
        ++column->frames;
        if (sample.hasEstimate) {
            column->estimate =
                column->hasEstimate ? std::max(column->estimate, sample.estimate) : sample.estimate;
            column->estimateLow =
                column->hasEstimate ? std::min(column->estimateLow, sample.estimate) : sample.estimate;
            column->hasEstimate = true;
        }
    }
    if (sample.has(FrameSample::Changed)) {
        m_changes.push_back({sample.start, sample.stretch, changeText});
        if (m_changes.size() > kMarks)
            m_changes.pop_front();
    }
    if (sample.has(FrameSample::Changed))
        m_losses = {};
    if (m_last && sample.lost > 0 && !sample.has(FrameSample::StoppedGap))
        m_losses.add(*m_last, sample.lost);
    m_last = sample;
    m_sleeperBits = m_sleeperBits << 1 | static_cast<std::uint64_t>(sample.nativeSleeps > 0);
    m_recent = std::min(m_recent + 1, 64);
    m_recentSleepers = std::popcount(m_sleeperBits);
    if (sample.has(FrameSample::First))
        return;
    FrameColumn* column = m_frames.at(sample.start);
    if (column == nullptr)
        return;
    column->low = column->empty() ? sample.frameTime : std::min(column->low, sample.frameTime);
    column->high = column->empty() ? sample.frameTime : std::max(column->high, sample.frameTime);
    ++column->frames;
    column->lost += sample.lost;
    if (sample.cause != Cause::OnTime) {
        if (column->late == 0 || sample.lateness() > column->worst.lateness())
            column->worst = sample;
        ++column->late;
    }
}

void LiveTraces::addCpu(const CpuPoint& point) {
    m_cpu.push_back(point);
    if (m_cpu.size() > kCpuPoints)
        m_cpu.pop_front();
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/meter/cpu_meter.h"
#include "core/record/anatomy.h"
#include "core/record/samples.h"
#include "core/time/period.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace jitterscope::ui {

/// The last `columns` equal intervals of time, each summed up in one T. So a picture costs the same, however
/// many samples it shows. Columns start at whole multiples of their width, so that a sample stays in its
/// column while the picture scrolls.
/// * T is default-made for an empty column and has `bool empty() const`.
template <typename T>
class ColumnRing {
public:
    /// `width` > 0 in ns.
    ColumnRing(std::int64_t width, std::size_t columns) : m_width(width), m_columns(columns) {}

    [[nodiscard]] std::int64_t width() const noexcept { return m_width; }
    [[nodiscard]] std::size_t capacity() const noexcept { return m_columns.size(); }
    /// Index of the newest column touched; −1: none.
    [[nodiscard]] std::int64_t newest() const noexcept { return m_newest; }

    /// The column of this moment, in ns; a negative one counts as 0. A moment later than all columns makes a
    /// new one. Null: its column has scrolled out.
    [[nodiscard]] T* at(std::int64_t time) {
        const std::int64_t index = std::max<std::int64_t>(time, 0) / m_width;
        const auto size = static_cast<std::int64_t>(m_columns.size());
        if (index > m_newest) {
            const std::int64_t first = std::max(m_newest + 1, index - size + 1);
            for (std::int64_t i = first; i <= index; ++i)
                m_columns[static_cast<std::size_t>(i % size)] = T{};
            m_newest = index;
        }
        return index + size > m_newest ? &m_columns[static_cast<std::size_t>(index % size)] : nullptr;
    }

    /// visit(middle of the column in ns, const T&), oldest first, empty ones left out.
    template <typename Visit>
    void forEach(Visit&& visit) const {
        const auto size = static_cast<std::int64_t>(m_columns.size());
        for (std::int64_t i = std::max<std::int64_t>(0, m_newest - size + 1); i <= m_newest; ++i) {
            const T& column = m_columns[static_cast<std::size_t>(i % size)];
            if (!column.empty())
                visit(i * m_width + m_width / 2, column);
        }
    }

private:
    std::int64_t m_width;
    std::vector<T> m_columns;
    std::int64_t m_newest = -1;
};

/// The frames that started within one column of the strip. Times in ns.
struct FrameColumn {
    std::int64_t low = 0;  ///< shortest frame time
    std::int64_t high = 0; ///< longest
    std::uint32_t frames = 0;
    std::uint32_t late = 0;
    std::int64_t lost = 0;
    FrameSample worst; ///< the one with the greatest lateness; meaningful if late > 0

    [[nodiscard]] bool empty() const noexcept { return frames == 0; }
};

/// The native sleeps that ended within one column, and what the strategy kept back at that time. Times in ns.
struct SleepColumn {
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t some = 0; ///< the first one: neither the best nor the worst
    std::uint32_t sleeps = 0;
    std::int64_t estimate = 0;    ///< what is kept back before the deadline: the largest of the column
    std::int64_t estimateLow = 0; ///< and the smallest
    bool hasEstimate = false;
    std::uint32_t frames = 0;

    [[nodiscard]] bool empty() const noexcept { return frames == 0 && sleeps == 0; }
};

/// Where a new stretch began, and what was changed.
struct ChangeMark {
    std::int64_t at = 0; ///< ns from the first release
    std::uint32_t stretch = 0;
    QString text;
};

/// CPU use over the last second.
struct CpuPoint {
    double at = 0; ///< seconds of wall time since the run began
    CpuUsage usage;
    std::optional<double> switchesPerSecond;
};

/// What the charts of a live run are drawn from. Bounded in size and fed sample by sample, so drawing never
/// walks over the whole run.
class LiveTraces {
public:
    static constexpr std::size_t kFrameColumns = 300;
    static constexpr std::size_t kSleepColumns = 240;
    static constexpr std::size_t kCpuPoints = 121;
    static constexpr std::size_t kMarks = 64;

    /// `whole`: the whole length of a sleep is drawn (the article's strategy estimates that), not its
    /// oversleep.
    LiveTraces(const Period& period, bool whole);

    /// Sleeps must be fed before the frame that their wait led to.
    void addSleep(const SleepSample& sample);
    void addFrame(const FrameSample& sample, const QString& changeText);
    void addCpu(const CpuPoint& point);
    /// For another strategy; see the constructor.
    void setWholeSleeps(bool whole) noexcept { m_whole = whole; }

    [[nodiscard]] const ColumnRing<FrameColumn>& frames() const noexcept { return m_frames; }
    [[nodiscard]] const ColumnRing<SleepColumn>& sleeps() const noexcept { return m_sleeps; }
    [[nodiscard]] const std::deque<ChangeMark>& changes() const noexcept { return m_changes; }
    [[nodiscard]] const std::deque<CpuPoint>& cpu() const noexcept { return m_cpu; }
    [[nodiscard]] bool wholeSleeps() const noexcept { return m_whole; }
    /// Start of the newest frame, ns from the first release.
    [[nodiscard]] std::int64_t now() const noexcept { return m_now; }
    /// How much time the strip shows, ns. sleepSpan() is the same for the chart of sleeps.
    [[nodiscard]] std::int64_t frameSpan() const noexcept;
    [[nodiscard]] std::int64_t sleepSpan() const noexcept;
    [[nodiscard]] const std::optional<FrameSample>& lastFrame() const noexcept { return m_last; }
    [[nodiscard]] const LossEvidence& losses() const noexcept { return m_losses; }
    /// How many frames recentSleepers() is about: the last ones, at most 64.
    [[nodiscard]] int recentFrames() const noexcept { return m_recent; }
    /// How many of them slept at all. For the hint that X never lets the strategy sleep.
    [[nodiscard]] int recentSleepers() const noexcept { return m_recentSleepers; }

private:
    LossEvidence m_losses;
    ColumnRing<FrameColumn> m_frames;
    ColumnRing<SleepColumn> m_sleeps;
    std::deque<ChangeMark> m_changes;
    std::deque<CpuPoint> m_cpu;
    std::vector<SleepSample> m_pending; // of the wait whose frame has not come yet
    std::optional<FrameSample> m_last;
    std::int64_t m_now = 0;
    std::uint64_t m_sleeperBits = 0;
    int m_recent = 0;
    int m_recentSleepers = 0;
    bool m_whole;
};

} // namespace jitterscope::ui

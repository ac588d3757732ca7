// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacer/paced_frame.h"
#include "core/pacing/pacing_policy.h"
#include "core/plan/run_plan.h"
#include "core/record/recording_time.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

/// Keeps the frames of a Pacer as the samples of a run. Not for other programs.
/// * The constructor allocates; the rest never allocates, locks or throws.
class PacerRecorder {
public:
    /// Room for `most` frames. `clock` must outlive it.
    PacerRecorder(TimeSource& clock, std::size_t most, RunPlan plan, std::string startedUtc)
        : m_plan(std::move(plan)),
          m_startedUtc(std::move(startedUtc)),
          m_time(clock, m_sleeps),
          m_frames(most) {} // filled with zeros: the memory is there before it is needed

    /// The clock for the strategy: it sees each sleep and spin.
    [[nodiscard]] TimeSource& time() noexcept { return m_time; }

    /// Frame 0 begins now.
    void begin(TimePoint now) noexcept { m_origin = m_lastStart = now; }
    /// `frame` has done its work, and the wait for `next` begins.
    void frameDone(const PacedFrame& frame, Nanoseconds work, const Release& next) noexcept;
    /// The pause before the next frame is not part of the loop.
    void pause() noexcept { m_nextFlags = FrameSample::StoppedGap; }

    [[nodiscard]] const RunPlan& plan() const noexcept { return m_plan; }
    [[nodiscard]] const std::string& startedUtc() const noexcept { return m_startedUtc; }
    [[nodiscard]] std::span<const FrameSample> frames() const noexcept { return {m_frames.data(), m_count}; }
    [[nodiscard]] std::uint64_t lost() const noexcept { return m_lost; }

private:
    void fill(FrameSample& sample, const PacedFrame& frame, Nanoseconds work) const noexcept;

    RunPlan m_plan;
    std::string m_startedUtc;
    SampleRing<SleepSample> m_sleeps{2}; // nobody reads them: only the sums of a wait are needed
    RecordingTime m_time;
    std::vector<FrameSample> m_frames;
    std::size_t m_count = 0;
    std::uint64_t m_lost = 0;
    TimePoint m_origin{};
    TimePoint m_lastStart{};
    std::uint8_t m_flags = FrameSample::First; // of the current frame
    std::uint8_t m_nextFlags = 0;
};

inline void PacerRecorder::frameDone(const PacedFrame& frame, Nanoseconds work,
                                     const Release& next) noexcept {
    if (m_count < m_frames.size())
        fill(m_frames[m_count++], frame, work);
    else
        ++m_lost;
    m_lastStart = frame.start;
    m_flags = std::exchange(m_nextFlags, std::uint8_t{0});
    m_time.beginWait(next.iteration, next.due);
}

inline void PacerRecorder::fill(FrameSample& sample, const PacedFrame& frame,
                                Nanoseconds work) const noexcept {
    const WaitFacts& facts = m_time.facts();
    sample.iteration = frame.number;
    sample.start = (frame.start - m_origin).count();
    sample.deadline = (frame.due - m_origin).count();
    sample.frameTime = (frame.start - m_lastStart).count();
    sample.work = work.count();
    sample.nativeSleep = facts.nativeSleep;
    sample.oversleep = facts.oversleep;
    sample.spin = facts.spin;
    sample.margin = facts.margin;
    sample.largestGap = facts.largestGap;
    sample.lost = frame.skipped;
    sample.nativeSleeps = facts.nativeSleeps;
    sample.flags = m_flags;
}

} // namespace jitterscope

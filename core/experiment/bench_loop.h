// SPDX-License-Identifier: MIT
#pragma once

#include "core/record/sample_ring.h"
#include "core/record/samples.h"
#include "core/run/frame_loop.h"
#include "core/run/job.h"

#include <deque>
#include <vector>

namespace jitterscope {

/// Rings of a loop that runs on the thread that also drains them: they are emptied into lists when full.
class BenchRings final : public Backpressure {
public:
    SampleRing<FrameSample> frameRing{1 << 14};
    SampleRing<SleepSample> sleepRing{1 << 17};
    std::deque<FrameSample> frames;
    std::vector<SleepSample> sleeps;

    void makeRoom() noexcept override {
        frameRing.drain([this](const FrameSample& sample) { frames.push_back(sample); });
        sleepRing.drain([this](const SleepSample& sample) { sleeps.push_back(sample); });
    }
};

/// Passes on to a machine's time and asks for a stop when the job is cancelled, also in virtual time.
class CancellableTime final : public TimeSource {
public:
    CancellableTime(TimeSource& time, const JobControl& control) noexcept
        : m_time(time), m_control(control) {}

    [[nodiscard]] TimePoint now() noexcept override { return m_time.now(); }
    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override {
        return m_time.sleepFor(length, kind);
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override { return m_time.sleepUntil(deadline); }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        return m_time.spinUntil(deadline, kind);
    }
    [[nodiscard]] bool stopRequested() const noexcept override { return m_control.cancelled(); }
    [[nodiscard]] Nanoseconds suspended() noexcept override { return m_time.suspended(); }
    [[nodiscard]] Nanoseconds tick() const noexcept override { return m_time.tick(); }

private:
    TimeSource& m_time;
    const JobControl& m_control;
};

} // namespace jitterscope

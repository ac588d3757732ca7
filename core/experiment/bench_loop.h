// SPDX-License-Identifier: MIT
#pragma once

#include "core/record/sample_ring.h"
#include "core/record/samples.h"
#include "core/run/frame_loop.h"
#include "core/run/job.h"
#include "core/time/forwarding_time.h"

#include <deque>
#include <vector>

namespace jitterscope {

/// Rings for a loop that runs on the thread that also drains them: when full, they are emptied into lists.
class BenchRings final : public Backpressure {
public:
    explicit BenchRings(RingMemory memory) : frameRing(1 << 14, memory), sleepRing(1 << 17, memory) {}

    SampleRing<FrameSample> frameRing;
    SampleRing<SleepSample> sleepRing;
    std::deque<FrameSample> frames;
    std::vector<SleepSample> sleeps;

    void makeRoom() noexcept override {
        frameRing.drain([this](const FrameSample& sample) { frames.push_back(sample); });
        sleepRing.drain([this](const SleepSample& sample) { sleeps.push_back(sample); });
    }
};

/// Forwards to a machine's time and requests a stop when the job is cancelled, also in virtual time.
class CancellableTime final : public ForwardingTime {
public:
    CancellableTime(TimeSource& time, const JobControl& control) noexcept
        : ForwardingTime(time), m_control(control) {}

    [[nodiscard]] bool stopRequested() const noexcept override { return m_control.cancelled(); }

private:
    const JobControl& m_control;
};

} // namespace jitterscope

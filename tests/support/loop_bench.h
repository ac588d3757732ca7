// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/run_plan.h"
#include "core/run/frame_loop.h"
#include "core/run/resolve.h"

#include <vector>

namespace jitterscope::test {

/// A frame loop on a clock of the test's choice, run on the test's own thread; what it recorded, in lists.
class LoopBench {
public:
    explicit LoopBench(TimeSource& time, std::size_t ring = 1 << 16)
        : frameRing(ring, RingMemory::AsNeeded),
          sleepRing(ring, RingMemory::AsNeeded),
          loop(time, frameRing, sleepRing, nullptr) {}

    EndReason run(const RunPlan& plan) {
        loop.setParts(makeParts(resolveParts(plan).value(), loop.waitTime()));
        const EndReason end =
            loop.run(plan.period, {plan.frames, plan.duration, plan.warmup, plan.stopOnLate}, &rings);
        frameRing.drain([this](const FrameSample& sample) { frames.push_back(sample); });
        sleepRing.drain([this](const SleepSample& sample) { sleeps.push_back(sample); });
        return end;
    }

    SampleRing<FrameSample> frameRing;
    SampleRing<SleepSample> sleepRing;
    LoopRings rings;
    FrameLoop loop;
    std::vector<FrameSample> frames;
    std::vector<SleepSample> sleeps;
};

} // namespace jitterscope::test

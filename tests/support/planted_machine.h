// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/random.h"
#include "core/diagnosis/loop_book.h"
#include "core/run/frame_loop.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/time/forwarding_time.h"

#include <algorithm>
#include <deque>

namespace jitterscope::test {

/// What is planted on a simulated machine, in ns. The scheduler counts the queue, as on a real one.
struct Plant {
    double wakeChance = 0;       ///< that a woken thread has to wait for the processor
    std::int64_t wakeQueue = 0;  ///< then uniformly up to so long
    std::int64_t slice = 0;      ///< a busy thread loses the processor after so long; 0: never
    std::int64_t sliceQueue = 0; ///< then uniformly up to so long
    bool told = true;            ///< /proc/thread-self/schedstat can be read
    std::int64_t oversleep = 0;  ///< every sleep ends so much later, as by a large slack
};

/// A simulated machine on which other programs run.
class PlantedTime final : public ForwardingTime, public SchedulerMeter {
public:
    PlantedTime(SimulatedTime& machine, const Plant& plant, std::uint64_t seed)
        : ForwardingTime(machine), m_plant(plant), m_random(seed) {}

    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override {
        return woken(clock().sleepFor(length, kind));
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        return woken(clock().sleepUntil(deadline));
    }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        Spin all{now(), now(), Nanoseconds{0}};
        while (now() < deadline) {
            const Nanoseconds left = deadline - now();
            const Nanoseconds slice(m_plant.slice > 0 ? m_plant.slice - m_busy : left.count());
            const TimePoint until = now() + std::min(left, slice);
            const Spin part = clock().spinUntil(until, kind);
            all.largestGap = std::max(all.largestGap, part.largestGap);
            m_busy += std::min(left, slice).count();
            if (m_plant.slice > 0 && m_busy >= m_plant.slice) {
                m_busy = 0;
                all.largestGap = std::max(all.largestGap, queue(m_plant.sliceQueue));
            }
        }
        all.end = now();
        return all;
    }
    [[nodiscard]] std::optional<SchedulerCounts> read() noexcept override {
        return m_plant.told ? std::optional(SchedulerCounts{m_queued}) : std::nullopt;
    }
    [[nodiscard]] Nanoseconds queued() const noexcept { return m_queued; }

private:
    void pass(Nanoseconds time) noexcept { clock().spinUntil(now() + time, SpinKind::Bare); }
    Nanoseconds queue(std::int64_t most) noexcept {
        const Nanoseconds wait(static_cast<std::int64_t>(m_random.uniform() * static_cast<double>(most)));
        pass(wait);
        m_queued += wait;
        return wait;
    }
    NativeSleep woken(NativeSleep sleep) noexcept {
        const TimePoint before = now();
        pass(Nanoseconds(m_plant.oversleep));
        m_busy = 0;
        if (m_random.uniform() < m_plant.wakeChance)
            queue(m_plant.wakeQueue);
        sleep.took += now() - before;
        sleep.end = now();
        return sleep;
    }

    Plant m_plant;
    Random m_random;
    Nanoseconds m_queued{0};
    std::int64_t m_busy = 0;
};

/// What a loop does on such a machine, in `blocks` blocks of `length`.
struct PlantedRun {
    LoopEvidence evidence;
    Nanoseconds queued{0}; ///< as planted, of all of it
};
inline PlantedRun plantedRun(const RunPlan& plan, const Plant& plant, std::uint64_t seed = 1, int blocks = 8,
                             Nanoseconds length = std::chrono::seconds(4)) {
    const auto machine = makeSimulatedTime(machineChoice("linux-slack1"), seed);
    PlantedTime time(*machine.value(), plant, seed);
    SampleRing<FrameSample> frames(1 << 14, RingMemory::AsNeeded);
    SampleRing<SleepSample> sleeps(1 << 18, RingMemory::AsNeeded);
    FrameLoop loop(time, frames, sleeps, nullptr);
    loop.setScheduler(&time);
    loop.setParts(makeParts(resolveParts(plan).value(), loop.waitTime()));
    LoopBook book(plan);
    for (int block = 0; block < blocks; ++block) {
        loop.run(plan.period, {0, length, 0, std::nullopt});
        std::deque<FrameSample> samples;
        frames.drain([&](const FrameSample& sample) { samples.push_back(sample); });
        sleeps.drain([](const SleepSample&) {});
        CpuUsage usage;
        usage.wall = length;
        book.add(samples, usage);
    }
    return {book.evidence(), time.queued()};
}

} // namespace jitterscope::test

// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/counters.h"
#include "tests/benchmarks/outside_field.h"

#include <algorithm>
#include <sys/resource.h>
#include <utility>

/// The caller's side of a race that is seen from outside.
namespace outside {

inline std::int64_t voluntarySwitches() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

/// Takes CPU time and switches around a block.
class Meter {
public:
    /// `work`: what the thread computed besides waiting, ns.
    Block finish(Block block, std::int64_t work = 0) const {
        const std::int64_t wall = callersClock() - m_begin;
        const auto cpu = (jitterscope::threadCpuTime() - m_cpu).count() - work;
        block.cpu = 100.0 * static_cast<double>(cpu) / static_cast<double>(wall);
        block.sleeps = voluntarySwitches() - m_sleeps;
        return block;
    }

private:
    std::int64_t m_sleeps = voluntarySwitches();
    jitterscope::Nanoseconds m_cpu = jitterscope::threadCpuTime();
    std::int64_t m_begin = callersClock();
};

/// What the rest of a program does between two waits: it computes for so many ns and goes through more memory
/// than the processor's own caches hold. Returns how long it took, ns.
std::int64_t otherCode(std::int64_t length) noexcept;

/// The loop of a caller who keeps the grid itself. A template, so that each contestant has one of its own, as
/// in a program of its own.
template <typename Wait>
Block callersLoop(const Task& task, Wait&& wait) {
    Block block;
    block.errors.reserve(static_cast<std::size_t>(task.frames));
    const Meter meter;
    std::int64_t due = task.start;
    for (std::int64_t slot = 1; slot <= task.frames; ++slot) {
        due += task.period;
        wait(due);
        const std::int64_t error = callersClock() - due;
        block.errors.push_back(error);
        if (const std::int64_t passed = error / task.period; passed > 0) {
            const std::int64_t lost = std::min(passed, task.frames - slot);
            due += passed * task.period;
            slot += lost;
            block.lost += lost;
        }
    }
    return meter.finish(std::move(block));
}

} // namespace outside

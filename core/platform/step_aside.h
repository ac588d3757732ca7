// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

namespace jitterscope {

/// Numbers of the threads that this process has now.
[[nodiscard]] std::vector<int> threadsNow();

/// While it lives, threads of this process give way to all others, so that drawing does not disturb what is
/// measured beside it. They keep their fair share of a busy machine, but
/// * never displace a running thread, and are displaced by whoever wakes up (SCHED_BATCH with the longest
/// time
///   slice that the system grants; both can be put back without any right, a nice value cannot);
/// * stay off the processor that the measuring thread is pinned to, where another one is left to them.
/// Threads of a real-time class are left alone, and so is every thread that is not named: list those that
/// step aside before the measuring thread is made, and make this object after it, since threads inherit from
/// their maker.
class StepAside {
public:
    /// Threads that have ended are passed over. `busyProcessor` < 0: the measuring thread is not pinned.
    StepAside(const std::vector<int>& threads, int busyProcessor);
    /// Puts back what was, also for threads that those made meanwhile.
    ~StepAside();
    StepAside(const StepAside&) = delete;
    StepAside& operator=(const StepAside&) = delete;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitterscope

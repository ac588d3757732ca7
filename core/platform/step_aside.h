// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

namespace jitterscope {

/// Ids of the process's current threads.
[[nodiscard]] std::vector<int> threadsNow();

/// While this object lives, the named threads of this process give way to all others, so that drawing does
/// not disturb a measurement. They keep their fair share of a busy machine, but
/// * they never displace a running thread, and any thread that wakes up displaces them (SCHED_BATCH with the
///   longest time slice that the system grants). Both can be undone without privileges; a nice value cannot.
/// * they stay off the processor that the measuring thread is pinned to, if another one is left to them.
///
/// Real-time threads are left alone. List the threads before the measuring thread is made, and create this
/// object after that: a new thread inherits from its maker, and threads that are not listed do not change.
class StepAside {
public:
    /// Skips threads that have ended. `busyProcessor` < 0: the measuring thread is not pinned.
    StepAside(const std::vector<int>& threads, int busyProcessor);
    /// Restores the old settings, also of threads that the listed threads have created meanwhile.
    ~StepAside();
    StepAside(const StepAside&) = delete;
    StepAside& operator=(const StepAside&) = delete;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/plan/run_plan.h"
#include "core/platform/windows/calls.h"

namespace jitterscope {

/// Puts the calling thread before ordinary ones: into the class for sound (MMCSS, "Pro Audio"), which gives
/// it a priority of the real-time range, or, where that is refused or without effect, to the highest level of
/// its process (THREAD_PRIORITY_TIME_CRITICAL). The destructor takes it back, on the same thread.
/// * No system header: the calls are handed in (calls.h).
class ThreadClass {
public:
    explicit ThreadClass(const WindowsCalls& calls) noexcept : m_calls(calls) {}
    ~ThreadClass() { leave(); }
    ThreadClass(const ThreadClass&) = delete;
    ThreadClass& operator=(const ThreadClass&) = delete;

    /// Granted if the priority that the kernel names afterwards, or at least the level, is higher.
    void enter();
    void leave() noexcept;
    /// Why it was not granted, or why no more than the level was; empty: the class for sound has it.
    [[nodiscard]] const Support& support() const noexcept { return m_support; }

    static constexpr int kTimeCritical = 15; ///< the level's number, and the priority in an ordinary process
    static constexpr int kRealtime = 16;     ///< the lowest priority of the real-time range

private:
    const WindowsCalls& m_calls;
    WindowsCalls::Handle m_membership = nullptr;
    int m_levelBefore = 0;
    bool m_levelChanged = false;
    Support m_support;
};

/// `priority 8`, `priority 15, time-critical`; empty: not told.
[[nodiscard]] std::string classText(const WindowsCalls& calls);
/// Whether the calling thread runs before all ordinary ones.
[[nodiscard]] bool runsFirst(const WindowsCalls& calls) noexcept;

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/plan/thread_plan.h"

#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// Settings of the calling thread: real-time class, processor, timer slack (in this order, since leaving a
/// real-time class resets the slack). The destructor puts back what was; same thread.
class ThreadControl {
public:
    explicit ThreadControl(const ThreadPlan& plan);
    ~ThreadControl();
    ThreadControl(const ThreadControl&) = delete;
    ThreadControl& operator=(const ThreadControl&) = delete;

    /// Each setting: asked, granted, observed.
    [[nodiscard]] const std::vector<SettingOutcome>& outcomes() const noexcept;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Processors that this process may run on, and a list of numbers as `0-3,8`.
[[nodiscard]] std::vector<int> allowedProcessors();
[[nodiscard]] std::string processorList(const std::vector<int>& processors);

/// Whether the kernel lets a thread of this process into the real-time class; asks it, with a thread that
/// does nothing else. `reason`: what the kernel said.
[[nodiscard]] Support realtimeSupport();
/// The priority that is asked for.
inline constexpr int kRealtimePriority = 20; // above ordinary threads, below the kernel's own

} // namespace jitterscope

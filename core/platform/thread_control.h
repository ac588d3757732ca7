// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/plan/thread_plan.h"

#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// Changes settings of the calling thread: real-time class, processor, timer slack (in this order, because
/// leaving a real-time class resets the slack). The destructor restores them, on the same thread.
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

/// The processors that this process may run on, and a list of numbers as text: `0-3,8`.
[[nodiscard]] std::vector<int> allowedProcessors();
[[nodiscard]] std::string processorList(const std::vector<int>& processors);

/// Asks somebody else to put the calling thread into the real-time class (system_bus.h: RealtimeKit).
using RealtimeHelper = Support (*)();
/// From now on a ThreadControl whose thread may not enter the class by its own right asks the helper; null:
/// nobody. It holds for the whole process.
void setRealtimeHelper(RealtimeHelper helper) noexcept;

/// Takes the calling thread out of the real-time class, which needs no right. False: it could not.
bool leaveRealtime() noexcept;

/// Whether the calling thread is in a real-time class; threads that it makes are then, too.
[[nodiscard]] bool inRealtimeClass() noexcept;
/// Whether the kernel lets a thread of this process into the real-time class. Tries it on a thread made for
/// this. `reason` is the kernel's answer.
[[nodiscard]] Support realtimeSupport();
/// The priority to ask for.
inline constexpr int kRealtimePriority = 20; // above ordinary threads, below the kernel's own

} // namespace jitterscope

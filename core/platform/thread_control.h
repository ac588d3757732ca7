// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/plan/run_plan.h"

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

/// The processors that this process may run on.
[[nodiscard]] std::vector<int> allowedProcessors();
/// A list of processors as text: `0-3,8`.
[[nodiscard]] std::string processorList(const std::vector<int>& processors);

/// Asks a service to put the calling thread into the real-time class (system_bus.h: RealtimeKit).
using RealtimeHelper = Support (*)();
/// From now on a ThreadControl asks the helper if its thread has no right to enter the class; null: it asks
/// nobody. It holds for the whole process.
void setRealtimeHelper(RealtimeHelper helper) noexcept;

/// Takes the calling thread out of the real-time class. This needs no right. False: it failed.
bool leaveRealtime() noexcept;

/// Whether the calling thread is in a real-time class. Threads that it makes are in the same class.
[[nodiscard]] bool inRealtimeClass() noexcept;
/// Whether the kernel lets a thread of this process into the real-time class. It tries this on a thread of
/// its own. `reason` is the kernel's answer.
[[nodiscard]] Support realtimeSupport();
/// The priority to ask for.
inline constexpr int kRealtimePriority = 20; // above ordinary threads, below the kernel's own

} // namespace jitterscope

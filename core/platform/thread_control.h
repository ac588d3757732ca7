// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/run_plan.h"
#include "core/run/run_result.h"

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

} // namespace jitterscope

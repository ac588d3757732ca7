// SPDX-License-Identifier: MIT
#include "core/platform/windows/thread_class.h"

#include <utility>

namespace jitterscope {

void ThreadClass::enter() {
    m_membership = m_calls.joinMultimedia();
    if (m_membership != nullptr && m_calls.priority() >= kRealtime)
        return;
    const int priority = m_calls.priority();
    const std::string reason =
        m_membership == nullptr ? "MMCSS refuses the thread"
        : priority > 0
            ? "MMCSS agreed, but without effect: the thread's priority is " + std::to_string(priority)
            : "MMCSS agreed, but the thread's priority is not told";
    if (m_membership != nullptr)
        m_calls.leaveMultimedia(std::exchange(m_membership, nullptr));
    m_levelBefore = m_calls.level();
    m_levelChanged = m_calls.setLevel(kTimeCritical);
    if (runsFirst(m_calls))
        m_support = {true, reason + "; it is time-critical instead"};
    else
        m_support = {false, reason + (m_levelChanged ? "; SetThreadPriority agreed, but without effect"
                                                     : "; SetThreadPriority refuses it")};
}

void ThreadClass::leave() noexcept {
    if (m_membership != nullptr)
        m_calls.leaveMultimedia(std::exchange(m_membership, nullptr));
    if (m_levelChanged)
        (void)m_calls.setLevel(m_levelBefore);
    m_levelChanged = false;
}

std::string classText(const WindowsCalls& calls) {
    const int priority = calls.priority();
    std::string text = priority > 0 ? "priority " + std::to_string(priority) : "";
    if (calls.level() >= ThreadClass::kTimeCritical)
        text += text.empty() ? "time-critical" : ", time-critical";
    return text;
}

bool runsFirst(const WindowsCalls& calls) noexcept {
    return calls.priority() >= ThreadClass::kTimeCritical || calls.level() >= ThreadClass::kTimeCritical;
}

} // namespace jitterscope

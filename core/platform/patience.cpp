// SPDX-License-Identifier: MIT
#include "core/platform/patience.h"

#include "core/platform/process_signals.h"

namespace jitterscope {

void Patience::end() noexcept {
    m_ending = true;
    m_askedBefore = stopSignal() != 0;
    m_progress = m_endingSince = Clock::now();
}

bool Patience::over() noexcept {
    constexpr auto kWithoutProgress = std::chrono::seconds(2);
    constexpr auto kLongest = std::chrono::seconds(10);
    const bool asked = stopSignal() != 0;
    if (asked && !m_ending) // during a blocked write
        end();
    if (!m_ending)
        return false;
    if (asked && !m_askedBefore) // asked during this wait: react at once
        return true;
    const auto now = Clock::now();
    return ((m_recording || asked) && now - m_progress > kWithoutProgress) ||
           (asked && now - m_endingSince > kLongest);
}

} // namespace jitterscope

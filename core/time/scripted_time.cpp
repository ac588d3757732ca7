// SPDX-License-Identifier: MIT
#include "core/time/scripted_time.h"

#include <algorithm>

namespace jitterscope {

void ScriptedTime::pushOversleeps(const std::vector<Nanoseconds>& oversleeps) {
    m_script.insert(m_script.end(), oversleeps.begin(), oversleeps.end());
}

TimePoint ScriptedTime::now() noexcept {
    m_now += m_readCost;
    return m_now;
}

NativeSleep ScriptedTime::sleep(Nanoseconds asked, SleepKind kind) {
    Nanoseconds oversleep = m_oversleep;
    if (!m_script.empty()) {
        oversleep = m_script.front();
        m_script.pop_front();
    }
    const TimePoint begin = m_now;
    const TimePoint end = m_now + std::max(asked, Nanoseconds{0}) + oversleep;
    m_now = begin < m_stopAt ? std::min(end, m_stopAt) : begin;
    m_sleeps.push_back({kind, asked, m_now - begin});
    return {asked, m_now - begin, m_now};
}

NativeSleep ScriptedTime::sleepFor(Nanoseconds length, SleepKind kind) noexcept {
    return sleep(length, kind);
}

NativeSleep ScriptedTime::sleepUntil(TimePoint deadline) noexcept {
    return sleep(deadline - m_now, SleepKind::Absolute);
}

Spin ScriptedTime::spinUntil(TimePoint deadline, SpinKind kind) noexcept {
    const TimePoint begin = m_now;
    if (begin < m_stopAt)
        m_now = std::max(m_now, std::min(deadline, m_stopAt));
    m_spins.push_back({begin, m_now, kind});
    return {begin, m_now, Nanoseconds{0}};
}

} // namespace jitterscope

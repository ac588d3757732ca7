// SPDX-License-Identifier: MIT
#include "core/record/recording_time.h"

#include <algorithm>

namespace jitterscope {

void RecordingTime::beginWait(std::int64_t frame, TimePoint deadline) noexcept {
    m_facts = WaitFacts{};
    m_frame = frame;
    m_deadline = deadline;
}

void RecordingTime::book(NativeSleep sleep, SleepKind kind) noexcept {
    const std::int64_t left = (m_deadline - sleep.end).count();
    ++m_facts.nativeSleeps;
    m_facts.nativeSleep += sleep.took.count();
    m_facts.oversleep = (sleep.took - sleep.asked).count();
    m_facts.margin = left + m_facts.oversleep;
    m_sleeps.push({m_frame, sleep.asked.count(), sleep.took.count(), left, kind});
}

NativeSleep RecordingTime::sleepFor(Nanoseconds length, SleepKind kind) noexcept {
    const NativeSleep sleep = clock().sleepFor(length, kind);
    book(sleep, kind);
    return sleep;
}

NativeSleep RecordingTime::sleepUntil(TimePoint deadline) noexcept {
    const NativeSleep sleep = clock().sleepUntil(deadline);
    book(sleep, SleepKind::Absolute);
    return sleep;
}

Spin RecordingTime::spinUntil(TimePoint deadline, SpinKind kind) noexcept {
    const Spin spin = clock().spinUntil(deadline, kind);
    m_facts.spin += (spin.end - spin.begin).count();
    m_facts.largestGap = std::max(m_facts.largestGap, static_cast<std::int64_t>(spin.largestGap.count()));
    return spin;
}

} // namespace jitterscope

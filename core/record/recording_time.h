// SPDX-License-Identifier: MIT
#pragma once

#include "core/record/sample_ring.h"
#include "core/record/samples.h"
#include "core/time/forwarding_time.h"

namespace jitterscope {

/// The parts of the wait before a frame. Times in ns.
struct WaitFacts {
    std::int64_t nativeSleep = 0;
    std::int64_t oversleep = 0; ///< of the last native sleep
    std::int64_t spin = 0;
    std::int64_t margin = 0; ///< deadline − when the last native sleep was asked to end
    std::int64_t largestGap = 0;
    std::uint32_t nativeSleeps = 0;
};

/// A TimeSource that forwards to another one and records each wait, so that strategies need not count for
/// themselves. Pushes a SleepSample for each native sleep.
/// * Measuring thread only. Never allocates.
class RecordingTime final : public ForwardingTime {
public:
    RecordingTime(TimeSource& clock, SampleRing<SleepSample>& sleeps) noexcept
        : ForwardingTime(clock), m_sleeps(sleeps) {}

    /// Begins the wait for frame `frame`.
    void beginWait(std::int64_t frame, TimePoint deadline) noexcept;
    [[nodiscard]] const WaitFacts& facts() const noexcept { return m_facts; }

    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override;
    NativeSleep sleepUntil(TimePoint deadline) noexcept override;
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override;

private:
    void book(NativeSleep sleep, SleepKind kind) noexcept;

    SampleRing<SleepSample>& m_sleeps;
    WaitFacts m_facts;
    std::int64_t m_frame = 0;
    TimePoint m_deadline{};
};

} // namespace jitterscope

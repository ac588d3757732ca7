// SPDX-License-Identifier: MIT
// A clock of one's own, in a file without run-time type information, as games compile theirs.
#include "own_clock.h"

#include "jitterscope/pacer.h"

#include <chrono>

using namespace jitterscope;

namespace {

/// Time that passes only when it is waited for.
class OwnClock final : public TimeSource {
public:
    TimePoint now() noexcept override { return m_now; }
    NativeSleep sleepFor(Nanoseconds length, SleepKind) noexcept override {
        m_now += length;
        return {length, length, m_now};
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        return sleepFor(deadline - m_now, SleepKind::Absolute);
    }
    Spin spinUntil(TimePoint deadline, SpinKind) noexcept override {
        const TimePoint begin = m_now;
        m_now = deadline > m_now ? deadline : m_now;
        return {begin, m_now, {}};
    }
    bool stopRequested() const noexcept override { return false; }

private:
    TimePoint m_now{};
};

} // namespace

bool pacesOnItsOwnClock() {
    OwnClock clock;
    Pacer pacer(clock, Period::parseRate("100").value());
    for (int i = 0; i < 10; ++i)
        pacer.wait();
    return clock.now() == TimePoint(std::chrono::milliseconds(100));
}

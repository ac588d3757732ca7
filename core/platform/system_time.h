// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/time/clock_facts.h"
#include "core/time/time_source.h"

#include <atomic>
#include <memory>
#include <string>

namespace jitterscope {

/// The real clock and the real sleeps of this machine. On Linux: CLOCK_MONOTONIC, clock_nanosleep, timerfd.
/// On Windows: QueryPerformanceCounter, SleepEx, waitable timers.
/// * Construct it on any thread; it waits on the thread that called attach().
/// * requestStop() and wake() may be called from any thread.
class SystemTime final : public TimeSource {
public:
    /// The first construction in a process takes 2 ms if the processor has a timed wait (low_power.h).
    SystemTime();
    ~SystemTime() override;
    SystemTime(const SystemTime&) = delete;
    SystemTime& operator=(const SystemTime&) = delete;

    /// Makes the calling thread the one that waits; wake() reaches it until detach().
    void attach() noexcept;
    void detach() noexcept;
    /// From now on waits return early. Repeat wake() until the thread has acknowledged, since its signal can
    /// arrive just before the sleep that it should end.
    void requestStop() noexcept { m_stop.store(true, std::memory_order_relaxed); }
    void wake() noexcept;

    [[nodiscard]] TimePoint now() noexcept override;
    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override;
    NativeSleep sleepUntil(TimePoint deadline) noexcept override;
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override;
    void rehearse() noexcept override;
    [[nodiscard]] bool measuresHere() const noexcept override { return true; }
    [[nodiscard]] bool stopRequested() const noexcept override {
        return m_stop.load(std::memory_order_relaxed);
    }
    [[nodiscard]] Nanoseconds suspended() noexcept override;
    [[nodiscard]] bool processStopped(TimePoint begin) noexcept override;
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept override;
    /// The tick as measured with sleeps of 1 ms: at the first call, and when the thread's period was last set
    /// (thread_control.h). The measurement takes up to 63 ms. On Linux there is no tick.
    [[nodiscard]] Nanoseconds tick(SleepKind kind) const noexcept override;

private:
    struct Native;
    std::atomic<bool> m_stop{false};
    std::unique_ptr<Native> m_native;
};

/// Whether the real clock of this build supports the kind; if not, why.
[[nodiscard]] Support sleepKindSupport(SleepKind kind);

/// The time now on the same clock, for code that does not wait.
[[nodiscard]] TimePoint systemNow() noexcept;
/// Measures source, cost and resolution of the clock. Takes about a millisecond.
[[nodiscard]] ClockFacts measureClock();
/// The wall clock now, as `2026-01-31T12:00:00Z`.
[[nodiscard]] std::string utcNow();

} // namespace jitterscope

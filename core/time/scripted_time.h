// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <cstddef>
#include <deque>
#include <vector>

namespace jitterscope {

/// A scripted clock for tests. Time moves only when the script says so: during sleeps and spins, by the cost
/// of a clock read, and by advance(). It keeps a list of all sleeps and spins. Allocates; one thread.
class ScriptedTime final : public TimeSource {
public:
    struct SleepCall {
        SleepKind kind;
        Nanoseconds asked;
        Nanoseconds took;
        friend bool operator==(const SleepCall&, const SleepCall&) = default;
    };
    struct SpinCall {
        TimePoint begin;
        TimePoint end;
        SpinKind kind;
    };

    /// The next sleeps oversleep by these amounts; all later ones oversleep by the amount of `setOversleep`.
    void pushOversleeps(const std::vector<Nanoseconds>& oversleeps);
    void setOversleep(Nanoseconds oversleep) noexcept { m_oversleep = oversleep; }
    /// Every clock read takes this long.
    void setReadCost(Nanoseconds cost) noexcept { m_readCost = cost; }
    /// A stop is requested at this time; the wait in progress ends there.
    void stopAt(TimePoint when) noexcept { m_stopAt = when; }
    void advance(Nanoseconds by) noexcept { m_now += by; }
    void setSuspended(Nanoseconds total) noexcept { m_suspended = total; }
    /// A stop signal keeps the process stopped until then.
    void continueProcessAt(TimePoint when) noexcept { m_continuedAt = when; }
    /// The length of the system's tick that strategies are told. The sleeps still end as the script says.
    void setTick(Nanoseconds tick) noexcept { m_tick = m_hiresTick = tick; }
    void setHiresTick(Nanoseconds tick) noexcept { m_hiresTick = tick; }

    [[nodiscard]] TimePoint at() const noexcept { return m_now; } ///< without the cost of a clock read
    [[nodiscard]] const std::vector<SleepCall>& sleeps() const noexcept { return m_sleeps; }
    [[nodiscard]] const std::vector<SpinCall>& spins() const noexcept { return m_spins; }

    [[nodiscard]] TimePoint now() noexcept override;
    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override;
    NativeSleep sleepUntil(TimePoint deadline) noexcept override;
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override;
    [[nodiscard]] bool stopRequested() const noexcept override { return m_now >= m_stopAt; }
    [[nodiscard]] Nanoseconds suspended() noexcept override { return m_suspended; }
    [[nodiscard]] bool processStopped(TimePoint begin) noexcept override {
        return m_continuedAt >= begin && m_continuedAt <= m_now;
    }
    [[nodiscard]] Nanoseconds tick(SleepKind kind) const noexcept override {
        return kind == SleepKind::HighResolutionTimer ? m_hiresTick : m_tick;
    }

private:
    NativeSleep sleep(Nanoseconds asked, SleepKind kind);

    TimePoint m_now{};
    TimePoint m_stopAt = TimePoint::max();
    TimePoint m_continuedAt = TimePoint::min();
    Nanoseconds m_readCost{0};
    Nanoseconds m_oversleep{0};
    Nanoseconds m_suspended{0};
    Nanoseconds m_tick{0};
    Nanoseconds m_hiresTick{0};
    std::deque<Nanoseconds> m_script;
    std::vector<SleepCall> m_sleeps;
    std::vector<SpinCall> m_spins;
};

} // namespace jitterscope

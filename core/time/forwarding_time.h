// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

namespace jitterscope {

/// A TimeSource that forwards its calls to another one, except measuresHere(). Derive from it to put
/// something between a strategy and a clock, and override only what that needs.
class ForwardingTime : public TimeSource {
public:
    /// `clock` must outlive it.
    explicit ForwardingTime(TimeSource& clock) noexcept : m_clock(clock) {}

    [[nodiscard]] TimePoint now() noexcept override { return m_clock.now(); }
    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override {
        return m_clock.sleepFor(length, kind);
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override { return m_clock.sleepUntil(deadline); }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        return m_clock.spinUntil(deadline, kind);
    }
    void rehearse() noexcept override { m_clock.rehearse(); }
    [[nodiscard]] bool stopRequested() const noexcept override { return m_clock.stopRequested(); }
    [[nodiscard]] Nanoseconds suspended() noexcept override { return m_clock.suspended(); }
    [[nodiscard]] bool processStopped(TimePoint begin) noexcept override {
        return m_clock.processStopped(begin);
    }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept override { return m_clock.cpuTime(); }
    [[nodiscard]] Nanoseconds tick(SleepKind kind) const noexcept override { return m_clock.tick(kind); }

protected:
    [[nodiscard]] TimeSource& clock() noexcept { return m_clock; }

private:
    TimeSource& m_clock;
};

} // namespace jitterscope

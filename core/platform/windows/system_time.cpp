// SPDX-License-Identifier: MIT
#include "core/platform/system_time.h"

#include "core/platform/low_power.h"
#include "core/platform/relax.h"
#include "core/platform/windows/handle.h"
#include "core/platform/windows/suspended_time.h"
#include "core/platform/windows/timer_period.h"
#include "core/platform/windows/timers.h"

#include <algorithm>
#include <mutex>

namespace jitterscope {
namespace {

/// An asynchronous call that does nothing: that it came is the message.
void CALLBACK onWake(ULONG_PTR) {}

} // namespace

struct SystemTime::Native {
    NativeTimers timers{windowsCalls()};
    std::mutex mutex; // guards thread; never taken while measuring
    OwnedHandle thread;
    BusyWait busy;
};

SystemTime::SystemTime() : m_native(std::make_unique<Native>()) {}

SystemTime::~SystemTime() = default;

void SystemTime::attach() noexcept {
    OwnedHandle own = thisThreadHandle();
    const std::lock_guard lock(m_native->mutex);
    m_native->thread = std::move(own);
}

void SystemTime::detach() noexcept {
    const std::lock_guard lock(m_native->mutex);
    m_native->thread.close();
}

void SystemTime::wake() noexcept {
    const std::lock_guard lock(m_native->mutex);
    if (!m_native->thread)
        return;
    m_native->timers.wake();
    ::QueueUserAPC(onWake, m_native->thread.get(), 0);
}

Nanoseconds SystemTime::suspended() noexcept {
    return suspendedTime();
}

NativeSleep SystemTime::sleepFor(Nanoseconds length, SleepKind kind) noexcept {
    const TimePoint begin = systemNow();
    m_native->timers.sleepFor(length, kind, m_stop);
    const TimePoint end = systemNow();
    return {length, end - begin, end};
}

/// Windows has absolute timers on the time of day alone, which somebody may set. So the timer is given what
/// is left, read right before.
NativeSleep SystemTime::sleepUntil(TimePoint deadline) noexcept {
    const TimePoint begin = systemNow();
    if (deadline > begin)
        m_native->timers.sleepFor(deadline - begin, SleepKind::Absolute, m_stop);
    const TimePoint end = systemNow();
    return {deadline - begin, end - begin, end};
}

Spin SystemTime::spinUntil(TimePoint deadline, SpinKind kind) noexcept {
    return m_native->busy.until(deadline, kind, m_stop);
}

void yieldProcessor() noexcept {
    ::SwitchToThread();
}

Support sleepKindSupport(SleepKind kind) {
    static const Support timer = timerSupport(windowsCalls(), SleepKind::Timer);
    static const Support fine = timerSupport(windowsCalls(), SleepKind::HighResolutionTimer);
    switch (kind) {
    case SleepKind::Relative:
        return {};
    case SleepKind::HighResolutionTimer:
        return fine;
    case SleepKind::Timer:
    case SleepKind::Absolute:
        break;
    }
    return timer;
}

KnownTick& knownTick() noexcept {
    static KnownTick tick(windowsCalls());
    return tick;
}

/// High-resolution timers are taken to end on a grid of half a millisecond of their own: assumed, not
/// measured here (docs/windows.md says how to find out). All others end on the tick that their lengths show.
Nanoseconds SystemTime::tick(SleepKind kind) const noexcept {
    constexpr Nanoseconds kFineTick{500'000};
    const Nanoseconds usual = knownTick().get();
    if (usual <= Nanoseconds{0} || kind != SleepKind::HighResolutionTimer)
        return usual;
    return sleepKindSupport(kind).available ? std::min(kFineTick, usual) : usual;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/windows/timers.h"

#include "core/base/said.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::int64_t kUnit = 100;                // ns, of a timer
constexpr std::int64_t kMillisecond = 1'000'000;   // ns
constexpr std::int64_t kLongestSleep = 0x7FFFFFFF; // ms; the largest is for ever

std::int64_t roundedUp(std::int64_t value, std::int64_t unit) noexcept {
    return value / unit + (value % unit > 0 ? 1 : 0);
}

} // namespace

NativeTimers::NativeTimers(const WindowsCalls& calls)
    : m_calls(calls),
      m_event(calls.makeEvent()),
      m_timer(calls.makeTimer(false)),
      m_fineTimer(calls.makeTimer(true)) {}

NativeTimers::~NativeTimers() {
    for (const WindowsCalls::Handle handle : {m_event, m_timer, m_fineTimer}) {
        if (handle != nullptr)
            m_calls.close(handle);
    }
}

void NativeTimers::wake() noexcept {
    if (m_event != nullptr)
        m_calls.setEvent(m_event);
}

/// False: the timer cannot be used, and nothing was waited for.
bool NativeTimers::wait(WindowsCalls::Handle timer, Nanoseconds length,
                        const std::atomic<bool>& stop) noexcept {
    if (timer == nullptr || m_event == nullptr ||
        !m_calls.setTimer(timer, std::max<std::int64_t>(roundedUp(length.count(), kUnit), 1)))
        return false;
    for (;;) {
        switch (m_calls.waitForEither(m_event, timer)) {
        case WindowsCalls::Waited::Timer:
            return true;
        case WindowsCalls::Waited::Failed:
            return false;
        case WindowsCalls::Waited::Event:
            if (stop.load(std::memory_order_relaxed))
                return true;
        }
    }
}

void NativeTimers::sleepWhole(Nanoseconds length, const std::atomic<bool>& stop) noexcept {
    const Nanoseconds end = m_calls.now() + std::max(length, Nanoseconds{0});
    Nanoseconds left = length;
    for (;;) {
        const std::int64_t whole =
            std::clamp<std::int64_t>(roundedUp(left.count(), kMillisecond), 0, kLongestSleep);
        const bool interrupted = m_calls.sleep(static_cast<std::uint32_t>(whole));
        left = end - m_calls.now();
        if (stop.load(std::memory_order_relaxed) || left <= Nanoseconds{0} ||
            (!interrupted && whole < kLongestSleep))
            return;
    }
}

void NativeTimers::sleepFor(Nanoseconds length, SleepKind kind, const std::atomic<bool>& stop) noexcept {
    const Nanoseconds begin = m_calls.now();
    if (kind == SleepKind::HighResolutionTimer && wait(m_fineTimer, length, stop))
        return;
    if (kind != SleepKind::Relative && wait(m_timer, length, stop))
        return;
    sleepWhole(length - (m_calls.now() - begin), stop);
}

Support timerSupport(const WindowsCalls& calls, SleepKind kind) {
    if (kind == SleepKind::Relative)
        return {};
    const bool fine = kind == SleepKind::HighResolutionTimer;
    const WindowsCalls::Handle timer = calls.makeTimer(fine);
    if (timer == nullptr)
        return {false, fine ? "this Windows has no high-resolution waitable timers (1803 and later do)"
                            : "the system refuses CreateWaitableTimerEx"};
    calls.close(timer);
    if (!fine)
        return {};
    // One that is on time now and then is a good one; on the tick none ever is.
    constexpr int kTrials = 5;
    constexpr Nanoseconds kAsked{500'000};
    constexpr Nanoseconds kCoarse{8'000'000}; // half of the usual tick
    NativeTimers timers(calls);
    const std::atomic<bool> never{false};
    Nanoseconds shortest = Nanoseconds::max();
    for (int i = 0; i < kTrials && shortest > kCoarse; ++i) {
        const Nanoseconds begin = calls.now();
        timers.sleepFor(kAsked, kind, never);
        shortest = std::min(shortest, calls.now() - begin);
    }
    if (shortest <= kCoarse)
        return {};
    return {false, "high-resolution timers are granted, but without effect: 0.5 ms took " +
                       said::shortDuration(shortest)};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/system_time.h"

#include "core/platform/low_power.h"
#include "core/platform/relax.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string>
#include <sys/timerfd.h>
#include <system_error>
#include <time.h>
#include <unistd.h>

namespace jitterscope {
namespace {

// A directed signal ends a native sleep at once. Its handler does nothing: EINTR is the message.
int wakeSignal() noexcept {
    return SIGRTMIN + 3;
}

void installWakeHandler() noexcept {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_handler = [](int) {};
        sigemptyset(&action.sa_mask);
        sigaction(wakeSignal(), &action, nullptr); // without SA_RESTART, so that it interrupts sleeps
    });
}

timespec toTimespec(Nanoseconds value) noexcept {
    const std::int64_t count = std::max<std::int64_t>(value.count(), 0);
    return {static_cast<time_t>(count / 1'000'000'000), static_cast<long>(count % 1'000'000'000)};
}

Nanoseconds clockNow(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return Nanoseconds(static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
}

} // namespace

struct SystemTime::Native {
    int timer = -1;
    std::mutex mutex; // guards thread and attached; never taken while measuring
    pthread_t thread{};
    bool attached = false;
    BusyWait busy;
};

SystemTime::SystemTime() : m_native(std::make_unique<Native>()) {
    installWakeHandler();
    m_native->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
}

SystemTime::~SystemTime() {
    if (m_native->timer >= 0)
        close(m_native->timer);
}

void SystemTime::attach() noexcept {
    const std::lock_guard lock(m_native->mutex);
    m_native->thread = pthread_self();
    m_native->attached = true;
}

void SystemTime::detach() noexcept {
    const std::lock_guard lock(m_native->mutex);
    m_native->attached = false;
}

void SystemTime::wake() noexcept {
    const std::lock_guard lock(m_native->mutex);
    if (m_native->attached)
        pthread_kill(m_native->thread, wakeSignal());
}

Nanoseconds SystemTime::suspended() noexcept {
    return clockNow(CLOCK_BOOTTIME) - clockNow(CLOCK_MONOTONIC);
}

NativeSleep SystemTime::sleepFor(Nanoseconds length, SleepKind kind) noexcept {
    const TimePoint begin = systemNow();
    if (kind == SleepKind::Timer && m_native->timer >= 0) {
        itimerspec setting{};
        setting.it_value = toTimespec(std::max(length, Nanoseconds{1})); // 0 would disarm it
        timerfd_settime(m_native->timer, 0, &setting, nullptr);
        std::uint64_t expirations = 0;
        while (read(m_native->timer, &expirations, sizeof expirations) < 0 && errno == EINTR &&
               !stopRequested()) {
        }
    } else {
        timespec left = toTimespec(length);
        while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR && !stopRequested()) {
        }
    }
    const TimePoint end = systemNow();
    return {length, end - begin, end};
}

NativeSleep SystemTime::sleepUntil(TimePoint deadline) noexcept {
    const TimePoint begin = systemNow();
    const timespec until = toTimespec(deadline.time_since_epoch());
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR && !stopRequested()) {
    }
    const TimePoint end = systemNow();
    return {deadline - begin, end - begin, end};
}

Spin SystemTime::spinUntil(TimePoint deadline, SpinKind kind) noexcept {
    return m_native->busy.until(deadline, kind, m_stop);
}

void yieldProcessor() noexcept {
    sched_yield();
}

/// High-resolution timers end when they are due; a kernel without them has ticks of its own, which no call
/// tells.
Nanoseconds SystemTime::tick(SleepKind) const noexcept {
    return Nanoseconds{0};
}

TimePoint systemNow() noexcept {
    return TimePoint(clockNow(CLOCK_MONOTONIC));
}

namespace {

Support callSupport(const char* call, int error) {
    if (error == 0 || error == EINTR)
        return {};
    return {false, std::string("the system refuses ") + call + ": " + std::generic_category().message(error)};
}

Support timerSupport() {
    const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (timer < 0)
        return callSupport("timerfd_create", errno);
    itimerspec setting{};
    setting.it_value.tv_nsec = 1;
    std::uint64_t expirations = 0;
    const bool sleeps = timerfd_settime(timer, 0, &setting, nullptr) == 0 &&
                        read(timer, &expirations, sizeof expirations) == sizeof expirations;
    const Support support = sleeps ? Support{} : callSupport("a timer of timerfd", errno);
    close(timer);
    return support;
}

} // namespace

/// Asked once, with sleeps that are over at once: what a sandbox refuses later, it refuses now.
Support sleepKindSupport(SleepKind kind) {
    const auto nanosleep = [](int flags, long nanoseconds) {
        const timespec time{0, nanoseconds};
        return callSupport("clock_nanosleep", clock_nanosleep(CLOCK_MONOTONIC, flags, &time, nullptr));
    };
    switch (kind) {
    case SleepKind::HighResolutionTimer:
        return {false, "high-resolution waitable timers exist only on Windows 10 (1803) and later"};
    case SleepKind::Timer: {
        static const Support timer = timerSupport();
        return timer;
    }
    case SleepKind::Absolute: {
        static const Support absolute = nanosleep(TIMER_ABSTIME, 0);
        return absolute;
    }
    case SleepKind::Relative:
        break;
    }
    static const Support relative = nanosleep(0, 1);
    return relative;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/process_signals.h"

#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/stop_descriptor.h"
#include "core/platform/system_time.h"
#include "core/platform/untaken_signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

namespace jitterscope {
namespace {

constexpr std::array kStopSignals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU};

// Everything that handlers touch is lock-free.
std::atomic<int> g_stopSignal{0};
UntakenSignals g_untaken;
std::atomic<int> g_stopEvent{-1};
std::atomic<bool> g_noting{false};
std::atomic<bool> g_realtimeLimitHit{false};
std::atomic<std::int64_t> g_continuedAt{INT64_MIN}; // CLOCK_MONOTONIC, ns
struct sigaction g_otherContinueHandler {};
std::atomic<rlim_t> g_realtimeLimit{RLIM_INFINITY}; // soft limit when last read
std::atomic<void (*)(int)> g_otherLimitHandler{SIG_DFL};
std::optional<sigset_t> g_maskBefore; // while stop signals are held; main's thread alone
static_assert(std::atomic<rlim_t>::is_always_lock_free);
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void noteStop(int number) noexcept {
    g_untaken.note(number);
    int none = 0;
    if (!g_stopSignal.compare_exchange_strong(none, number))
        return;
    const int saved = errno;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(g_stopEvent.load(), &one, sizeof one);
    errno = saved;
}

/// A raised soft limit tells which limit a SIGXCPU was sent for: with each signal for RLIMIT_RTTIME the
/// kernel raises that soft limit by a second, and likewise for RLIMIT_CPU (kernel/time/posix-cpu-timers.c).
rlim_t softRealtimeLimit() noexcept {
    rlimit limit{};
    return ::getrlimit(RLIMIT_RTTIME, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

/// The signal for RLIMIT_RTTIME goes to the thread that reached it; leaving the class removes the cause.
/// sched_setscheduler and getrlimit are plain system calls and safe here.
void onProcessorLimit(int number) {
    const int saved = errno;
    const rlim_t limit = softRealtimeLimit();
    if (limit != RLIM_INFINITY && limit > g_realtimeLimit.exchange(limit)) {
        const sched_param ordinary{};
        // A thread that RealtimeKit put into the class may not take off the flag (sched(7)).
        if (::sched_setscheduler(0, SCHED_OTHER, &ordinary) != 0)
            ::sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &ordinary);
        g_realtimeLimitHit.store(true, std::memory_order_relaxed);
    } else if (g_noting.load()) {
        noteStop(number);
    } else if (void (*const other)(int) = g_otherLimitHandler.load(); other != SIG_DFL && other != SIG_IGN) {
        other(number);
    } else if (other == SIG_DFL) {
        ::signal(number, SIG_DFL);
        ::raise(number);
    }
    errno = saved;
}

void onContinue(int number, siginfo_t* info, void* context) {
    g_continuedAt.store(systemNow().time_since_epoch().count(), std::memory_order_relaxed);
    if ((g_otherContinueHandler.sa_flags & SA_SIGINFO) != 0)
        g_otherContinueHandler.sa_sigaction(number, info, context);
    else if (g_otherContinueHandler.sa_handler != SIG_DFL && g_otherContinueHandler.sa_handler != SIG_IGN)
        g_otherContinueHandler.sa_handler(number);
}

bool ignored(int number) noexcept {
    struct sigaction now {};
    return ::sigaction(number, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
           now.sa_handler == SIG_IGN;
}

/// Without SA_RESTART, so that a write to a reader that takes nothing is interrupted.
void handle(int number, void (*handler)(int)) noexcept {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
}

/// "TracerPid:	0" in /proc/self/status.
bool traced() noexcept {
    const Descriptor file(::open("/proc/self/status", O_RDONLY | O_CLOEXEC));
    std::array<char, 4096> buffer{};
    const ssize_t count = file ? ::read(file.get(), buffer.data(), buffer.size() - 1) : -1;
    if (count <= 0)
        return false;
    constexpr std::string_view kKey = "TracerPid:";
    const std::string_view text(buffer.data(), static_cast<std::size_t>(count));
    const std::size_t place = text.find(kKey);
    return place != std::string_view::npos && std::atoi(buffer.data() + place + kKey.size()) != 0;
}

} // namespace

void holdStopSignals() noexcept {
    sigset_t held;
    sigset_t before;
    sigemptyset(&held);
    for (const int number : kStopSignals)
        sigaddset(&held, number);
    if (::pthread_sigmask(SIG_BLOCK, &held, &before) == 0)
        g_maskBefore = before;
}

void releaseStopSignals() noexcept {
    if (g_maskBefore)
        ::pthread_sigmask(SIG_SETMASK, &*g_maskBefore, nullptr);
    g_maskBefore.reset();
}

void noteStopSignals() noexcept {
    static std::once_flag once;
    std::call_once(once, [] {
        g_stopEvent.store(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
        g_noting.store(true);
        for (const int number : kStopSignals) {
            if (!ignored(number))
                handle(number, number == SIGXCPU ? onProcessorLimit : noteStop);
        }
    });
    releaseStopSignals();
}

int stopSignal() noexcept {
    return g_stopSignal.load(std::memory_order_relaxed);
}

int takeStopSignal() noexcept {
    return g_untaken.take();
}

int stopSignalDescriptor() noexcept {
    return g_stopEvent.load();
}

/// The event stays readable, so a signal between two looks is not missed. Other signals go on waiting.
bool awaitStopSignal(Nanoseconds longest) noexcept {
    const TimePoint end = systemNow() + longest;
    pollfd event{g_stopEvent.load(), POLLIN, 0};
    while (stopSignal() == 0) {
        const Nanoseconds left = end - systemNow();
        if (left <= Nanoseconds{0})
            return false;
        const timespec time{static_cast<time_t>(left.count() / 1'000'000'000),
                            static_cast<long>(left.count() % 1'000'000'000)};
        ::ppoll(&event, 1, &time, nullptr);
    }
    return true;
}

void watchProcessStops() noexcept {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_sigaction = onContinue;
        sigemptyset(&action.sa_mask);
        action.sa_flags = SA_RESTART | SA_SIGINFO;
        ::sigaction(SIGCONT, &action, &g_otherContinueHandler);
    });
}

/// SIGCONT goes to the process: its handler runs on any thread, perhaps shortly after the asking thread has
/// continued.
bool processStopped(TimePoint begin) noexcept {
    constexpr int kLooks = 20;
    constexpr timespec kBetween{0, 100'000};
    for (int i = 0; i < kLooks; ++i) {
        if (g_continuedAt.load(std::memory_order_relaxed) >= begin.time_since_epoch().count())
            return true;
        ::nanosleep(&kBetween, nullptr);
    }
    return traced();
}

void watchRealtimeLimit() noexcept {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    g_realtimeLimit.store(softRealtimeLimit());
    struct sigaction now {};
    if (::sigaction(SIGXCPU, nullptr, &now) != 0 || now.sa_handler == onProcessorLimit)
        return;
    if ((now.sa_flags & SA_SIGINFO) == 0)
        g_otherLimitHandler.store(now.sa_handler);
    handle(SIGXCPU, onProcessorLimit);
}

bool realtimeLimitHit() noexcept {
    return g_realtimeLimitHit.load(std::memory_order_relaxed);
}

} // namespace jitterscope

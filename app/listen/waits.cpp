// SPDX-License-Identifier: MIT
// The waits of libc for a time, for other threads and for signals. Each wrapper does what the function does,
// with the same arguments, and records when it was asked to end. A wait of length 0 is passed on without a
// row: it does not wait, and loops that look for events make thousands of them.
#include "app/listen/exact_wait.h"
#include "app/listen/wait_ends.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// The version of today's condition variables. The oldest versions on x86-64 are other functions.
#if defined(__x86_64__)
constexpr const char* kConditions = "GLIBC_2.3.2";
#else
constexpr const char* kConditions = nullptr;
#endif

Real<int(const timespec*, timespec*)> g_nanosleep{"nanosleep"};
Real<int(clockid_t, int, const timespec*, timespec*)> g_clockNanosleep{"clock_nanosleep"};
Real<int(useconds_t)> g_usleep{"usleep"};
Real<unsigned(unsigned)> g_sleep{"sleep"};
Real<int(const timespec*, timespec*)> g_thrdSleep{"thrd_sleep"};
Real<int(pthread_cond_t*, pthread_mutex_t*)> g_condWait{"pthread_cond_wait", kConditions};
Real<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)> g_condTimed{"pthread_cond_timedwait",
                                                                          kConditions};
Real<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)> g_condClock{
    "pthread_cond_clockwait"};
Real<int(sem_t*)> g_semWait{"sem_wait"};
Real<int(sem_t*, const timespec*)> g_semTimed{"sem_timedwait"};
Real<int(sem_t*, clockid_t, const timespec*)> g_semClock{"sem_clockwait"};
Real<long(long, ...)> g_syscall{"syscall"};
Real<int()> g_yield{"sched_yield"};
Real<int()> g_pause{"pause"};
Real<int(const sigset_t*)> g_sigsuspend{"sigsuspend"};
Real<int(const sigset_t*, int*)> g_sigwait{"sigwait"};
Real<int(const sigset_t*, siginfo_t*)> g_sigwaitinfo{"sigwaitinfo"};
Real<int(const sigset_t*, siginfo_t*, const timespec*)> g_sigtimedwait{"sigtimedwait"};
Real<int(int, ...)> g_prctl{"prctl"};

/// A condition variable does not tell its clock. So this takes the clock by which `until` is nearer to now.
std::int64_t endOfCondition(std::int64_t begin, const timespec& until) noexcept {
    if (until.tv_sec >= kForever / kSecond)
        return kForever;
    timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    const std::int64_t real = nanosecondsOf(until) - nanosecondsOf(time);
    const std::int64_t monotonic = nanosecondsOf(until) - begin;
    return endAfter(begin, std::llabs(real) < std::llabs(monotonic) ? real : monotonic);
}

/// Whether a mode of seccomp, as prctl() has it, is set. Without a filter it is a question what the kernel
/// knows.
bool installsFilter(long mode, long filter) noexcept {
    return mode == SECCOMP_MODE_STRICT || (mode == SECCOMP_MODE_FILTER && filter != 0);
}

/// A wait for a signal without a time.
template <typename Theirs>
int waitForSignal(const void* frame, const void* site, const Theirs& theirs) {
    const Entered entered = enter(Call::Pause, frame);
    const int result = theirs();
    leave(entered, Call::Pause, kForever, site, result, Row::kFiles);
    return result;
}

/// A call that a program makes itself, with syscall(). Those that wait for a time or for a ring are heard.
template <typename Theirs>
long otherCall(long number, const long* arguments, const Theirs& theirs, const void* frame,
               const void* site) {
    constexpr long kGetEvents = 1; // IORING_ENTER_GETEVENTS
    const auto timeAt = [arguments](int index) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel takes pointers as numbers
        return reinterpret_cast<const timespec*>(arguments[index]);
    };
    const bool ring = number == SYS_io_uring_enter && arguments[2] > 0 && (arguments[3] & kGetEvents) != 0;
    const bool sleep = number == SYS_nanosleep && !isNowhere(timeAt(0));
    const bool clock = number == SYS_clock_nanosleep && !isNowhere(timeAt(2));
    const bool files = number == SYS_ppoll;
    if (!ring && !sleep && !clock && !files)
        return theirs();
    const Call call = ring    ? Call::RingWait
                      : sleep ? Call::Nanosleep
                      : clock ? Call::ClockNanosleep
                              : Call::Poll;
    const Entered entered = enter(call, frame);
    const bool absolute = clock && (arguments[1] & TIMER_ABSTIME) != 0;
    std::int64_t end = kForever;
    if (entered.ring != nullptr && !ring)
        end = absolute ? onMonotonic(static_cast<clockid_t>(arguments[0]), *timeAt(2))
                       : endOf(entered, timeAt(sleep ? 0 : 2));
    const long result = theirs();
    leave(entered, call, end, site, static_cast<int>(result),
          (ring || files ? Row::kFiles : 0U) | (absolute ? Row::kAbsolute : 0U));
    return result;
}

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

// --- sleeps ---

JITTERSCOPE_WRAP int nanosleep(const timespec* length, timespec* left) {
    if (isNowhere(length))
        return g_nanosleep.get()(length, left);
    const Entered entered = enter(Call::Nanosleep, HERE);
    const std::int64_t end = endOf(entered, length); // `left` may be the same place
    int result = 0;
    if (const auto exact = exactWait(entered, end, CALLER)) {
        if (exact->interrupted) {
            if (left != nullptr)
                *left = exact->left;
            errno = EINTR;
            result = -1;
        }
    } else {
        result = g_nanosleep.get()(length, left);
    }
    leave(entered, Call::Nanosleep, end, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP int clock_nanosleep(clockid_t clock, int flags, const timespec* until, timespec* left) {
    if (isNowhere(until))
        return g_clockNanosleep.get()(clock, flags, until, left);
    const Entered entered = enter(Call::ClockNanosleep, HERE);
    const bool absolute = (flags & TIMER_ABSTIME) != 0;
    const std::int64_t end = absolute ? onMonotonic(clock, *until) : endOf(entered, until);
    int result = 0;
    const auto exact = clock == CLOCK_MONOTONIC ? exactWait(entered, end, CALLER) : std::nullopt;
    if (!exact)
        result = g_clockNanosleep.get()(clock, flags, until, left);
    else if (exact->interrupted) {
        if (!absolute && left != nullptr)
            *left = exact->left;
        result = EINTR;
    }
    leave(entered, Call::ClockNanosleep, end, CALLER, result, absolute ? Row::kAbsolute : 0U);
    return result;
}

JITTERSCOPE_WRAP int usleep(useconds_t length) {
    const Entered entered = enter(Call::Usleep, HERE);
    const std::int64_t end = endAfter(entered.begin, 1000 * std::int64_t{length});
    int result = 0;
    if (const auto exact = exactWait(entered, end, CALLER)) {
        if (exact->interrupted) {
            errno = EINTR;
            result = -1;
        }
    } else {
        result = g_usleep.get()(length);
    }
    leave(entered, Call::Usleep, end, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP unsigned sleep(unsigned seconds) {
    const Entered entered = enter(Call::Sleep, HERE);
    const unsigned left = g_sleep.get()(seconds);
    leave(entered, Call::Sleep, endAfter(entered.begin, kSecond * seconds), CALLER, static_cast<int>(left));
    return left;
}

JITTERSCOPE_WRAP int thrd_sleep(const timespec* length, timespec* left) {
    if (isNowhere(length))
        return g_thrdSleep.get()(length, left);
    const Entered entered = enter(Call::ThrdSleep, HERE);
    const std::int64_t end = endOf(entered, length);
    int result = 0;
    if (const auto exact = exactWait(entered, end, CALLER)) {
        if (exact->interrupted) {
            if (left != nullptr)
                *left = exact->left;
            result = -1; // C17, 7.26.5.7
        }
    } else {
        result = g_thrdSleep.get()(length, left);
    }
    leave(entered, Call::ThrdSleep, end, CALLER, result);
    return result;
}

JITTERSCOPE_WRAP int sched_yield() noexcept {
    const Entered entered = enter(Call::Yield, HERE);
    const int result = g_yield.get()();
    leave(entered, Call::Yield, 0, CALLER, result);
    return result;
}

// --- waits for other threads ---

JITTERSCOPE_WRAP int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    const Entered entered = enter(Call::CondWait, HERE);
    const int result = g_condWait.get()(condition, mutex);
    leave(entered, Call::CondWait, kForever, CALLER, result, Row::kFiles);
    return result;
}

JITTERSCOPE_WRAP int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            const timespec* until) {
    const Entered entered = enter(Call::CondWait, HERE);
    const std::int64_t end = entered.ring != nullptr ? endOfCondition(entered.begin, *until) : 0;
    const int result = g_condTimed.get()(condition, mutex, until);
    leave(entered, Call::CondWait, end, CALLER, result, Row::kFiles | Row::kAbsolute);
    return result;
}

JITTERSCOPE_WRAP int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            clockid_t clock, const timespec* until) {
    const Entered entered = enter(Call::CondWait, HERE);
    const std::int64_t end = entered.ring != nullptr ? onMonotonic(clock, *until) : 0;
    const int result = g_condClock.get()(condition, mutex, clock, until);
    leave(entered, Call::CondWait, end, CALLER, result, Row::kFiles | Row::kAbsolute);
    return result;
}

JITTERSCOPE_WRAP int sem_wait(sem_t* semaphore) {
    const Entered entered = enter(Call::SemWait, HERE);
    const int result = g_semWait.get()(semaphore);
    leave(entered, Call::SemWait, kForever, CALLER, result, Row::kFiles);
    return result;
}

JITTERSCOPE_WRAP int sem_timedwait(sem_t* semaphore, const timespec* until) {
    const Entered entered = enter(Call::SemWait, HERE);
    const std::int64_t end = entered.ring != nullptr ? onMonotonic(CLOCK_REALTIME, *until) : 0;
    const int result = g_semTimed.get()(semaphore, until);
    leave(entered, Call::SemWait, end, CALLER, result, Row::kFiles | Row::kAbsolute);
    return result;
}

JITTERSCOPE_WRAP int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
    const Entered entered = enter(Call::SemWait, HERE);
    const std::int64_t end = entered.ring != nullptr ? onMonotonic(clock, *until) : 0;
    const int result = g_semClock.get()(semaphore, clock, until);
    leave(entered, Call::SemWait, end, CALLER, result, Row::kFiles | Row::kAbsolute);
    return result;
}

/// Rust's standard library and game engines wait for futexes with it, since libc has no function for that.
JITTERSCOPE_WRAP long syscall(long number, ...) noexcept {
    va_list list;
    va_start(list, number);
    long arguments[6];
    for (long& argument : arguments)
        argument = va_arg(list, long);
    va_end(list);
    const auto call = [&] {
        return g_syscall.get()(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                               arguments[5]);
    };
    if (number == SYS_seccomp && installsFilter(arguments[0] + 1, arguments[2]))
        stayWithin();
    if (number == SYS_clone || number == SYS_clone3 || number == SYS_execve || number == SYS_execveat)
        endCures(t_state);
    if (number != SYS_futex)
        return otherCall(number, arguments, call, HERE, CALLER);
    const auto operation = static_cast<int>(arguments[1]);
    const int kind = operation & FUTEX_CMD_MASK;
    if (kind != FUTEX_WAIT && kind != FUTEX_WAIT_BITSET)
        return call();
    const Entered entered = enter(Call::Futex, HERE);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel takes pointers as numbers
    const auto* const time = reinterpret_cast<const timespec*>(arguments[3]);
    std::int64_t end = kForever;
    if (!isNowhere(time) && entered.ring != nullptr) {
        const clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
        end = kind == FUTEX_WAIT ? endOf(entered, time) : onMonotonic(clock, *time);
    }
    const long result = call();
    leave(entered, Call::Futex, end, CALLER, static_cast<int>(result), Row::kFiles);
    return result;
}

// --- waits for signals ---

JITTERSCOPE_WRAP int pause() {
    return waitForSignal(HERE, CALLER, [&] { return g_pause.get()(); });
}

JITTERSCOPE_WRAP int sigsuspend(const sigset_t* signals) {
    return waitForSignal(HERE, CALLER, [&] { return g_sigsuspend.get()(signals); });
}

JITTERSCOPE_WRAP int sigwait(const sigset_t* signals, int* number) {
    return waitForSignal(HERE, CALLER, [&] { return g_sigwait.get()(signals, number); });
}

JITTERSCOPE_WRAP int sigwaitinfo(const sigset_t* signals, siginfo_t* facts) {
    return waitForSignal(HERE, CALLER, [&] { return g_sigwaitinfo.get()(signals, facts); });
}

JITTERSCOPE_WRAP int sigtimedwait(const sigset_t* signals, siginfo_t* facts, const timespec* length) {
    if (noLength(length))
        return g_sigtimedwait.get()(signals, facts, length);
    const Entered entered = enter(Call::SignalWait, HERE);
    const int result = g_sigtimedwait.get()(signals, facts, length);
    leave(entered, Call::SignalWait, endOf(entered, length), CALLER, result, Row::kFiles);
    return result;
}

/// A program may allow itself only some system calls from now on.
JITTERSCOPE_WRAP int prctl(int option, ...) noexcept {
    va_list list;
    va_start(list, option);
    unsigned long arguments[4];
    for (unsigned long& argument : arguments)
        argument = va_arg(list, unsigned long);
    va_end(list);
    if (option == PR_SET_SECCOMP &&
        installsFilter(static_cast<long>(arguments[0]), static_cast<long>(arguments[1])))
        stayWithin();
    if (option == PR_SET_TIMERSLACK)
        endCures(t_state); // its own setting is the one that is put back later
    return g_prctl.get()(option, arguments[0], arguments[1], arguments[2], arguments[3]);
}

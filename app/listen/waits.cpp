// SPDX-License-Identifier: MIT
// The waits of libc. Each wrapper does what the function does, with the same arguments, and records when it
// was asked to end. A wait of length 0 is passed on without a row: it does not wait, and loops that look for
// events make thousands of them.
#include "app/listen/exact_wait.h"
#include "app/listen/listener.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
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
Real<int(int, fd_set*, fd_set*, fd_set*, timeval*)> g_select{"select"};
Real<int(int, fd_set*, fd_set*, fd_set*, const timespec*, const sigset_t*)> g_pselect{"pselect"};
Real<int(pollfd*, nfds_t, int)> g_poll{"poll"};
Real<int(pollfd*, nfds_t, int, std::size_t)> g_pollChecked{"__poll_chk"};
Real<int(pollfd*, nfds_t, const timespec*, const sigset_t*)> g_ppoll{"ppoll"};
Real<int(pollfd*, nfds_t, const timespec*, const sigset_t*, std::size_t)> g_ppollChecked{"__ppoll_chk"};
Real<int(int, epoll_event*, int, int)> g_epoll{"epoll_wait"};
Real<int(int, epoll_event*, int, int, const sigset_t*)> g_epollSignals{"epoll_pwait"};
Real<int(int, epoll_event*, int, const timespec*, const sigset_t*)> g_epollExact{"epoll_pwait2"};
Real<int(pthread_cond_t*, pthread_mutex_t*)> g_condWait{"pthread_cond_wait", kConditions};
Real<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)> g_condTimed{"pthread_cond_timedwait",
                                                                          kConditions};
Real<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)> g_condClock{
    "pthread_cond_clockwait"};
Real<int(sem_t*)> g_semWait{"sem_wait"};
Real<int(sem_t*, const timespec*)> g_semTimed{"sem_timedwait"};
Real<int(sem_t*, clockid_t, const timespec*)> g_semClock{"sem_clockwait"};
Real<long(long, ...)> g_syscall{"syscall"};
Real<ssize_t(int, void*, std::size_t)> g_read{"read"};
Real<int(int)> g_close{"close"};
Real<int(clockid_t, int)> g_timerCreate{"timerfd_create"};
Real<int(int, int, const itimerspec*, itimerspec*)> g_timerSet{"timerfd_settime"};
Real<int()> g_yield{"sched_yield"};
Real<int()> g_pause{"pause"};
Real<int(const sigset_t*)> g_sigsuspend{"sigsuspend"};
Real<int(const sigset_t*, int*)> g_sigwait{"sigwait"};
Real<int(const sigset_t*, siginfo_t*)> g_sigwaitinfo{"sigwaitinfo"};
Real<int(const sigset_t*, siginfo_t*, const timespec*)> g_sigtimedwait{"sigtimedwait"};
Real<ssize_t(mqd_t, char*, std::size_t, unsigned*)> g_messageWait{"mq_receive"};
Real<ssize_t(mqd_t, char*, std::size_t, unsigned*, const timespec*)> g_messageTimed{"mq_timedreceive"};
Real<ssize_t(int, void*, std::size_t, int)> g_recv{"recv"};
Real<ssize_t(int, void*, std::size_t, int, sockaddr*, socklen_t*)> g_recvfrom{"recvfrom"};
Real<ssize_t(int, msghdr*, int)> g_recvmsg{"recvmsg"};
Real<int(int, sockaddr*, socklen_t*)> g_accept{"accept"};
Real<int(int, sockaddr*, socklen_t*, int)> g_accept4{"accept4"};
Real<int(int, ...)> g_prctl{"prctl"};

std::int64_t ofTimeval(const timeval& time) noexcept {
    return kSecond * time.tv_sec + 1000 * std::int64_t{time.tv_usec};
}

/// Null, and where no program has anything. The kernel refuses such an address (EFAULT); to read there would
/// end the program.
bool isNowhere(const void* address) noexcept {
    constexpr std::uintptr_t kLowest = 65536; // below it nothing is mapped (vm.mmap_min_addr)
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    return place < kLowest || place > static_cast<std::uintptr_t>(INTPTR_MAX) - kLowest;
}

std::int64_t endOf(const Entered& entered, int milliseconds) noexcept {
    return milliseconds < 0 ? kForever : endAfter(entered.begin, kMillisecond * milliseconds);
}

std::int64_t endOf(const Entered& entered, const timespec* length) noexcept {
    return isNowhere(length) ? kForever : endAfter(entered.begin, nanosecondsOf(*length));
}

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

bool noLength(int milliseconds) noexcept {
    return milliseconds == 0;
}

bool noLength(const timespec* length) noexcept {
    return !isNowhere(length) && nanosecondsOf(*length) == 0;
}

/// The result of a call that a signal has ended.
int interrupted() noexcept {
    errno = EINTR;
    return -1;
}

/// A wait for files with a length, in ms or as a timespec. `call`: which function it is; `frame`, `site`:
/// those of the wrapper. Without files it is a sleep, and may be exact, unless it changes the signal mask.
template <typename Length, typename Theirs>
int waitForFiles(Call call, bool files, const sigset_t* signals, Length length, const void* frame,
                 const void* site, const Theirs& theirs) {
    if (noLength(length))
        return theirs();
    const Entered entered = enter(call, frame);
    const std::int64_t end = endOf(entered, length);
    int result = 0;
    if (const auto exact = files || signals != nullptr ? std::nullopt : exactWait(entered, end, site))
        result = exact->interrupted ? interrupted() : 0;
    else
        result = theirs();
    leave(entered, call, end, site, result, files ? Row::kFiles : 0U);
    return result;
}

/// A wait that something else ends, and that often does not wait: to read what comes.
template <typename Theirs>
auto receive(Call call, const void* frame, const void* site, const Theirs& theirs) {
    const Entered entered = enter(call, frame);
    const auto result = theirs();
    leaveIfWaited(entered, call, kForever, site, static_cast<int>(result), Row::kFiles);
    return result;
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

/// Timers that are files (timerfd), by their descriptor. endOf(): when each was set to end, ns; 0: not known.
/// The table holds this time plus 1.
class Timers {
public:
    static constexpr int kMost = 1024;

    void created(int file, clockid_t clock) noexcept {
        set(file, 0);
        if (file >= 0 && file < kMost)
            m_monotonic[file].store(clock == CLOCK_MONOTONIC, std::memory_order_relaxed);
    }
    void closed(int file) noexcept {
        if (isOne(file))
            m_ends[file].store(kNone, std::memory_order_relaxed);
    }
    /// Whether an absolute time of this timer is one of now().
    [[nodiscard]] bool isMonotonic(int file) const noexcept {
        return m_monotonic[file].load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool isOne(int file) const noexcept {
        return file >= 0 && file < kMost && m_ends[file].load(std::memory_order_relaxed) != kNone;
    }
    void set(int file, std::int64_t end) noexcept {
        if (file >= 0 && file < kMost)
            m_ends[file].store(end + 1, std::memory_order_relaxed);
    }
    [[nodiscard]] std::int64_t endOf(int file) const noexcept {
        return m_ends[file].load(std::memory_order_relaxed) - 1;
    }

private:
    static constexpr std::int64_t kNone = 0; // in the table: no timer; zeros need no page until written

    std::atomic<std::int64_t> m_ends[kMost] = {};
    std::atomic<bool> m_monotonic[kMost] = {};
};
Timers g_timers;

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

#define HERE __builtin_frame_address(0)
#define CALLER __builtin_return_address(0)

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

// --- waits for files, with a time ---

JITTERSCOPE_WRAP int select(int count, fd_set* toRead, fd_set* toWrite, fd_set* failed, timeval* length) {
    if (length != nullptr && ofTimeval(*length) == 0)
        return g_select.get()(count, toRead, toWrite, failed, length);
    const Entered entered = enter(Call::Select, HERE);
    const std::int64_t end = length == nullptr ? kForever : endAfter(entered.begin, ofTimeval(*length));
    int result = 0;
    if (const auto exact = count == 0 && length != nullptr ? exactWait(entered, end, CALLER) : std::nullopt) {
        // Linux leaves the time that was not slept in `length`.
        length->tv_sec = exact->left.tv_sec;
        length->tv_usec = exact->left.tv_nsec / 1000;
        result = exact->interrupted ? interrupted() : 0;
    } else {
        result = g_select.get()(count, toRead, toWrite, failed, length);
    }
    leave(entered, Call::Select, end, CALLER, result, count > 0 ? Row::kFiles : 0U);
    return result;
}

JITTERSCOPE_WRAP int pselect(int count, fd_set* toRead, fd_set* toWrite, fd_set* failed,
                             const timespec* length, const sigset_t* signals) {
    return waitForFiles(Call::Select, count > 0, signals, length, HERE, CALLER,
                        [&] { return g_pselect.get()(count, toRead, toWrite, failed, length, signals); });
}

JITTERSCOPE_WRAP int poll(pollfd* files, nfds_t count, int milliseconds) {
    return waitForFiles(Call::Poll, count > 0, nullptr, milliseconds, HERE, CALLER,
                        [&] { return g_poll.get()(files, count, milliseconds); });
}

// NOLINTNEXTLINE(bugprone-reserved-identifier): glibc's name
JITTERSCOPE_WRAP int __poll_chk(pollfd* files, nfds_t count, int milliseconds, std::size_t room) {
    return waitForFiles(Call::Poll, count > 0, nullptr, milliseconds, HERE, CALLER,
                        [&] { return g_pollChecked.get()(files, count, milliseconds, room); });
}

JITTERSCOPE_WRAP int ppoll(pollfd* files, nfds_t count, const timespec* length, const sigset_t* signals) {
    return waitForFiles(Call::Poll, count > 0, signals, length, HERE, CALLER,
                        [&] { return g_ppoll.get()(files, count, length, signals); });
}

// NOLINTNEXTLINE(bugprone-reserved-identifier): glibc's name
JITTERSCOPE_WRAP int __ppoll_chk(pollfd* files, nfds_t count, const timespec* length, const sigset_t* signals,
                                 std::size_t room) {
    return waitForFiles(Call::Poll, count > 0, signals, length, HERE, CALLER,
                        [&] { return g_ppollChecked.get()(files, count, length, signals, room); });
}

JITTERSCOPE_WRAP int epoll_wait(int file, epoll_event* events, int count, int milliseconds) {
    return waitForFiles(Call::EpollWait, true, nullptr, milliseconds, HERE, CALLER,
                        [&] { return g_epoll.get()(file, events, count, milliseconds); });
}

JITTERSCOPE_WRAP int epoll_pwait(int file, epoll_event* events, int count, int milliseconds,
                                 const sigset_t* signals) {
    return waitForFiles(Call::EpollWait, true, signals, milliseconds, HERE, CALLER,
                        [&] { return g_epollSignals.get()(file, events, count, milliseconds, signals); });
}

JITTERSCOPE_WRAP int epoll_pwait2(int file, epoll_event* events, int count, const timespec* length,
                                  const sigset_t* signals) {
    return waitForFiles(Call::EpollWait, true, signals, length, HERE, CALLER,
                        [&] { return g_epollExact.get()(file, events, count, length, signals); });
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

// --- waits for signals and for what others send ---

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

JITTERSCOPE_WRAP ssize_t mq_receive(mqd_t queue, char* text, std::size_t room, unsigned* priority) {
    return receive(Call::MessageWait, HERE, CALLER,
                   [&] { return g_messageWait.get()(queue, text, room, priority); });
}

JITTERSCOPE_WRAP ssize_t mq_timedreceive(mqd_t queue, char* text, std::size_t room, unsigned* priority,
                                         const timespec* until) {
    const Entered entered = enter(Call::MessageWait, HERE);
    const std::int64_t end =
        entered.ring != nullptr && !isNowhere(until) ? onMonotonic(CLOCK_REALTIME, *until) : 0;
    const ssize_t result = g_messageTimed.get()(queue, text, room, priority, until);
    leave(entered, Call::MessageWait, end, CALLER, static_cast<int>(result), Row::kFiles | Row::kAbsolute);
    return result;
}

JITTERSCOPE_WRAP ssize_t recv(int socket, void* buffer, std::size_t room, int flags) {
    return receive(Call::Receive, HERE, CALLER, [&] { return g_recv.get()(socket, buffer, room, flags); });
}

JITTERSCOPE_WRAP ssize_t recvfrom(int socket, void* buffer, std::size_t room, int flags, sockaddr* sender,
                                  socklen_t* length) {
    return receive(Call::Receive, HERE, CALLER,
                   [&] { return g_recvfrom.get()(socket, buffer, room, flags, sender, length); });
}

JITTERSCOPE_WRAP ssize_t recvmsg(int socket, msghdr* message, int flags) {
    return receive(Call::Receive, HERE, CALLER, [&] { return g_recvmsg.get()(socket, message, flags); });
}

JITTERSCOPE_WRAP int accept(int socket, sockaddr* sender, socklen_t* length) {
    return receive(Call::Receive, HERE, CALLER, [&] { return g_accept.get()(socket, sender, length); });
}

JITTERSCOPE_WRAP int accept4(int socket, sockaddr* sender, socklen_t* length, int flags) {
    return receive(Call::Receive, HERE, CALLER,
                   [&] { return g_accept4.get()(socket, sender, length, flags); });
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

// --- timers that are files ---

JITTERSCOPE_WRAP int timerfd_create(clockid_t clock, int flags) noexcept {
    const int file = g_timerCreate.get()(clock, flags);
    g_timers.created(file, clock);
    return file;
}

JITTERSCOPE_WRAP int timerfd_settime(int file, int flags, const itimerspec* set, itimerspec* old) noexcept {
    const int result = g_timerSet.get()(file, flags, set, old);
    if (result == 0 && g_timers.isOne(file)) {
        const bool absolute = (flags & TFD_TIMER_ABSTIME) != 0;
        const std::int64_t first = nanosecondsOf(set->it_value);
        // A repeating timer has a new end each time, and that of another clock may be set anew: neither is
        // known here.
        const bool known =
            first != 0 && nanosecondsOf(set->it_interval) == 0 && (!absolute || g_timers.isMonotonic(file));
        g_timers.set(file, !known ? 0 : absolute ? first : endAfter(now(), first));
    }
    return result;
}

JITTERSCOPE_WRAP ssize_t read(int file, void* buffer, std::size_t room) {
    if (!g_timers.isOne(file))
        return receive(Call::PipeRead, HERE, CALLER, [&] { return g_read.get()(file, buffer, room); });
    const Entered entered = enter(Call::TimerRead, HERE);
    const ssize_t result = g_read.get()(file, buffer, room);
    leave(entered, Call::TimerRead, g_timers.isOne(file) ? g_timers.endOf(file) : 0, CALLER,
          static_cast<int>(result));
    return result;
}

JITTERSCOPE_WRAP int close(int file) {
    g_timers.closed(file);
    return g_close.get()(file);
}

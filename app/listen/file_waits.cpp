// SPDX-License-Identifier: MIT
// The waits of libc for files: those with a time, those for what others send, and timers that are files. As
// in waits.cpp, a wait of length 0 is passed on without a row.
#include "app/listen/exact_wait.h"
#include "app/listen/wait_ends.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <mqueue.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

Real<int(int, fd_set*, fd_set*, fd_set*, timeval*)> g_select{"select"};
Real<int(int, fd_set*, fd_set*, fd_set*, const timespec*, const sigset_t*)> g_pselect{"pselect"};
Real<int(pollfd*, nfds_t, int)> g_poll{"poll"};
Real<int(pollfd*, nfds_t, int, std::size_t)> g_pollChecked{"__poll_chk"};
Real<int(pollfd*, nfds_t, const timespec*, const sigset_t*)> g_ppoll{"ppoll"};
Real<int(pollfd*, nfds_t, const timespec*, const sigset_t*, std::size_t)> g_ppollChecked{"__ppoll_chk"};
Real<int(int, epoll_event*, int, int)> g_epoll{"epoll_wait"};
Real<int(int, epoll_event*, int, int, const sigset_t*)> g_epollSignals{"epoll_pwait"};
Real<int(int, epoll_event*, int, const timespec*, const sigset_t*)> g_epollExact{"epoll_pwait2"};
Real<ssize_t(int, void*, std::size_t)> g_read{"read"};
Real<int(int)> g_close{"close"};
Real<int(clockid_t, int)> g_timerCreate{"timerfd_create"};
Real<int(int, int, const itimerspec*, itimerspec*)> g_timerSet{"timerfd_settime"};
Real<ssize_t(mqd_t, char*, std::size_t, unsigned*)> g_messageWait{"mq_receive"};
Real<ssize_t(mqd_t, char*, std::size_t, unsigned*, const timespec*)> g_messageTimed{"mq_timedreceive"};
Real<ssize_t(int, void*, std::size_t, int)> g_recv{"recv"};
Real<ssize_t(int, void*, std::size_t, int, sockaddr*, socklen_t*)> g_recvfrom{"recvfrom"};
Real<ssize_t(int, msghdr*, int)> g_recvmsg{"recvmsg"};
Real<int(int, sockaddr*, socklen_t*)> g_accept{"accept"};
Real<int(int, sockaddr*, socklen_t*, int)> g_accept4{"accept4"};

std::int64_t ofTimeval(const timeval& time) noexcept {
    return std::int64_t{1'000'000'000} * time.tv_sec + 1000 * std::int64_t{time.tv_usec};
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

// --- waits for what others send ---

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

// SPDX-License-Identifier: MIT
#include "app/listen/exact_wait.h"

#include "core/adaptive/algorithm.h"
#include "core/platform/relax.h"

#include <cerrno>
#include <chrono>
#include <new>
#include <optional>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

/// A clock whose waits end at a signal. To sleep on after a signal would change what the program does.
class SignalledTime {
public:
    void begin() noexcept { m_signalled = false; }
    [[nodiscard]] bool signalled() const noexcept { return m_signalled; }

    [[nodiscard]] one_header::TimePoint now() noexcept {
        return one_header::TimePoint(std::chrono::nanoseconds(listen::now()));
    }
    one_header::TimePoint sleepUntil(one_header::TimePoint deadline) noexcept {
        const std::int64_t end = deadline.time_since_epoch().count();
        const timespec until{static_cast<time_t>(end / 1'000'000'000),
                             static_cast<long>(end % 1'000'000'000)};
        // The system call itself, because the listener must not listen to its own sleeps.
        if (::syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) != 0 &&
            errno == EINTR)
            m_signalled = true;
        return now();
    }
    one_header::TimePoint spinUntil(one_header::TimePoint deadline) noexcept {
        one_header::TimePoint time = now();
        while (time < deadline && !m_signalled) {
            relax();
            time = now();
        }
        return time;
    }
    void rehearse() noexcept { static_cast<void>(now()); }
    [[nodiscard]] bool stopRequested() const noexcept { return m_signalled; }
    [[nodiscard]] std::optional<std::chrono::nanoseconds> cpuTime() noexcept {
        timespec time;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::nanoseconds(nanosecondsOf(time));
    }

    [[nodiscard]] std::chrono::nanoseconds tick() const noexcept { return {}; }

private:
    bool m_signalled = false;
};

/// The wait of the thread that the lease names. It is made in place at the first wait, so nothing is
/// allocated, and it is never destroyed.
struct Waiter {
    SignalledTime time;
    one_header::AdaptiveWait<SignalledTime> wait{time};
};
alignas(Waiter) unsigned char g_place[sizeof(Waiter)];
Waiter* g_waiter = nullptr;
std::int32_t g_waitersThread = 0;
std::int64_t g_due = 0; // the latest point of the grid

/// The end of a sleep from `begin` that was to end at `asked`: the next point of the grid. Who is behind it
/// begins a new one.
std::int64_t endOnGrid(std::int64_t begin, std::int64_t asked, std::int64_t period) noexcept {
    if (period <= 0)
        return asked;
    g_due = g_due == 0 || g_due + period <= begin || g_due + period > asked ? asked : g_due + period;
    return g_due;
}

Waiter& waiterOf(std::int32_t thread) noexcept {
    if (g_waiter == nullptr || g_waitersThread != thread) {
        g_waiter = new (g_place) Waiter;
        g_waitersThread = thread;
        g_due = 0;
    }
    return *g_waiter;
}

} // namespace

std::optional<ExactWait> exactWait(const Entered& entered, std::int64_t end, const void* site) {
    ThreadState& state = t_state;
    if (entered.ring == nullptr || (state.cures & CureBit::Exact) == 0 || end <= entered.begin ||
        end - entered.begin > Lease::kLongestExact)
        return std::nullopt;
    Program* const listened = program();
    if (listened == nullptr ||
        listened->lease.site.load(std::memory_order_relaxed) != reinterpret_cast<std::uint64_t>(site))
        return std::nullopt; // a sleep at another site
    listened->lease.exact.fetch_add(1, std::memory_order_relaxed);
    const int error = errno;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state.cancellation);
    state.waitFrame = static_cast<const char*>(__builtin_frame_address(0));
    state.waitsItself = true;
    Waiter& waiter = waiterOf(entered.ring->thread);
    waiter.time.begin();
    end = endOnGrid(entered.begin, end, listened->lease.period.load(std::memory_order_relaxed));
    waiter.wait.until(one_header::TimePoint(std::chrono::nanoseconds(end)));
    state.waitsItself = false;
    pthread_setcancelstate(state.cancellation, nullptr);
    errno = error;
    pthread_testcancel(); // as its own sleep would have been
    ExactWait result;
    if (const std::int64_t left = end - now(); waiter.time.signalled() && left > 0) {
        result.interrupted = true;
        result.left = {static_cast<time_t>(left / 1'000'000'000), static_cast<long>(left % 1'000'000'000)};
    }
    return result;
}

} // namespace jitterscope::listen

// SPDX-License-Identifier: MIT
// Cures on the thread that is listened to. The thread applies them itself, because only a thread can change
// its own slack. So it can also undo them, even if Jitterscope has ended.
#include "app/listen/listener.h"

#include <cerrno>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

/// The settings of the thread before its first cure. Only one thread has a lease at a time.
struct Before {
    unsigned long slack = 0;
    int policy = 0;
    sched_param priority{};
    cpu_set_t processors{};
};
Before g_before;

/// Restores the scheduling class. Without CAP_SYS_NICE a thread may not clear the flag SCHED_RESET_ON_FORK
/// again (sched(7)). So the flag stays; on an ordinary thread it does nothing.
void putBackClass() noexcept {
    if (sched_setscheduler(0, g_before.policy, &g_before.priority) != 0 && errno == EPERM)
        sched_setscheduler(0, g_before.policy | SCHED_RESET_ON_FORK, &g_before.priority);
}

bool apply(std::uint32_t cure, const Lease& lease) noexcept {
    switch (cure) {
    case Lease::Slack: {
        const int before = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
        g_before.slack = before > 0 ? static_cast<unsigned long>(before) : 0;
        return before >= 0 && prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0) == 0;
    }
    case Lease::Realtime: {
        g_before.policy = sched_getscheduler(0);
        if (g_before.policy < 0 || sched_getparam(0, &g_before.priority) != 0)
            return false;
        sched_param lowest{};
        lowest.sched_priority = sched_get_priority_min(SCHED_FIFO);
        return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest) == 0;
    }
    case Lease::Pin: {
        if (sched_getaffinity(0, sizeof(cpu_set_t), &g_before.processors) != 0)
            return false;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(static_cast<unsigned>(lease.processor.load(std::memory_order_relaxed)), &one);
        return sched_setaffinity(0, sizeof(one), &one) == 0;
    }
    default:
        return true; // Exact changes no setting; Outside is Jitterscope's own
    }
}

void putBack(std::uint32_t cure) noexcept {
    switch (cure) {
    case Lease::Slack:
        prctl(PR_SET_TIMERSLACK, g_before.slack, 0, 0, 0);
        break;
    case Lease::Realtime:
        putBackClass();
        break;
    case Lease::Pin:
        sched_setaffinity(0, sizeof(cpu_set_t), &g_before.processors);
        break;
    default:
        break;
    }
}

constexpr std::uint32_t kAll[] = {Lease::Realtime, Lease::Slack, Lease::Pin, Lease::Exact, Lease::Outside};

} // namespace

void followLease(Program& program, ThreadState& state, std::int64_t time) noexcept {
    Lease& lease = program.lease;
    const bool mine = state.ring != nullptr &&
                      lease.thread.load(std::memory_order_acquire) == state.ring->thread &&
                      time < lease.until.load(std::memory_order_relaxed);
    const std::uint32_t wanted = mine ? lease.cures.load(std::memory_order_relaxed) : 0;
    if (wanted == state.cures)
        return;
    if (staysWithin()) { // no system call of ours
        lease.error.store(EPERM, std::memory_order_relaxed);
        lease.refused.fetch_or(wanted, std::memory_order_release);
        return;
    }
    const int error = errno;
    // Leaving the real-time class resets the slack. So the class is changed before the slack.
    for (const std::uint32_t cure : kAll) {
        if ((state.cures & cure) != 0 && (wanted & cure) == 0) {
            putBack(cure);
            state.cures &= ~cure;
        }
    }
    for (const std::uint32_t cure : kAll) {
        if ((wanted & cure) == 0 || (state.cures & cure) != 0 ||
            (lease.refused.load(std::memory_order_relaxed) & cure) != 0)
            continue;
        if (apply(cure, lease)) {
            state.cures |= cure;
        } else {
            lease.error.store(errno, std::memory_order_relaxed);
            lease.refused.fetch_or(cure, std::memory_order_release);
        }
    }
    if (mine || state.cures == 0)
        lease.inForce.store(state.cures, std::memory_order_release);
    errno = error;
}

void endCures(ThreadState& state) noexcept {
    if (staysWithin())
        return;
    const int error = errno;
    for (const std::uint32_t cure : kAll) {
        if ((state.cures & cure) != 0)
            putBack(cure);
    }
    if (state.cures != 0 && state.ring != nullptr && syscall(SYS_gettid) == state.ring->thread) {
        state.cures = 0;
        if (Program* const listened = program())
            listened->lease.inForce.store(0, std::memory_order_release);
    }
    errno = error;
}

} // namespace jitterscope::listen

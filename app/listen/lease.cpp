// SPDX-License-Identifier: MIT
// Cures on the thread that is listened to. The thread applies them itself, because only a thread can change
// its own slack. So it can also undo them, even if Jitterscope has ended. If it makes no call, the guard does
// it for class and processors.
#include "app/listen/guard.h"
#include "app/listen/listener.h"

#include <cerrno>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

/// The settings of the thread before its first cure. Only one thread has a lease at a time.
Changed g_changed;
int g_slack = 0;      // before Slack
int g_classSlack = 0; // before Realtime: the system takes the slack of a thread that enters this class
constexpr int kCuredSlack = 1;

/// The renewal that was seen last, and when. Only the thread that has the lease writes them.
std::uint64_t g_renewal = 0;
std::int64_t g_renewed = 0;

int slackNow() noexcept {
    return static_cast<int>(syscall(SYS_prctl, PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL));
}

/// By the system call itself: our prctl() takes this for a setting of the program's own.
bool setSlack(int slack) noexcept {
    return syscall(SYS_prctl, PR_SET_TIMERSLACK, static_cast<unsigned long>(slack), 0UL, 0UL, 0UL) == 0;
}

/// What the thread has already is not a cure.
bool hasAlready() noexcept {
    errno = EALREADY;
    return false;
}

bool applySlack() noexcept {
    g_slack = slackNow();
    if (g_slack >= 0 && g_slack <= kCuredSlack)
        return hasAlready();
    return g_slack > 0 && setSlack(kCuredSlack);
}

bool applyRealtime(const Lease& lease) noexcept {
    g_changed.policy = sched_getscheduler(0);
    if (g_changed.policy < 0 || sched_getparam(0, &g_changed.priority) != 0)
        return false;
    const int kind = g_changed.policy & ~SCHED_RESET_ON_FORK;
    if (kind != SCHED_OTHER && kind != SCHED_BATCH && kind != SCHED_IDLE)
        return hasAlready();
    g_classSlack = slackNow();
    if (!guard(CureBit::Realtime, lease, g_changed))
        return false;
    if (enterRealtime())
        return true;
    const int error = errno;
    static_cast<void>(unguard(CureBit::Realtime));
    errno = error;
    return false;
}

bool applyPin(const Lease& lease) noexcept {
    if (sched_getaffinity(0, sizeof(cpu_set_t), &g_changed.processors) != 0)
        return false;
    if (CPU_COUNT(&g_changed.processors) < 2)
        return hasAlready();
    unsigned last = CPU_SETSIZE - 1; // on the last one other threads are least likely
    while (!CPU_ISSET(last, &g_changed.processors))
        --last;
    CPU_ZERO(&g_changed.pinned);
    CPU_SET(last, &g_changed.pinned);
    if (!guard(CureBit::Pin, lease, g_changed))
        return false;
    if (sched_setaffinity(0, sizeof(cpu_set_t), &g_changed.pinned) == 0)
        return true;
    const int error = errno;
    static_cast<void>(unguard(CureBit::Pin));
    errno = error;
    return false;
}

bool apply(std::uint32_t cure, const Lease& lease) noexcept {
    switch (cure) {
    case CureBit::Slack:
        return applySlack();
    case CureBit::Realtime:
        return applyRealtime(lease);
    case CureBit::Pin:
        return applyPin(lease);
    default:
        return true; // Exact changes no setting; Outside is Jitterscope's own
    }
}

/// Puts back what is still as the cure has made it: the program may have set it itself since.
/// `itself`: the cured thread calls, and not a child of its vfork, which has copies of its settings.
void putBack(std::uint32_t cure, bool itself) noexcept {
    if (cure == CureBit::Slack && slackNow() == kCuredSlack)
        setSlack(g_slack);
    if (cure == CureBit::Realtime) {
        const int slack = slackNow();
        const bool guarded = !itself || unguard(CureBit::Realtime);
        if (guarded)
            putBackClass(g_changed, 0);
        if (!guarded || slack == 0)
            setSlack(g_classSlack);
    }
    if (cure == CureBit::Pin && (!itself || unguard(CureBit::Pin)))
        putBackProcessors(g_changed, 0);
}

/// Leaving the real-time class resets the slack. So the class comes first.
constexpr std::uint32_t kAll[] = {CureBit::Realtime, CureBit::Slack, CureBit::Pin, CureBit::Exact,
                                  CureBit::Outside};

/// What the lease wants of this thread now.
std::uint32_t wantedOf(const Lease& lease, const ThreadState& state, std::int64_t time) noexcept {
    if (state.ring == nullptr || lease.thread.load(std::memory_order_acquire) != state.ring->thread)
        return 0;
    if (const std::uint64_t latest = lease.renewals.load(std::memory_order_acquire); latest != g_renewal) {
        g_renewal = latest;
        g_renewed = time;
    }
    const bool holds = time - g_renewed < Lease::kLength && g_renewal != expiredRenewal();
    return holds ? lease.cures.load(std::memory_order_relaxed) : 0;
}

} // namespace

void followLease(Program& program, ThreadState& state, std::int64_t time) noexcept {
    Lease& lease = program.lease;
    const std::uint32_t wanted = wantedOf(lease, state, time);
    const std::uint32_t guarded = state.cures & (CureBit::Realtime | CureBit::Pin);
    const bool late = guarded != 0 && guardHasPutBack(static_cast<CureBit::Bit>(guarded));
    if (wanted == state.cures && !late)
        return;
    if (staysWithin()) { // no system call of ours
        state.cures = 0;
        lease.error.store(EPERM, std::memory_order_relaxed);
        lease.refused.fetch_or(wanted, std::memory_order_release);
        return;
    }
    const int error = errno;
    for (const std::uint32_t cure : kAll) {
        if ((state.cures & cure) != 0 && ((wanted & cure) == 0 || (late && (guarded & cure) != 0))) {
            putBack(cure, true);
            state.cures &= ~cure;
        }
    }
    for (const std::uint32_t cure : kAll) {
        if ((wanted & cure) == 0 || (state.cures & cure) != 0 ||
            (lease.refused.load(std::memory_order_relaxed) & cure) != 0)
            continue;
        g_changed.thread = state.ring->thread;
        if (apply(cure, lease)) {
            state.cures |= cure;
        } else {
            lease.error.store(errno, std::memory_order_relaxed);
            lease.refused.fetch_or(cure, std::memory_order_release);
        }
    }
    errno = error;
}

void endCures(ThreadState& state) noexcept {
    if (state.cures == 0 || staysWithin())
        return;
    const int error = errno;
    const bool itself = state.ring != nullptr && syscall(SYS_gettid) == state.ring->thread;
    for (const std::uint32_t cure : kAll) {
        if ((state.cures & cure) != 0)
            putBack(cure, itself);
    }
    if (itself)
        state.cures = 0;
    errno = error;
}

} // namespace jitterscope::listen

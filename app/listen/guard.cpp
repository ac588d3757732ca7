// SPDX-License-Identifier: MIT
#include "app/listen/guard.h"

#include <cerrno>
#include <csignal>
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace jitterscope::listen {
namespace {

Real<int(int (*)(void*), void*, int, void*, ...)> g_realClone{"clone"};

constexpr std::int64_t kLookEvery = 100'000'000; // ns
constexpr int kLowest = 1;                       // of the priorities of SCHED_FIFO (sched(7))

enum Order : std::uint32_t {
    Watch,
    Leave,   ///< nothing is left to guard
    PutBack, ///< put everything back and end
};

struct Guard {
    std::atomic<std::uint32_t> thread{0}; ///< its number; the kernel clears it when the guard has ended
    std::atomic<std::uint32_t> order{Watch};
    std::atomic<std::uint32_t> held{0};    ///< cures to put back; who clears a bit does it
    std::atomic<std::uint64_t> expired{0}; ///< Lease::renewals when it found that nobody renews it any more
    const Lease* lease = nullptr;
    const Changed* changed = nullptr;
    alignas(64) char stack[16384];
};
Guard g_guard;

/// A system call that touches no errno. −errno: it failed. Architectures that are not here have no guard.
long call(long number, long a = 0, long b = 0, long c = 0, long d = 0) noexcept {
#if defined(__x86_64__)
    long result = number;
    register long fourth __asm__("r10") = d;
    __asm__ volatile("syscall" : "+a"(result) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long which __asm__("x8") = number;
    register long result __asm__("x0") = a;
    register long second __asm__("x1") = b;
    register long third __asm__("x2") = c;
    register long fourth __asm__("x3") = d;
    __asm__ volatile("svc 0" : "+r"(result) : "r"(which), "r"(second), "r"(third), "r"(fourth) : "memory");
    return result;
#else
    static_cast<void>(number), static_cast<void>(a), static_cast<void>(b);
    static_cast<void>(c), static_cast<void>(d);
    return -ENOSYS;
#endif
}

long at(const void* place) noexcept {
    return reinterpret_cast<long>(place);
}

std::int64_t timeNow() noexcept {
    timespec time{};
    call(SYS_clock_gettime, CLOCK_MONOTONIC, at(&time));
    return nanosecondsOf(time);
}

/// Waits until the word is no longer `value`, for some time at most.
void waitWhile(const std::atomic<std::uint32_t>& word, std::uint32_t value, std::int64_t longest) noexcept {
    const timespec length{0, static_cast<long>(longest)};
    // Not FUTEX_PRIVATE: the kernel wakes those who wait for the end of a thread without it.
    call(SYS_futex, at(&word), FUTEX_WAIT, static_cast<long>(value), at(&length));
}

void tell(Order order) noexcept {
    g_guard.order.store(order, std::memory_order_release);
    call(SYS_futex, at(&g_guard.order), FUTEX_WAKE, 1);
}

void waitForItsEnd() noexcept {
    for (std::uint32_t thread = g_guard.thread.load(); thread != 0; thread = g_guard.thread.load())
        waitWhile(g_guard.thread, thread, 10'000'000);
}

void putBackHeld(std::uint32_t cures) noexcept {
    const std::uint32_t held = g_guard.held.fetch_and(~cures, std::memory_order_acq_rel) & cures;
    if ((held & CureBit::Realtime) != 0)
        putBackClass(*g_guard.changed, g_guard.changed->thread);
    if ((held & CureBit::Pin) != 0)
        putBackProcessors(*g_guard.changed, g_guard.changed->thread);
}

/// The guard itself. It runs before the thread that it guards, so that this one cannot keep it waiting.
int watch(void*) noexcept {
    const Lease& lease = *g_guard.lease;
    const sched_param above{kLowest + 1};
    call(SYS_sched_setscheduler, 0, SCHED_FIFO, at(&above));
    call(SYS_prctl, PR_SET_NAME, at("jitterscope"));
    std::uint64_t renewals = lease.renewals.load(std::memory_order_acquire);
    std::int64_t renewed = timeNow();
    for (;;) {
        waitWhile(g_guard.order, Watch, kLookEvery);
        const std::uint32_t order = g_guard.order.load(std::memory_order_acquire);
        if (order == Leave)
            return 0;
        const bool gone = call(SYS_sched_getscheduler, g_guard.changed->thread) < 0;
        const std::int64_t time = timeNow();
        if (const std::uint64_t latest = lease.renewals.load(std::memory_order_acquire); latest != renewals) {
            renewals = latest;
            renewed = time;
        }
        if (time - renewed >= Lease::kLength)
            g_guard.expired.store(renewals, std::memory_order_release);
        const bool over = gone || order == PutBack || time - renewed >= Lease::kLength;
        putBackHeld(over ? ~0U : ~lease.cures.load(std::memory_order_relaxed));
        if (over)
            return 0;
    }
}

/// Starts the guard with all signals blocked, so that none of the program's reaches it.
bool start() noexcept {
    if (call(SYS_gettid) == -ENOSYS || g_realClone.get() == nullptr) {
        errno = ENOSYS;
        return false;
    }
    waitForItsEnd(); // of an earlier one, which has the same stack
    g_guard.order.store(Watch);
    constexpr int kOfThisProcess = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                                   CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
    const std::uint64_t all = ~std::uint64_t{0};
    std::uint64_t before = 0;
    call(SYS_rt_sigprocmask, SIG_SETMASK, at(&all), at(&before), sizeof(all));
    const int made = g_realClone.get()(watch, g_guard.stack + sizeof(g_guard.stack), kOfThisProcess, nullptr,
                                       &g_guard.thread, nullptr, &g_guard.thread);
    call(SYS_rt_sigprocmask, SIG_SETMASK, at(&before), 0, sizeof(all));
    return made > 0;
}

} // namespace

bool enterRealtime() noexcept {
    const sched_param lowest{kLowest};
    const long result = call(SYS_sched_setscheduler, 0, SCHED_FIFO | SCHED_RESET_ON_FORK, at(&lowest));
    errno = result < 0 ? static_cast<int>(-result) : errno;
    return result == 0;
}

/// Without CAP_SYS_NICE a thread may not clear the flag SCHED_RESET_ON_FORK again (sched(7)). So the flag
/// stays; on an ordinary thread it does nothing.
void putBackClass(const Changed& changed, std::int32_t thread) noexcept {
    sched_param priority{};
    if (call(SYS_sched_getscheduler, thread) != (SCHED_FIFO | SCHED_RESET_ON_FORK) ||
        call(SYS_sched_getparam, thread, at(&priority)) != 0 || priority.sched_priority != kLowest)
        return;
    if (call(SYS_sched_setscheduler, thread, changed.policy, at(&changed.priority)) == -EPERM)
        call(SYS_sched_setscheduler, thread, changed.policy | SCHED_RESET_ON_FORK, at(&changed.priority));
}

void putBackProcessors(const Changed& changed, std::int32_t thread) noexcept {
    cpu_set_t now{};
    if (call(SYS_sched_getaffinity, thread, sizeof(now), at(&now)) > 0 && CPU_EQUAL(&now, &changed.pinned))
        call(SYS_sched_setaffinity, thread, sizeof(cpu_set_t), at(&changed.processors));
}

bool guard(CureBit::Bit cure, const Lease& lease, const Changed& changed) noexcept {
    if (g_guard.held.load() == 0) {
        tell(Leave);
        g_guard.lease = &lease;
        g_guard.changed = &changed;
        if (!start())
            return false;
    }
    g_guard.held.fetch_or(cure, std::memory_order_acq_rel);
    return true;
}

bool unguard(CureBit::Bit cure) noexcept {
    const std::uint32_t held = g_guard.held.fetch_and(~std::uint32_t{cure}, std::memory_order_acq_rel);
    if ((held & ~std::uint32_t{cure}) == 0)
        tell(Leave);
    return (held & cure) != 0;
}

bool guardHasPutBack(CureBit::Bit cure) noexcept {
    return (g_guard.held.load(std::memory_order_acquire) & cure) == 0;
}

std::uint64_t expiredRenewal() noexcept {
    return g_guard.expired.load(std::memory_order_acquire);
}

void endGuard() noexcept {
    if (g_guard.thread.load() == 0)
        return;
    tell(PutBack);
    waitForItsEnd();
}

void forgetGuard() noexcept {
    g_guard.thread.store(0);
    g_guard.held.store(0);
}

} // namespace jitterscope::listen

// SPDX-License-Identifier: MIT
#pragma once

#include "app/listen/listener.h"

#include <sched.h>

/// The real-time class and the processors of a cured thread are put back in time even if the thread makes no
/// call: it computes, or is in a call that is not listened to. A thread of our own sees to it, as long as
/// such a cure is in force. It is not a thread of libc's: it allocates nothing, takes no signal, and ends
/// with the program. It makes its system calls itself, because libc's would write errno of the cured thread.
namespace jitterscope::listen {

/// What these cures have changed on a thread, and what was there before.
struct Changed {
    std::int32_t thread = 0;
    int policy = 0;
    sched_param priority{};
    cpu_set_t processors{};
    cpu_set_t pinned{};
};

/// The class that a cure gives a thread: SCHED_FIFO at the lowest priority, and not for its children.
[[nodiscard]] bool enterRealtime() noexcept;
/// Puts back what is still as the cure has made it. What the program has set itself since stays. `thread`: 0
/// means the one that calls.
void putBackClass(const Changed& changed, std::int32_t thread) noexcept;
void putBackProcessors(const Changed& changed, std::int32_t thread) noexcept;

/// Begins to guard a cure, Realtime or Pin, before it is applied. `changed` is read until it is unguarded.
/// False: there can be no guard, and errno says why.
[[nodiscard]] bool guard(CureBit::Bit cure, const Lease& lease, const Changed& changed) noexcept;
/// Ends that. False: the guard has put the cure back already.
[[nodiscard]] bool unguard(CureBit::Bit cure) noexcept;
/// Whether the guard has put this cure back.
[[nodiscard]] bool guardHasPutBack(CureBit::Bit cure) noexcept;
/// The renewal of the lease after which the guard has seen none for its whole length; 0: never. A thread that
/// has computed meanwhile must not take that renewal for a new one.
[[nodiscard]] std::uint64_t expiredRenewal() noexcept;
/// The guard puts everything back now, and has ended when this returns. Any thread. For a program that is
/// about to give up rights: the guard must not keep them.
void endGuard() noexcept;
/// In the child of a fork, which has no guard.
void forgetGuard() noexcept;

} // namespace jitterscope::listen

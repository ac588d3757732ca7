// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/listen_record.h"

#include <atomic>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <time.h>

/// The listener in somebody else's program. What it must never do there: allocate, lock, throw, wait, change
/// errno, or leave anything behind. A wrapped call asks enter(), calls the real function, and tells leave().
///
/// Nothing here is an object with a destructor on a wrapper's stack: a thread may be cancelled inside the
/// real call, or a signal's handler may jump out of it, and then leave() is never reached. Only calls that
/// make other wrapped calls (presents, SDL's delay) and waits of our own leave a trace in the thread, and
/// that trace is forgotten as soon as the stack shows that they are gone.
namespace jitterscope::listen {

/// What a thread knows of itself. Initial-exec: reading it is one instruction, and never allocates.
struct ThreadState {
    Ring* ring = nullptr;
    bool without = false;    ///< asked for a ring, and got none
    Call outer = Call::None; ///< the call that it is in, if that makes others
    const char* outerFrame = nullptr;
    std::int64_t lastReading = 0;
    int schedstat = -1;              ///< descriptor of its own; −1: none
    Row yields{};                    ///< those in a row that are not written yet
    std::uint32_t cures = 0;         ///< in force
    bool presented = false;          ///< it has shown a frame
    bool waitsItself = false;        ///< inside a wait of our own: its sleeps are not the program's
    const char* waitFrame = nullptr; ///< of that wait
    int cancellation = 0;            ///< whether the thread could be cancelled before that wait
};
extern constinit thread_local ThreadState t_state __attribute__((tls_model("initial-exec")));

/// A call that has begun.
struct Entered {
    Ring* ring = nullptr; ///< null: nobody listens
    std::int64_t begin = 0;
    Call under = Call::None;
    Call savedOuter = Call::None;
    const char* savedFrame = nullptr;
};

[[nodiscard]] inline std::int64_t now() noexcept {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}
[[nodiscard]] constexpr std::int64_t nanosecondsOf(const timespec& time) noexcept {
    return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

/// The ring of this thread; null: nobody listens, or there is none left.
[[nodiscard]] Ring* ringOfThread() noexcept;

/// `frame`: of the wrapper's stack. Also begins and ends the cures that are leased to this thread.
[[nodiscard]] Entered enter(Call call, const void* frame) noexcept;
/// `asked`, `files`, `result`: as in Row. Keeps errno.
void leave(const Entered& entered, Call call, std::int64_t asked, const void* site, int result,
           bool files = false) noexcept;
/// A point in time, not a call.
void mark(const void* site) noexcept;

/// When a wait of `length` that begins now shall end. Negative lengths are none.
[[nodiscard]] std::int64_t endAfter(std::int64_t begin, std::int64_t length) noexcept;
/// The point of another clock, on CLOCK_MONOTONIC.
[[nodiscard]] std::int64_t onMonotonic(clockid_t clock, const timespec& point) noexcept;

/// The function that a name would have meant without us; null: there is none. A library that was opened
/// later, and that the whole program does not see, is looked for among those that `caller`'s module was
/// linked with, and then by its own name. `caller`: an address in that module; null: not known.
void* findReal(const char* name, const char* symbolVersion, const char* const* libraries,
               const void* caller) noexcept;
/// Stands in for a function that is not there: it does nothing and returns 0, whatever it is called with.
void* nothing() noexcept;

template <typename Function>
class Real {
public:
    constexpr explicit Real(const char* name, const char* symbolVersion = nullptr,
                            const char* const* libraries = nullptr) noexcept
        : m_name(name), m_version(symbolVersion), m_libraries(libraries) {}

    /// Found once. Null: no such function.
    [[nodiscard]] Function* get(const void* caller = nullptr) noexcept {
        void* found = m_found.load(std::memory_order_relaxed);
        if (found == nullptr) {
            found = findReal(m_name, m_version, m_libraries, caller);
            m_found.store(found, std::memory_order_relaxed);
        }
        return reinterpret_cast<Function*>(found);
    }
    /// Of a library that the program may have loaded for some of its modules alone: the one that `caller`
    /// means. Never null.
    [[nodiscard]] Function* forCaller(const void* caller) noexcept {
        Function* const found = get(caller);
        return found != nullptr ? found : reinterpret_cast<Function*>(nothing());
    }
    /// The same as an address.
    [[nodiscard]] void* address() noexcept { return reinterpret_cast<void*>(get()); }
    void set(void* found) noexcept { m_found.store(found, std::memory_order_relaxed); }

private:
    const char* m_name;
    const char* m_version;
    const char* const* m_libraries;
    std::atomic<void*> m_found{nullptr};
};

// --- who asks for an address ---

/// A function of ours that a program gets when it asks for one by this name.
struct Named {
    const char* name;
    void* ours;
    void (*keep)(void* theirs); ///< what it would have got, for ours to call
    void* (*real)();            ///< what ours calls; null: there is none
    /// Libraries, the last one null, that all have it and mean the same; null: no others do.
    const char* const* alike = nullptr;
};
/// What a program gets that asked for `name` and would have got `theirs`. Its own wrapper, when it has
/// preloaded one as well, stays behind ours. `known`: of that name; null: it is none of ours.
[[nodiscard]] void* answered(const Named* known, void* theirs) noexcept;
/// Whether ours would not call `theirs`, which a library was asked for, but another one of the same name. A
/// library that is made of another one's functions asks for those, and so does Vulkan's loader for a layer's:
/// given ours, it would call itself.
[[nodiscard]] bool callsAnother(const Named& known, const void* theirs) noexcept;
/// Null: it is none of ours.
template <std::size_t count>
[[nodiscard]] const Named* nameIn(const Named (&table)[count], const char* name) noexcept {
    for (const Named& each : table) {
        if (std::strcmp(each.name, name) == 0)
            return &each;
    }
    return nullptr;
}
[[nodiscard]] const Named* vulkanName(const char* name) noexcept;  // vulkan.cpp
[[nodiscard]] const Named* waylandName(const char* name) noexcept; // wayland.cpp

// --- cures (lease.cpp) ---

/// What the lease wants of this thread now is in force afterwards, or has been refused.
void followLease(Program& program, ThreadState& state, std::int64_t time) noexcept;
/// Everything of this thread is as it was before any cure. In the child of a vfork, which has its parent's
/// memory, the child's settings are, and the parent keeps its cures.
void endCures(ThreadState& state) noexcept;
/// The file that is written; null: nobody listens.
[[nodiscard]] Program* program() noexcept;

} // namespace jitterscope::listen

/// What other programs, and the rest of this one, see of a wrapper.
#define JITTERSCOPE_WRAP extern "C" __attribute__((visibility("default")))

// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/listen_record.h"

#include <atomic>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <time.h>

/// The listener in another program. There it must never allocate, lock, throw, wait, change errno, or leave
/// anything behind. A wrapper calls enter(), then the real function, then leave().
///
/// No wrapper has an object with a destructor on its stack: a thread may be cancelled inside the real call,
/// or a signal handler may jump out of it, and then leave() is never called. Only calls that make other
/// wrapped calls (presents, SDL's delay) and our own waits leave a trace in the ThreadState. The trace is
/// removed as soon as the stack shows that they are gone.
namespace jitterscope::listen {

/// The listener's state of one thread. The TLS model is initial-exec: access takes one instruction
/// and never allocates.
struct ThreadState {
    Ring* ring = nullptr;
    bool without = false;             ///< it asked for a ring, but there was none
    Call outer = Call::None;          ///< the call that it is in, if that call makes other wrapped calls
    const char* outerFrame = nullptr; ///< stack address of that call
    std::int64_t lastReading = 0;     ///< CLOCK_MONOTONIC, ns
    int schedstat = -1;               ///< descriptor of its schedstat file; −1: none
    Row yields{};                     ///< successive yields that are not written yet
    std::uint32_t cures = 0;          ///< cures in force
    bool presented = false;           ///< it has shown a frame
    bool waitsItself = false;         ///< it is in a wait of our own, so its sleeps are not the program's
    const char* waitFrame = nullptr;  ///< stack address of that wait
    int cancellation = 0;             ///< the thread's cancellation state before that wait
};
// NOLINTNEXTLINE(bugprone-dynamic-static-initializers): constinit
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
/// Nanoseconds of a length or a point in time; kForever if it is further than that.
[[nodiscard]] constexpr std::int64_t nanosecondsOf(const timespec& time) noexcept {
    constexpr std::int64_t kSecond = 1'000'000'000;
    if (time.tv_sec >= kForever / kSecond - 1)
        return kForever;
    if (time.tv_sec <= -(kForever / kSecond - 1))
        return -kForever;
    return kSecond * time.tv_sec + time.tv_nsec;
}

/// The ring of this thread; null: nobody listens, or no ring is left.
[[nodiscard]] Ring* ringOfThread() noexcept;

/// Begins a call. `frame`: an address in the wrapper's stack frame. Also begins and ends the cures that are
/// leased to this thread.
[[nodiscard]] Entered enter(Call call, const void* frame) noexcept;
/// Ends a call and writes its row. `asked`, `flags`, `result`: as in Row. Keeps errno.
void leave(const Entered& entered, Call call, std::int64_t asked, const void* site, int result,
           unsigned flags = 0) noexcept;
/// The same for a call that often does not wait: then there is no row.
void leaveIfWaited(const Entered& entered, Call call, std::int64_t asked, const void* site, int result,
                   unsigned flags = 0) noexcept;
/// Writes a mark: the point in time at which the program says that a frame begins. Keeps errno.
void mark(const void* site) noexcept;

/// When a wait of `length` ns is to end that begins at `begin`. A negative length counts as 0.
[[nodiscard]] std::int64_t endAfter(std::int64_t begin, std::int64_t length) noexcept;
/// A point in time of another clock, converted to CLOCK_MONOTONIC, ns; 0: there is no such clock.
[[nodiscard]] std::int64_t onMonotonic(clockid_t clock, const timespec& point) noexcept;

/// The function that a name would mean without us; null: there is none. A function may be in a library that
/// was opened later and is not visible to the whole program. So it is then looked for in the libraries that
/// `caller`'s module was linked with, and then in `libraries`. `caller`: an address in that module, or null.
void* findReal(const char* name, const char* symbolVersion, const char* const* libraries,
               const void* caller) noexcept;
/// Whether the listener's own calls and its file are allowed here. A forbidden call may end the program, so
/// under a filter a child tries them first. It is one without a signal at its end, and it is waited for.
[[nodiscard]] bool mayListen() noexcept; // permission.cpp
/// Called before the program allows itself only some system calls (seccomp). From then on the listener makes
/// none of its own: it reads no counters, takes no rows of new threads, and holds no cures.
void stayWithin() noexcept;
[[nodiscard]] bool staysWithin() noexcept;

/// A function that replaces a missing one. It does nothing and returns 0, whatever its arguments are.
void* nothing() noexcept;

/// The real function behind a wrapper. Any thread.
template <typename Function>
class Real {
public:
    constexpr explicit Real(const char* name, const char* symbolVersion = nullptr,
                            const char* const* libraries = nullptr) noexcept
        : m_name(name), m_version(symbolVersion), m_libraries(libraries) {}

    /// The function, which is looked for only once. Null: there is no such function.
    [[nodiscard]] Function* get(const void* caller = nullptr) noexcept {
        void* found = m_found.load(std::memory_order_relaxed);
        if (found == nullptr) {
            found = findReal(m_name, m_version, m_libraries, caller);
            m_found.store(found, std::memory_order_relaxed);
        }
        return reinterpret_cast<Function*>(found);
    }
    /// The same for a library that only some modules of the program may see: the function that `caller`
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

/// A wrapper that a program gets when it asks for the address of a function by this name.
struct Named {
    const char* name;
    void* ours;
    void (*keep)(void* theirs); ///< gives the wrapper the function that it is to call
    void* (*real)();            ///< the function that the wrapper calls; null: there is none
    /// Libraries that all have this function and mean the same by it, ended by null. Null: only one has it.
    const char* const* alike = nullptr;
};
/// What a program gets that asks for a name and would have got `theirs`. If the program has preloaded a
/// wrapper of its own, ours calls that one. `known`: our wrapper of that name; null: we have none.
[[nodiscard]] void* answered(const Named* known, void* theirs) noexcept;
/// Whether our wrapper would call a function of the same name other than `theirs`, for which a library was
/// asked. A library that is built on another one asks for that one's functions, and Vulkan's loader asks for
/// those of a layer. If they got our wrapper, they would call themselves.
[[nodiscard]] bool callsAnother(const Named& known, const void* theirs) noexcept;
/// The entry of this name; null: we have no such wrapper.
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

/// Applies what the lease wants of this thread now. Then each cure is in force or refused by the system.
void followLease(Program& program, ThreadState& state, std::int64_t time) noexcept;
/// Restores everything of this thread as it was before any cure, except what the program has set itself
/// since. The child of a vfork shares its parent's memory: there only the child's settings are restored, and
/// the parent keeps its cures.
void endCures(ThreadState& state) noexcept;
/// The shared file that the listener writes; null: nobody listens.
[[nodiscard]] Program* program() noexcept;

} // namespace jitterscope::listen

/// Makes a wrapper visible to the whole program, under its C name.
#define JITTERSCOPE_WRAP extern "C" __attribute__((visibility("default")))

// In a wrapper: its frame, and where it returns to.
#define HERE __builtin_frame_address(0)
#define CALLER __builtin_return_address(0)

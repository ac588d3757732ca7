// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

// What libjitterscope-listen.so writes down in somebody else's program, and how it lies in the file of shared
// memory that carries it. Plain data, since two programs map it: the one that is listened to writes rows,
// Jitterscope takes them.
namespace jitterscope::listen {

inline constexpr std::uint64_t kMagic = 0x6e657473'6c73'696aU; // "jisl" "sten"
inline constexpr std::uint32_t kLayout = 4;                    ///< grows with each change below
/// The folder of the files, in the environment of the program that is listened to.
inline constexpr const char* kFolderVariable = "JITTERSCOPE_LISTEN";

/// What was called. In files and sentences they have names: core/attach/call_catalog.h.
enum class Call : std::uint8_t {
    None,
    Reading, ///< no call: what the thread had used by then
    Mark,    ///< jitterscope_frame(): the program says that a frame begins
    // Waits of libc.
    Nanosleep,
    ClockNanosleep,
    Usleep,
    Sleep,
    ThrdSleep,
    Select,
    Poll,
    EpollWait,
    CondWait,
    SemWait,
    Futex,
    TimerRead, ///< read() of a timerfd
    Yield,     ///< sched_yield(), many in a row as one
    // Waits of libraries.
    SdlDelay,
    // Presents; in which order they are believed to be the frame, the catalogue says.
    GlxSwap,
    EglSwap,
    SdlSwap,
    SdlPresent,
    SdlUpdate,
    XPut,
    VkPresent, ///< vkQueuePresentKHR
    WlCommit,  ///< wl_surface.commit
    Count
};

/// A wait without an end.
inline constexpr std::int64_t kForever = INT64_MAX;

/// One call. Times in ns of CLOCK_MONOTONIC.
struct Row {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    /// When a wait was asked to end; kForever; 0: no wait. Of a Reading: time in the run queue so far, −1
    /// where it is not known. Of Yield: how many.
    std::int64_t asked = 0;
    std::uint64_t site = 0; ///< the address that it returned to
    std::int64_t cpu = -1;  ///< of a Reading: processor time of the thread so far
    Call call = Call::None;
    Call under = Call::None; ///< the call that made it; None: the program itself
    std::uint8_t cures = 0;  ///< in force: bits of Lease::cures
    std::uint8_t files = 0;  ///< 1: it waited for files too, not for time alone
    std::int32_t result = 0; ///< what it returned
};
static_assert(sizeof(Row) == 48);

/// The rows of one thread: it writes, Jitterscope reads (Lamport's ring). A full ring counts what it loses.
struct Ring {
    static constexpr std::uint64_t kRows = 2048;
    enum State : std::uint32_t {
        Free,
        Live,
        Ended, ///< its thread has ended; free when the reader has taken the last row
    };

    alignas(64) std::atomic<std::uint32_t> state{Free};
    std::int32_t thread = 0; ///< its number in the system
    char name[16] = {};      ///< as it was at its first call
    alignas(64) std::atomic<std::uint64_t> head{0};
    std::atomic<std::uint64_t> lost{0};
    alignas(64) std::atomic<std::uint64_t> tail{0};
    alignas(64) Row rows[kRows];
};

/// Settings that Jitterscope asks the listener to try on one thread. A lease: it ends by itself a second
/// after its last renewal, whatever became of Jitterscope.
struct Lease {
    enum Cure : std::uint32_t {
        Slack = 1,    ///< timer slack of 1 ns
        Realtime = 2, ///< SCHED_FIFO, lowest priority
        Pin = 4,      ///< to `processor`
        Exact = 8,    ///< timed sleeps at `site` are Jitterscope's own
        Outside = 16, ///< nothing to do here: Jitterscope holds it (idle states)
    };
    static constexpr std::int64_t kLength = 1'000'000'000;    // ns
    static constexpr std::int64_t kLongestExact = 50'000'000; ///< ns, of a sleep: a cancelled thread is
                                                              ///< cancelled so late at most

    std::atomic<std::uint32_t> cures{0};
    std::atomic<std::int32_t> thread{0};
    std::atomic<std::int32_t> processor{0};
    std::atomic<std::uint64_t> site{0};    ///< of Exact: where those sleeps are called, as Row::site
    std::atomic<std::int64_t> until{0};    ///< CLOCK_MONOTONIC, ns
    std::atomic<std::uint32_t> inForce{0}; ///< by the listener
    std::atomic<std::uint32_t> refused{0}; ///< by the system, ever
    std::atomic<std::int32_t> error{0};    ///< errno of the last refusal
    std::atomic<std::uint64_t> exact{0};   ///< sleeps that were Jitterscope's own, ever
};

/// One file of shared memory: one image of one process, since exec() keeps the process and loses the image.
struct Program {
    static constexpr std::size_t kRings = 256;

    std::uint64_t magic = kMagic;
    std::uint32_t layout = kLayout;
    std::uint32_t bytes = 0;
    std::int32_t process = 0;
    std::int32_t parent = 0;
    std::int64_t started = 0;                     ///< CLOCK_MONOTONIC, ns
    char name[64] = {};                           ///< of its executable, without folders
    std::atomic<std::uint32_t> ready{0};          ///< 1: everything above is written
    std::atomic<std::uint32_t> ended{0};          ///< 1: the image has ended in order
    std::atomic<std::uint64_t> threadsWithout{0}; ///< threads that found no ring
    /// So many of `rings`, the first ones, were ever taken. The others have no memory yet: who looks at them
    /// gets it.
    std::atomic<std::uint32_t> used{0};
    Lease lease;
    Ring rings[kRings];
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
              std::atomic<std::uint32_t>::is_always_lock_free);

} // namespace jitterscope::listen

// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/cure_bits.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

// What libjitterscope-listen.so records in another program, and the layout of the shared memory file that
// holds it. Plain data, since two programs map it: the other program writes rows, Jitterscope reads them.
namespace jitterscope::listen {

inline constexpr std::uint64_t kMagic = 0x6e657473'6c73'696aU; // "jisl" "sten"
inline constexpr std::uint32_t kLayout = 7;                    ///< increased with each change below
/// The environment variable that tells the listener the folder of these files. Who listens has locked the
/// folder (flock), and as long as nobody has, the listener does nothing.
inline constexpr const char* kFolderVariable = "JITTERSCOPE_LISTEN";

/// What was called. Their names in files and sentences are in core/attach/call_catalog.h.
enum class Call : std::uint8_t {
    None,
    Reading, ///< no call, but a reading of the thread's counters
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
    TimerRead,   ///< read() of a timerfd
    Pause,       ///< pause(), sigsuspend(), sigwait()
    SignalWait,  ///< sigtimedwait(), sigwaitinfo()
    MessageWait, ///< mq_timedreceive()
    Receive,     ///< recv(), accept() and their like
    PipeRead,    ///< read() of a pipe, a socket or a terminal
    RingWait,    ///< io_uring_enter() that waits for completions
    Yield,       ///< sched_yield(); many in a row are one Row
    // Waits of libraries.
    SdlDelay,
    // Presents. Which of them counts as the frame, the catalogue decides.
    GlxSwap,
    EglSwap,
    SdlSwap,
    SdlPresent,
    SdlUpdate,
    SdlRects, ///< a part of the picture
    XPut,
    VkPresent, ///< vkQueuePresentKHR
    WlCommit,  ///< wl_surface.commit
    Count
};

/// Row::asked of a wait without a time limit.
inline constexpr std::int64_t kForever = INT64_MAX;

/// One call. Times in ns of CLOCK_MONOTONIC.
struct Row {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    /// When a wait was asked to end; kForever: never; 0: not known, or no wait. For a Reading: time in the
    /// run queue so far, ns; −1: not known. For a Yield: number of calls.
    std::int64_t asked = 0;
    std::uint64_t site = 0; ///< the address that it returned to
    std::int64_t cpu = -1;  ///< of a Reading: processor time of the thread so far, ns
    Call call = Call::None;
    Call under = Call::None; ///< the call that made this call; None: the program itself
    std::uint8_t cures = 0;  ///< cures in force: bits of CureBit
    std::uint8_t flags = 0;  ///< of the wait: kFiles, kAbsolute
    std::int32_t result = 0; ///< what it returned

    /// It did not wait for time alone, but also for files, signals or threads.
    static constexpr unsigned kFiles = 1;
    /// The program gave a point in time, and no length.
    static constexpr unsigned kAbsolute = 2;
    [[nodiscard]] bool forMore() const noexcept { return (flags & kFiles) != 0; }
    [[nodiscard]] bool absolute() const noexcept { return (flags & kAbsolute) != 0; }
};
static_assert(sizeof(Row) == 48);

/// The rows of one thread. The thread writes, Jitterscope reads (Lamport's ring). If the ring is full, new
/// rows are lost and counted.
struct Ring {
    static constexpr std::uint64_t kRows = 2048;
    enum State : std::uint32_t {
        Free,
        Live,
        Ended, ///< its thread has ended; it becomes Free when the reader has taken the last row
    };

    alignas(64) std::atomic<std::uint32_t> state{Free};
    std::int32_t thread = 0; ///< its number in the system
    char name[16] = {};      ///< as it was at its first call
    alignas(64) std::atomic<std::uint64_t> head{0};
    std::atomic<std::uint64_t> lost{0};
    alignas(64) std::atomic<std::uint64_t> tail{0};
    alignas(64) Row rows[kRows];
};

/// Settings that Jitterscope asks the listener to try on one thread. It is a lease: it ends by itself one
/// second after its last renewal, even if Jitterscope has ended. That second is one of the listener's own
/// clock, because a time namespace has another one.
struct Lease {
    static constexpr std::int64_t kLength = 1'000'000'000; ///< ns
    /// The longest sleep that Exact replaces, ns. The cancellation of a thread may be delayed by as much.
    static constexpr std::int64_t kLongestExact = 50'000'000;

    std::atomic<std::uint32_t> cures{0}; ///< bits of CureBit
    std::atomic<std::int32_t> thread{0};
    std::atomic<std::uint64_t> site{0}; ///< for Exact: where those sleeps are called, as Row::site
    /// For Exact in a loop that sleeps a fixed time: its period, ns. Each of those sleeps then ends at the
    /// next point of a grid, and not later than asked. 0: each ends as asked.
    std::atomic<std::int64_t> period{0};
    std::atomic<std::uint64_t> renewals{0}; ///< how often it was renewed
    std::atomic<std::uint32_t> refused{0};  ///< cures that the system has refused so far
    /// errno of the last refusal. EALREADY: the thread has such a setting without the cure.
    std::atomic<std::int32_t> error{0};
    std::atomic<std::uint64_t> exact{0}; ///< number of sleeps that Exact has replaced so far
    std::atomic<std::uint64_t> calls{0}; ///< number of calls of `thread` while nothing is recorded
};

/// One file of shared memory, for one image of one process: exec() keeps the process, but replaces the image.
struct Program {
    static constexpr std::size_t kRings = 256;

    std::uint64_t magic = kMagic;
    std::uint32_t layout = kLayout;
    std::uint32_t bytes = 0;
    std::int32_t process = 0;                     ///< in its own namespace of processes
    std::uint64_t processSpace = 0;               ///< number of that namespace; 0: not known
    std::int64_t started = 0;                     ///< CLOCK_MONOTONIC, ns
    char name[64] = {};                           ///< of its executable, without folders
    std::atomic<std::uint32_t> ready{0};          ///< 1: everything above is written
    std::atomic<std::uint32_t> ended{0};          ///< 1: the image has ended normally
    std::atomic<std::uint64_t> threadsWithout{0}; ///< number of threads that found no ring
    /// 1: it allows itself only some system calls, so its counters are not read.
    std::atomic<std::uint32_t> filtered{0};
    /// 1: nothing is recorded. The lease holds nevertheless.
    std::atomic<std::uint32_t> quiet{0};
    /// Only the first `used` rings were ever taken. The others have no memory until somebody reads them.
    std::atomic<std::uint32_t> used{0};
    Lease lease;
    Ring rings[kRings];
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
              std::atomic<std::uint32_t>::is_always_lock_free);

} // namespace jitterscope::listen

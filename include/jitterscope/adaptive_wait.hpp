// SPDX-License-Identifier: MIT
//
// Jitterscope's `adaptive` 0.2.0 as one header: waits until points in time, in games, audio, robots and
// simulations. It learns how late this machine wakes a sleeping thread, sleeps until only a chosen share of the
// wake-ups would come too late, and spins the rest: nearly as exact as spinning, for the CPU time of a few wake-ups.
//
//     jitterscope::PreciseWait wait;
//     auto due = std::chrono::steady_clock::now(); // set it to now again after a pause
//     while (running) { frame(); wait.until(due += std::chrono::nanoseconds(16'666'667)); }
//
// * Copy it; it needs C++17, the standard library and Linux or Windows 10. adaptive_wait_c.h is the same for C.
// * One thread. About 34 kB; no allocation, lock or exception. It has learned enough after 30 sleeps.
// * until() returns the clock read with which it ended: minus the deadline, that is the lateness.
// * Other aims: wait.aim(jitterscope::PreciseWait::LateShare{0.001}), CpuBudget{0.03}, NoSpin(). Only NoSpin is early.
// * Where the system refuses to sleep (a sandbox may), each wait is spun to its end, with every aim; learned() says so.
// * Linux: sleeps wake 50 µs earlier, so that they fit into shorter waits, after prctl(PR_SET_TIMERSLACK, 1).
// * Windows: a high-resolution timer (1803 and later); before, sleeps end on the tick: call timeBeginPeriod(1) first.
// * With -ffp-contract=off and without -ffast-math it decides as the library does, to the bit; else nearly so.
// * Made by scripts/one_header.py from core/adaptive, where its tests are. Do not change it here.
//
// MIT License
//
// Copyright (c) 2026 The Jitterscope developers
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
// documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
// rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
// permit persons to whom the Software is furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
// Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
// WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
// COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
// OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
#ifndef JITTERSCOPE_ADAPTIVE_WAIT_HPP
#define JITTERSCOPE_ADAPTIVE_WAIT_HPP

#if !defined(_WIN32) && !defined(__linux__)
#error "adaptive_wait.hpp has a clock for Linux and one for Windows"
#endif
#if !(__cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L))
#error "adaptive_wait.hpp needs C++17"
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#if defined(_WIN32) && defined(__GLIBCXX__) && !defined(_GLIBCXX_USE_CLOCK_MONOTONIC)
#error "adaptive_wait.hpp needs MinGW with POSIX threads: else steady_clock is the time of day"
#endif
#ifdef _WIN32
#ifdef WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#undef WIN32_LEAN_AND_MEAN
#endif
#else
#include <errno.h>
#include <time.h>
#endif
#ifdef _MSC_VER
#define JITTERSCOPE_NOT_INLINED __declspec(noinline)
#else
#define JITTERSCOPE_NOT_INLINED [[gnu::noinline]]
#endif

namespace jitterscope::one_header {
// Another version in another file of the same program is another type.
inline namespace v0_2_0 {

// ---- Time -------------------------------------------------------------------------------------------------
using Nanoseconds = std::chrono::nanoseconds;
using TimePoint = std::chrono::steady_clock::time_point; // CLOCK_MONOTONIC, QueryPerformanceCounter
static_assert(std::is_same_v<TimePoint::duration, Nanoseconds>, "steady_clock does not count nanoseconds");

/// The whole nanoseconds of a value in ns.
[[nodiscard]] inline Nanoseconds nanosecondsOf(double value) noexcept {
    return Nanoseconds(static_cast<std::int64_t>(value));
}

/// Absolute: until a point. HighResolutionTimer: for a length of time, with a timer of its own (Windows).
enum class SleepKind : std::uint8_t { Absolute, HighResolutionTimer };

/// Bare: reads the clock, nothing else. Pause: with the processor's pause between reads.
enum class SpinKind : std::uint8_t { Bare, Pause };

/// How a sleep or a spin ended.
struct NativeSleep {
    TimePoint end{}; ///< the last clock read
};
using Spin = NativeSleep;

/// The source of time: SteadyTime, or one of your own (a simulation, a test's script).
/// * Nothing here allocates, locks or throws. Only a stop shortens a sleep; a signal does not.
class TimeSource {
public:
    virtual ~TimeSource() = default;
    [[nodiscard]] virtual TimePoint now() noexcept = 0;
    virtual NativeSleep sleepUntil(TimePoint deadline) noexcept = 0;
    /// Busy-waits; returns at once when the deadline has passed.
    virtual Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept = 0;
    /// Asked for only where the tick of this kind is finer than that of Absolute.
    virtual NativeSleep sleepFor(Nanoseconds length, SleepKind) noexcept { return sleepUntil(now() + length); }
    /// Walks once what a caller does first after a wait. Then the way out is in the caches when it counts.
    virtual void rehearse() noexcept { static_cast<void>(now()); }
    /// True when waits shall return early.
    [[nodiscard]] virtual bool stopRequested() const noexcept { return false; }
    /// CPU time that the calling thread has used so far; absent where unknown.
    [[nodiscard]] virtual std::optional<Nanoseconds> cpuTime() noexcept { return std::nullopt; }
    /// The tick that sleeps of this kind end on (Windows); 0 if they end on none.
    [[nodiscard]] virtual Nanoseconds tick(SleepKind) const noexcept { return Nanoseconds{0}; }
};

/// A native sleep of this kind until `until`.
inline NativeSleep sleepUntil(TimeSource& time, TimePoint until, SleepKind kind) noexcept {
    return kind == SleepKind::Absolute ? time.sleepUntil(until) : time.sleepFor(until - time.now(), kind);
}

// ---- The clock of the system ------------------------------------------------------------------------------
#ifdef _WIN32
inline void relax() noexcept {
    YieldProcessor();
}

/// A high-resolution timer, where Windows has them, else an ordinary one. A refused sleep is spun.
class SteadyTime : public TimeSource {
public:
    SteadyTime() noexcept {
        constexpr DWORD kHighResolution = 0x2; // CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
        m_timer = CreateWaitableTimerExW(nullptr, nullptr, kHighResolution, TIMER_ALL_ACCESS);
        if (m_timer != nullptr) return;
        m_timer = CreateWaitableTimerExW(nullptr, nullptr, 0, TIMER_ALL_ACCESS);
        Sleep(1); // up to a tick; the next one takes one
        const TimePoint begin = now();
        Sleep(1);
        m_tick = now() - begin;
    }
    SteadyTime(const SteadyTime&) = delete;
    SteadyTime& operator=(const SteadyTime&) = delete;
    ~SteadyTime() override {
        if (m_timer != nullptr) CloseHandle(m_timer);
    }
    [[nodiscard]] TimePoint now() noexcept override { return std::chrono::steady_clock::now(); }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        LARGE_INTEGER due; // of 100 ns; negative: from now on
        due.QuadPart = -(std::max<std::int64_t>)(((deadline - now()).count() + 99) / 100, 1);
        m_error = m_timer == nullptr || SetWaitableTimer(m_timer, &due, 0, nullptr, nullptr, FALSE) == 0 ||
                          WaitForSingleObject(m_timer, INFINITE) != WAIT_OBJECT_0
                      ? 1
                      : 0;
        return m_error != 0 ? spinUntil(deadline, SpinKind::Pause) : NativeSleep{now()};
    }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        TimePoint last = now();
        for (; last < deadline; last = now())
            if (kind == SpinKind::Pause) relax();
        return {last};
    }
    [[nodiscard]] Nanoseconds tick(SleepKind) const noexcept override { return m_tick; }
    [[nodiscard]] int lastError() const noexcept { return m_error; } ///< of a sleep; -1: there was none

private:
    HANDLE m_timer = nullptr;
    Nanoseconds m_tick{500'000}; // of high-resolution timers
    int m_error = -1;
};
#else
/// The processor's pause, where it has one.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
}

/// CLOCK_MONOTONIC, and clock_nanosleep until a point: after a signal until the same one. A refused sleep is spun.
class SteadyTime : public TimeSource {
public:
    [[nodiscard]] TimePoint now() noexcept override { return TimePoint(read(CLOCK_MONOTONIC)); }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        const std::int64_t count = (std::max<std::int64_t>)(deadline.time_since_epoch().count(), 0);
        timespec until{};
        until.tv_sec = static_cast<time_t>(count / 1'000'000'000);
        until.tv_nsec = static_cast<long>(count % 1'000'000'000);
        m_error = EINTR;
        while (m_error == EINTR) m_error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
        return m_error != 0 ? spinUntil(deadline, SpinKind::Pause) : NativeSleep{now()};
    }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        TimePoint last = now();
        for (; last < deadline; last = now())
            if (kind == SpinKind::Pause) relax();
        return {last};
    }
    /// Callers read their clock with clock_gettime() or by way of the standard library.
    void rehearse() noexcept override {
        static_cast<void>(now());
        static_cast<void>(std::chrono::steady_clock::now());
    }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept override { return read(CLOCK_THREAD_CPUTIME_ID); }
    [[nodiscard]] int lastError() const noexcept { return m_error; } ///< of a sleep; -1: there was none

private:
    static Nanoseconds read(clockid_t clock) noexcept {
        timespec time{};
        clock_gettime(clock, &time);
        return Nanoseconds(static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
    }
    int m_error = -1;
};
#endif

// ---- What is asked for ------------------------------------------------------------------------------------
/// No more late frames than asked for, for the least CPU. Whatever makes a frame late counts.
struct LateShare {
    double share = 0.007;         ///< of the frames may be late, in [0.0001, 0.5]
    Nanoseconds tolerance{1'000}; ///< ≥ 0; late is more than this, by the clock read after the wait
    /// The margin spins at most this on average; half a millisecond is what a fixed margin costs. Where no
    /// sleep fits, all of a wait is spun.
    Nanoseconds ceiling{500'000};
};

/// As few late frames as this CPU time allows.
struct CpuBudget {
    double share = 0.05; ///< of one core, in (0, 1]; at least the wake-ups; where no sleep fits all is spun
};

/// No busy wait at all. Frames start early or late by the spread of the wake-ups, centred on the deadline.
struct NoSpin {};

/// What `AdaptiveWait` is to reach. A figure outside its range counts as the nearer end.
using Aim = std::variant<LateShare, CpuBudget, NoSpin>;

/// Every constant of `AdaptiveWait`. Users leave them alone. In brackets: what half (/ 2) and double (x 2)
/// did at most in `ablation`, without `fake-scheduler`: late in points, CPU as a ratio; [same]: < 0.15, 5 %.
struct Tuning {
    // What is remembered.
    unsigned shortest = 20;        ///< sleeps up to 2^20 ns wake alike, longer ones are learned by octaves
    double memory = 8'192;         ///< sleeps of an octave; a tail of 0.7 % is 57 of them [same]
    std::int64_t choiceEvery = 64; ///< sleeps after which a margin is chosen anew [same]
    double everyChoice = 200;      ///< up to so many sleeps it is chosen at each [same]
    double outcomeMemory = 2'048;  ///< waits [same]
    double intervalMemory = 32;    ///< waits
    double costMemory = 32;        ///< wake-ups whose CPU time was measured [same]
    double priorLate = 0.2;        ///< before anything is known a fifth of a lost spin … [same]
    double priorSpun = 2e7;        ///< … in so many ns [x 2: CPU 1.16]
    Nanoseconds longLoss{50'000};  ///< who spins into that has lost the processor to a thread [same]

    // What may be late.
    double leastAllowed = 0.5; ///< of the late share, whatever else makes frames late [same]
    /// Spin a frame, if it kept all of the late share on time [/ 2: +0.3, CPU 0.63; x 2: CPU 1.28].
    Nanoseconds worth{130'000};
    double equallyLate = 1; ///< standard errors [/ 2: -0.2, CPU 1.07; x 2: +0.4, CPU 0.90]

    // Changes of the machine.
    double laterAlarm = 30;   ///< missed margins above three times as many as expected [x 2: +0.3, CPU 0.92]
    double earlierAlarm = 54; ///< log of a likelihood; but late wake-ups come in bursts (docs/adaptive.md)
    double tail = 0.05;       ///< of the oversleeps; a machine that wakes earlier has fewer there [x 2: +0.2]
    double sleptKept = 100;   ///< sleeps that the past weighs after an alarm
    double spunKept = 1.5e7;  ///< ns of spinning; likewise [same]

    // One sleep or two.
    double worthTwo = 1.1;              ///< the spin saved, in second sleeps [/ 2: CPU 1.06; x 2: +0.5, CPU 1.30]
    double keepTwo = 0.9;               ///< the same to go on with it, or chance would change it
    double firstOfTwo = 0.02;           ///< of the late share, for the first [same]
    Nanoseconds shortSecond{1'000'000}; ///< to 1 ms second sleeps wake alike [/ 2: +0.5; x 2: CPU 1.43]
    /// Least second sleep of an unknown length [/ 2: +0.9, CPU 0.94; x 2: CPU 1.18].
    Nanoseconds worthASleep{50'000};
    std::int64_t trialEvery = 8; ///< waits between second sleeps that only find out [x 2: CPU 1.15]

    // Finding out where nothing is slept.
    std::int64_t exploreFirst = 100;  ///< waits without a sleep [same]
    std::int64_t exploreLast = 6'400; ///< [same]
    int exploreEnough = 10;           ///< sleeps in a row that fitted [same]
    Nanoseconds exploreLeast{50'000};
    Nanoseconds exploreShortest{1'000};

    // The way out (docs/adaptive.md has what it is worth on a real machine).
    Nanoseconds wayOut{5'000};     ///< before the deadline it has been walked once
    Nanoseconds coldWayOut{1'000}; ///< what it takes otherwise, of any tolerance
};

// ---- How late sleeps wake ---------------------------------------------------------------------------------
inline constexpr double kLeast = 512; // ns
inline constexpr double kHeaviest = 1e100;

/// A histogram of wake-up latencies, 16 buckets an octave, 512 ns … 67 ms; values beyond go to the first or
/// last. Each sample weighs a little more than the one before it, so old ones fade without being touched.
/// * Values in ns. Fixed memory, no allocation; a copy is a snapshot. One thread.
class LatencyHistogram {
public:
    static constexpr std::size_t kPerOctave = 16;
    static constexpr std::size_t kOctaves = 17;
    static constexpr std::size_t kBuckets = kPerOctave * kOctaves + 1; ///< the first: all below 512 ns

    /// `window`: number of samples after which a sample's weight has fallen to 1/e.
    explicit LatencyHistogram(double window = 1'000) noexcept : m_growth(1 + 1 / window) {}

    /// Adds a sample and returns its bucket. Takes a few nanoseconds, independent of history.
    std::size_t add(double value) noexcept {
        const std::size_t bucket = bucketOf(value);
        m_weights[bucket] += m_next;
        m_total += m_next;
        m_largest = (std::max)(m_largest, value);
        m_first = (std::min)(m_first, bucket);
        m_last = (std::max)(m_last, bucket);
        m_next *= m_growth;
        if (m_next > kHeaviest) {
            for (double& weight : m_weights) weight /= m_next;
            m_total /= m_next;
            m_next = 1;
        }
        return bucket;
    }
    /// Forgets everything.
    void clear() noexcept {
        const double growth = m_growth;
        *this = LatencyHistogram();
        m_growth = growth;
    }
    /// Limits the weight of everything learned to this many samples (> 0); the shape stays.
    void fadeTo(double samples) noexcept { m_next = (std::max)(m_next, m_total / samples); }

    [[nodiscard]] double weight() const noexcept { return m_total / m_next; } ///< in samples
    [[nodiscard]] bool weighsMoreThan(double samples) const noexcept { return m_total > samples * m_next; }
    /// A bucket's share of the weight, in [0, 1].
    [[nodiscard]] double share(std::size_t bucket) const noexcept {
        return m_total > 0 ? m_weights[bucket] / m_total : 0;
    }
    [[nodiscard]] double largest() const noexcept { return m_largest; } ///< since the last clear; 0 if none

    // The binary exponent gives the octave, linear steps subdivide it: no logarithm, so the same bits everywhere.
    [[nodiscard]] static std::size_t bucketOf(double value) noexcept {
        if (!(value >= kLeast)) return 0;
        int octave = 0;
        const double part = std::frexp((std::min)(value, 6.7e7) / kLeast, &octave); // in [0.5, 1)
        const std::size_t first = static_cast<std::size_t>(octave - 1) * kPerOctave + 1;
        return (std::min)(first + static_cast<std::size_t>((2 * part - 1) * kPerOctave), kBuckets - 1);
    }
    /// Of bucket kBuckets: its upper end
    [[nodiscard]] static double lowerEdge(std::size_t bucket) noexcept {
        if (bucket == 0) return 0;
        const auto step = static_cast<double>((bucket - 1) % kPerOctave);
        return std::ldexp(kLeast * (1 + step / kPerOctave), static_cast<int>((bucket - 1) / kPerOctave));
    }
    /// Upper end of a bucket's samples: its upper edge, or the largest sample for the last bucket in use.
    [[nodiscard]] double upperEdge(std::size_t bucket) const noexcept {
        const double edge = lowerEdge(bucket + 1);
        return bucket != m_last ? edge : (std::max)((std::min)(edge, m_largest), lowerEdge(bucket) + 1);
    }
    /// The buckets in use: [first, last]; {0, 0} before the first sample.
    [[nodiscard]] std::size_t firstUsed() const noexcept { return m_first < kBuckets ? m_first : 0; }
    [[nodiscard]] std::size_t lastUsed() const noexcept { return m_last; }

private:
    std::array<double, kBuckets> m_weights{};
    double m_growth;
    double m_next = 1; // weight of the next sample
    double m_total = 0;
    double m_largest = 0;
    std::size_t m_first = kBuckets;
    std::size_t m_last = 0;
};

// ---- The margin that follows from it ----------------------------------------------------------------------
/// One margin and what follows from it for a wait: one sleep that is asked to end so long before the
/// deadline, then a spin. With L the oversleep and m the margin:
struct MarginPoint {
    double margin = 0; ///< m, ns
    double missed = 1; ///< P(L > m): share of wake-ups that come after the deadline
    double late = 1;   ///< missed, and the spins that lose the processor over the deadline; at most 1
    double spin = 0;   ///< E[(m − L)+], ns
};

/// What a margin is to reach. The default asks for as few late frames as can be.
struct MarginAims {
    double lateShare = 0;                                    ///< frames that may be late, in [0, 1]
    double spinLimit = (std::numeric_limits<double>::max)(); ///< mean spin of a wait, ns
    double hazard = 0; ///< chance per nanosecond of spinning that the spin ends late
    double longest = (std::numeric_limits<double>::max)(); ///< margin, ns
    double price = (std::numeric_limits<double>::max)();   ///< spin that one late frame less is worth, ns
};

/// The point at the part `part` of a bucket that begins at `low`; samples lie evenly in it.
[[nodiscard]] inline MarginPoint pointWithin(const MarginPoint& low, double width, double share, double part,
                                             double hazard) noexcept {
    MarginPoint point;
    point.margin = low.margin + part * width;
    point.missed = (std::max)(low.missed - part * share, 0.0);
    point.spin = low.spin + part * width * (1 - low.missed + part * share / 2);
    point.late = (std::min)(point.missed + hazard * point.spin, 1.0);
    return point;
}

/// The smallest margin that keeps within the late share; where the limits or the spin's own hazard do not
/// allow it, the one that is late least often. CPU and lateness are convex in the margin, so the smallest is
/// the cheapest (newsvendor problem: K. J. Arrow, T. Harris, J. Marschak, Optimal Inventory Policy, 1951).
/// The same where a wake-up within `spare` ns after the deadline is on time: `missed` is P(L > m + spare).
[[nodiscard]] inline MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims) noexcept {
    MarginPoint low;
    low.margin = LatencyHistogram::lowerEdge(oversleeps.firstUsed());
    MarginPoint best = low;
    double part = 1;
    for (std::size_t i = oversleeps.firstUsed(); i <= oversleeps.lastUsed() && part >= 1; ++i) {
        const double width = oversleeps.upperEdge(i) - low.margin;
        const double share = oversleeps.share(i);
        const MarginPoint high = pointWithin(low, width, share, 1, aims.hazard);
        // Of the bucket of the longest sample all is taken: it may hold that one value many times.
        if (high.late < aims.lateShare && low.late > high.late && high.margin < oversleeps.largest())
            part = std::clamp((low.late - aims.lateShare) / (low.late - high.late), 0.0, 1.0);
        if (high.spin > aims.spinLimit)
            part = (std::min)(part, std::clamp((aims.spinLimit - low.spin) / (high.spin - low.spin), 0.0, 1.0));
        if (high.margin > aims.longest)
            part = (std::min)(part, std::clamp((aims.longest - low.margin) / width, 0.0, 1.0));
        const MarginPoint reached = pointWithin(low, width, share, part, aims.hazard);
        if (reached.late + reached.spin / aims.price < best.late + best.spin / aims.price) best = reached;
        low = high;
    }
    return best;
}

inline MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims, double spare) noexcept {
    if (spare <= 0) return chooseMargin(oversleeps, aims);
    const double strict = chooseMargin(oversleeps, MarginAims{aims.lateShare}).margin; // with no tolerance
    MarginAims shorter = aims; // by the tolerance, within the caller's limits
    shorter.lateShare = 0;
    shorter.longest = (std::max)(strict - spare, 0.0);
    MarginPoint point = chooseMargin(oversleeps, shorter);
    MarginAims tolerated; // missed are only those that are late by more
    tolerated.longest = point.margin + spare;
    point.missed = chooseMargin(oversleeps, tolerated).missed;
    point.late = (std::min)(point.missed + aims.hazard * point.spin, 1.0);
    return point;
}

/// The margin that a share `tail` of the oversleeps exceeds; shorter if its spin were beyond `spinLimit`, ns.
[[nodiscard]] inline MarginPoint quantileOf(const LatencyHistogram& oversleeps, double tail,
                                            double spinLimit) noexcept {
    MarginAims aims;
    aims.lateShare = tail;
    aims.spinLimit = spinLimit;
    return chooseMargin(oversleeps, aims);
}

// ---- Whether the machine has changed, and what became of the last waits -----------------------------------
/// Notices much later or earlier wake-ups by two cumulative sums (E. S. Page, Continuous inspection schemes,
/// Biometrika 1954): of missed margins above three times as many as expected, and of the log-likelihood that
/// the longest twentieth of the oversleeps comes a third as often. Small changes it leaves to fading.
class ChangeWatch {
public:
    /// Adds a wake-up: whether it missed its margin, whether it was in the tail, and the shares of wake-ups
    /// that were expected to. True when a sum is beyond what chance explains.
    bool woke(bool missed, double expected, bool inTail, double tail, const Tuning& tuning) noexcept {
        m_later = (std::max)(0.0, m_later + (missed ? 1.0 : 0.0) - (std::min)(3 * expected, (1 + expected) / 2));
        // The logarithm of a third, and what is left of the tail's share without it.
        m_earlier = (std::max)(0.0, m_earlier + (inTail ? -1.09861228866811 : 0.0) + 2 * tail / 3);
        return m_later > tuning.laterAlarm || m_earlier > tuning.earlierAlarm;
    }
    /// Starts both sums again.
    void restart() noexcept { m_later = m_earlier = 0; }

private:
    double m_later = 0, m_earlier = 0;
};

/// What became of the last waits, as their caller saw it; older ones fade. How often something else than a
/// sleep made them late, and how likely a spin loses the processor over its deadline to another thread.
class Outcome {
public:
    explicit Outcome(const Tuning& tuning) noexcept : m_tuning(tuning) {}

    /// After a wait. `late`: it was, though its sleep woke in time, so no longer margin would have helped.
    void waited(bool late) noexcept { m_others += ((late ? 1 : 0) - m_others) / m_tuning.outcomeMemory; }
    /// After a spin of `length` ns. `lost`: it lost the processor over the deadline.
    void spun(double length, bool lost) noexcept {
        m_spun += length - m_spun / m_tuning.outcomeMemory;
        m_lost += (lost ? 1 : 0) - m_lost / m_tuning.outcomeMemory;
        m_hazard = (m_lost + m_tuning.priorLate) / (m_spun + m_tuning.priorSpun);
    }
    /// The machine may have changed: what is known weighs little against what comes next.
    void doubt() noexcept {
        const double kept = (std::min)(1.0, m_tuning.spunKept / (std::max)(m_spun, 1.0));
        m_spun *= kept;
        m_lost *= kept;
        m_others /= 2;
    }
    [[nodiscard]] double others() const noexcept { return m_others; } ///< share of the waits, in [0, 1]
    /// Chance per nanosecond of spinning that the spin ends late.
    [[nodiscard]] double hazard() const noexcept { return m_hazard; }

private:
    const Tuning& m_tuning;
    double m_others = 0;
    double m_hazard = 0;
    double m_spun = 0, m_lost = 0; // ns and spins, fading
};

// ---- All that is known of the machine ---------------------------------------------------------------------
/// What is known of sleeps of one octave of length: how late they wake, what a wake-up costs, and the margin
/// that follows.
struct Octave {
    static constexpr double kKnown = 30; ///< sleeps from which an octave is known

    LatencyHistogram oversleeps;
    ChangeWatch watch;
    MarginPoint choice;       ///< the margin of first sleeps
    MarginPoint last;         ///< the margin of a wait's last sleep: the same, unless `twice`
    double wakeCost = 15e3;   ///< CPU time of a sleep and its wake-up, ns
    std::uint32_t sleeps = 0; ///< so far
    MarginPoint tail;         ///< the longest twentieth of the oversleeps at the last choice
    bool twice = false;       ///< another sleep is to follow: cheaper than the spin that it saves
    bool ceiling = false;     ///< a longer margin would help, but costs too much
    bool stale = false;       ///< the choice is to be made anew

    /// One less than kKnown, since the older sleeps have faded a little.
    [[nodiscard]] bool known() const noexcept { return oversleeps.weighsMoreThan(kKnown - 1); }
    /// Keeps what its wake-ups cost.
    void forget() noexcept {
        oversleeps.clear();
        watch = ChangeWatch();
        twice = false;
    }
};

/// What the margins of a WakeModel are to reach.
struct ModelAims {
    static constexpr double kNone = (std::numeric_limits<double>::max)();

    double lateShare = 0.007;   ///< frames that may be late, in [0, 1]
    double frameBudget = kNone; ///< CPU time of a wait, wake-ups included; ns
    double ceiling = kNone;     ///< mean spin of a wait that punctuality may cost; ns
    double tolerance = 1'000;   ///< ns after the deadline that are on time
    bool once = false;          ///< one sleep a wait and no more, all of its late share
};

/// What `AdaptiveWait` knows of the machine: an Octave for sleeps of each length, the risk of spinning, and
/// what became of the last waits. From that and the aims it chooses the margins.
class WakeModel {
public:
    static constexpr std::size_t kLengths = 14; ///< octaves, up to 8.6 s

    /// `tuning` outlives it.
    explicit WakeModel(const Tuning& tuning) noexcept : m_tuning(tuning), m_outcome(tuning) {
        for (Octave& octave : m_octaves) octave.oversleeps = LatencyHistogram(tuning.memory);
    }

    void aim(const ModelAims& aims) noexcept {
        m_aims = aims;
        allStale();
    }

    /// The octave of a length.
    [[nodiscard]] std::size_t indexOf(Nanoseconds length) const noexcept {
        std::size_t index = 0;
        while (index + 1 < kLengths && length > longestOf(index)) ++index;
        return index;
    }
    /// The longest length of an octave.
    [[nodiscard]] Nanoseconds longestOf(std::size_t index) const noexcept {
        return Nanoseconds((std::int64_t{1} << (m_tuning.shortest + index)) - 1);
    }
    [[nodiscard]] const Octave& at(std::size_t index) const noexcept { return m_octaves[index]; }
    /// What became of the last waits; it is told of each.
    [[nodiscard]] Outcome& outcome() noexcept { return m_outcome; }
    [[nodiscard]] const Outcome& outcome() const noexcept { return m_outcome; }
    /// The longest oversleep of lengths that were not known yet; fades. ns
    [[nodiscard]] double worstUnknown() const noexcept { return m_worst; }
    /// What a wait that begins with a sleep of this octave costs: its wake-ups and the spin. ns
    [[nodiscard]] double costOfWait(std::size_t index) const noexcept {
        const Octave& octave = m_octaves[index];
        const Octave& last = m_octaves[lastOf(index)];
        return last.wakeCost + last.last.spin + (octave.twice ? octave.wakeCost : 0);
    }
    /// The sleep that such a wait ends with, which decides whether it is late: this one, or the second.
    [[nodiscard]] std::size_t lastOf(std::size_t index) const noexcept { return m_octaves[index].twice ? 0 : index; }
    /// Whether the next sleep's cost is worth a measurement.
    [[nodiscard]] bool wantsCost(std::size_t index) const noexcept { return m_octaves[index].sleeps % kCostEvery == 0; }

    /// A sleep of this octave woke so many ns after what was asked. Doubts all if the machine has changed.
    void slept(std::size_t index, double oversleep) noexcept {
        Octave& octave = m_octaves[index];
        octave.oversleeps.add(oversleep);
        ++octave.sleeps;
        const bool missed = oversleep > octave.choice.margin + (octave.twice ? 0 : spare());
        if (missed || octave.sleeps % m_tuning.choiceEvery == 0 ||
            !octave.oversleeps.weighsMoreThan(m_tuning.everyChoice))
            m_stale = octave.stale = true;
        if (!octave.known())
            m_worst = (std::max)(0.9 * m_worst, oversleep);
        else if (octave.watch.woke(missed, octave.choice.missed, oversleep > octave.tail.margin, octave.tail.missed,
                                   m_tuning))
            doubt();
    }
    /// What the last wake-up of this octave cost in CPU time, ns.
    void cost(std::size_t index, double cpu) noexcept {
        Octave& octave = m_octaves[index];
        const auto measured = static_cast<double>(octave.sleeps / kCostEvery + 1);
        octave.wakeCost += (cpu - octave.wakeCost) / (std::min)(measured, m_tuning.costMemory);
    }
    /// After a wait without a sleep. Now and then choices go stale: the risk of spinning may have changed.
    void spunThrough() noexcept {
        m_worst *= 0.9; // nor does one bad sleep keep from sleeping for long
        if (++m_spunThrough % m_tuning.choiceEvery == 0) allStale();
    }
    /// The machine has changed: its sleeps are learned anew.
    void forget() noexcept {
        for (Octave& octave : m_octaves) octave.forget();
        m_outcome.doubt();
    }
    /// The machine may have changed: what is known weighs little against what comes next.
    void doubt() noexcept {
        for (Octave& octave : m_octaves) {
            octave.oversleeps.fadeTo(m_tuning.sleptKept);
            octave.watch.restart();
        }
        allStale();
        m_outcome.doubt();
    }

    /// Makes the stale choices anew; called where time does not matter, before a sleep.
    void refresh() noexcept {
        if (!std::exchange(m_stale, false)) return;
        for (Octave& octave : m_octaves) {
            if (std::exchange(octave.stale, false)) choose(octave);
        }
    }

private:
    static constexpr std::uint32_t kCostEvery = 16; // sleeps

    /// One sleep gets the late share whole, and so does the second of two: the first may wake early at the price
    /// of a longer second one, which costs nothing while that stays short, so it takes next to nothing of the
    /// share.
    void choose(Octave& octave) noexcept {
        const Octave& second = m_octaves[0];
        MarginAims aims;
        aims.lateShare = allowed();
        aims.spinLimit = (std::max)(m_aims.frameBudget - octave.wakeCost, 0.0);
        aims.hazard = m_outcome.hazard();
        const bool may = &octave != &second && second.known() && octave.known() && !m_aims.once;
        const double least = octave.twice ? m_tuning.keepTwo : m_tuning.worthTwo;
        octave.twice = may && chooseMargin(octave.oversleeps, aims, spare()).spin >
                                  least * (second.wakeCost + chooseMargin(second.oversleeps, aims, spare()).spin);
        if (m_aims.ceiling < ModelAims::kNone)
            aims.price = static_cast<double>(m_tuning.worth.count()) / m_aims.lateShare;
        octave.last = octave.choice = lastMargin(octave, aims);
        if (octave.twice)
            octave.choice = quantileOf(octave.oversleeps, m_tuning.firstOfTwo * allowed(),
                                       static_cast<double>(m_tuning.shortSecond.count()));
        octave.tail = quantileOf(octave.oversleeps, m_tuning.tail, ModelAims::kNone);
    }
    void allStale() noexcept {
        for (Octave& octave : m_octaves) octave.stale = true;
        m_stale = true;
    }
    /// What else makes frames late comes off the late share, so that the whole is what was asked for; but not so
    /// much that the last tenths of a point cost a multiple.
    [[nodiscard]] double allowed() const noexcept {
        if (m_aims.once) return m_aims.lateShare;
        return (std::max)(m_aims.lateShare - m_outcome.others(), m_tuning.leastAllowed * m_aims.lateShare);
    }
    /// How long after the deadline a wake-up is still on time; the way out takes the tolerance's first
    /// microsecond. ns
    [[nodiscard]] double spare() const noexcept {
        return (std::max)(m_aims.tolerance - static_cast<double>(m_tuning.coldWayOut.count()), 0.0);
    }
    /// The cheapest margin that keeps within the share. Where none does, or none that is worth its price, the
    /// cheapest of those that are late as rarely as can be, as far as can be told from so many sleeps.
    [[nodiscard]] MarginPoint lastMargin(Octave& octave, MarginAims aims) const noexcept {
        aims.spinLimit = (std::min)(aims.spinLimit, m_aims.ceiling);
        MarginPoint point = chooseMargin(octave.oversleeps, aims, spare());
        octave.ceiling = point.late > aims.lateShare && point.spin > 0.99 * m_aims.ceiling;
        if (point.late > aims.lateShare && m_aims.ceiling < ModelAims::kNone) {
            const double variance = point.late * (1 - point.late) / (std::max)(octave.oversleeps.weight(), 1.0);
            aims.lateShare = point.late + m_tuning.equallyLate * std::sqrt(variance);
            point = chooseMargin(octave.oversleeps, aims, spare());
        }
        return point;
    }

    const Tuning& m_tuning;
    std::array<Octave, kLengths> m_octaves;
    Outcome m_outcome;
    ModelAims m_aims;
    std::uint32_t m_spunThrough = 0; // waits without a sleep
    double m_worst = 0;
    bool m_stale = false; // some choice is
};

/// The ticks that a machine's sleeps end on (Windows). Wake-ups come a little after a tick, so the ticks lie
/// along the lower edge of their times. A program may ask for finer ones, or a timer be granted no more.
class TickPhase {
public:
    /// `tick` ≤ 0: this machine has none.
    explicit TickPhase(Nanoseconds tick) noexcept : m_tick(tick) {}

    [[nodiscard]] bool known() const noexcept { return m_wakes > 0; }
    [[nodiscard]] Nanoseconds tick() const noexcept { return m_tick; }
    /// So long after a tick a wake-up still comes from it.
    static Nanoseconds spread(Nanoseconds tick) noexcept { return (std::min)(tick / 4, Nanoseconds{250'000}); }

    /// A sleep ended that was to end at `due`.
    void woke(TimePoint when, TimePoint due) noexcept {
        if (m_tick <= Nanoseconds{0}) return;
        if (!known()) m_anchor = when;
        m_last[m_wakes++ % m_last.size()] = when;
        const Nanoseconds after = since(when, m_anchor, m_tick);
        const bool off = after > spread(m_tick) && after < m_tick - m_tick / 32;
        m_doubt = (std::max)(0, m_doubt + (off || when - due > m_tick ? 4 : -1));
        // A little before a tick: that tick is earlier than was thought. After one: the ticks may drift, and
        // a first wake-up may have been a late one.
        m_anchor = after > m_tick - m_tick / 10 ? when : when - after + after / 256;
    }

    /// Whether the last wake-ups lie on ticks of another length: the longest that they can have is taken
    /// then.
    bool changed() noexcept {
        if (m_doubt < 48 || m_wakes < m_last.size()) return false;
        m_doubt = 0;
        for (const int length : {15'625, 10'000, 8'000, 5'000, 4'000, 2'000, 1'000, 500}) { // µs
            const Nanoseconds tick = Nanoseconds(1'000) * length;
            for (const TimePoint anchor : m_last) {
                const auto on = [&](TimePoint wake) { return since(wake, anchor, tick) <= spread(tick); };
                if (std::count_if(m_last.begin(), m_last.end(), on) <= 12) continue;
                m_anchor = anchor;
                return std::exchange(m_tick, tick) != tick;
            }
        }
        return false;
    }

    /// The last tick at or before `when`. Only while known().
    [[nodiscard]] TimePoint lastTick(TimePoint when) const noexcept { return when - since(when, m_anchor, m_tick); }

private:
    static Nanoseconds since(TimePoint when, TimePoint anchor, Nanoseconds tick) noexcept {
        return ((when - anchor) % tick + tick) % tick;
    }

    Nanoseconds m_tick;
    TimePoint m_anchor{};
    std::array<TimePoint, 16> m_last{}; // wake-ups
    std::size_t m_wakes = 0;
    int m_doubt = 0; // of the ticks' length
};

// ---- Which sleep comes next -------------------------------------------------------------------------------
/// One sleep of a wait.
struct SleepPlan {
    TimePoint until{};      ///< asked for
    TimePoint wakes{};      ///< when it should wake: then, or on the tick after it
    std::size_t length = 0; ///< WakeModel's index of what is slept
    double cost = 0;        ///< CPU time of the sleep and the spin after it, ns
    bool certain = false;   ///< enough is known to aim it at the deadline
    bool whole = false;     ///< it leaves no more than its margin: the last one of its wait
};

/// Plans the sleeps of a wait from what is known of the machine. Its caller decides which are worth it.
class SleepPlanner {
public:
    /// All outlive it.
    SleepPlanner(const WakeModel& model, const TickPhase& ticks, const Tuning& tuning) noexcept
        : m_model(model), m_ticks(ticks), m_tuning(tuning) {}

    /// The longest sleep that its own margin leaves time for; at the border of two octaves, the longest of
    /// the shorter. `second`: it follows a sleep that left its margin, and none follows it.
    [[nodiscard]] SleepPlan next(TimePoint now, TimePoint deadline, bool second = false) const noexcept {
        const Nanoseconds left = deadline - now;
        std::size_t index = m_model.indexOf(left);
        Knowledge known = knowledgeOf(index, second);
        // A wait may be longer than every sleep that it gets: then the length below is all that there is to know.
        if (!known.own && index > 0 && endsWithin(index - 1, left)) known = knowledgeOf(--index, second);
        Nanoseconds length = (std::min)(left - known.margin, m_model.longestOf(index));
        while (known.certain && index > 0 && m_model.indexOf(length) < index) {
            known = knowledgeOf(--index, second);
            length = (std::min)(left - known.margin, m_model.longestOf(index));
        }
        if (!known.certain) // so long as the ticks are not found, one may be waited for
            length = left - (std::max)({known.margin, left / known.caution,
                                        m_ticks.known() ? Nanoseconds{0} : m_ticks.tick()});
        const TimePoint target = now + length;
        SleepPlan plan;
        plan.until = plan.wakes = target;
        plan.length = known.certain ? index : m_model.indexOf(length);
        plan.cost = known.cost;
        plan.certain = known.certain;
        plan.whole = length >= left - known.margin; // not cut short at a border
        // The last tick that is early enough, asked for from well before it.
        if (m_ticks.known()) {
            plan.wakes = m_ticks.lastTick(target);
            plan.until = (std::max)(plan.wakes - m_ticks.tick() / 4, now + (plan.wakes - now) / 2);
            plan.cost += static_cast<double>((target - plan.wakes).count());
        }
        return plan;
    }

    /// Only second sleeps show what they cost, so every so many waits there is one on trial: of what a sleep
    /// of the octave `first` left at most half, and so that nine in ten end in time.
    [[nodiscard]] std::optional<SleepPlan> trial(TimePoint now, TimePoint deadline, std::size_t first,
                                                 std::int64_t wait) const noexcept {
        if (wait % m_tuning.trialEvery != 0 || m_ticks.known()) return std::nullopt;
        const Nanoseconds left = deadline - now;
        const std::size_t index = m_model.indexOf(left / 2);
        const Octave& alike = m_model.at(m_model.at(index).known() ? index : first);
        const double late = quantileOf(alike.oversleeps, 0.1, ModelAims::kNone).margin;
        const Nanoseconds length = (std::min)(left / 2, left - nanosecondsOf(late));
        if (length < m_tuning.worthASleep) return std::nullopt;
        SleepPlan plan;
        plan.until = plan.wakes = now + length;
        plan.length = index;
        return plan;
    }

private:
    /// What is known of sleeps of some length, from themselves or from others.
    struct Knowledge {
        Nanoseconds margin{};
        double cost = 0;      // CPU time of the sleep and the spin after it, ns
        int caution = 2;      // where not certain: at least that part of what is left is kept back
        bool certain = false; // well enough to aim a sleep at the deadline
        bool own = false;     // from sleeps of this very length
    };

    /// Longer sleeps wake later: for a length that is not known the next longer one stands as it is, a shorter
    /// one with twice its margin, to learn from, and another follows. Where nothing is known it is half of what
    /// is left, again and again, while the longest oversleep of such sleeps leaves room.
    [[nodiscard]] Knowledge knowledgeOf(std::size_t wanted, bool second) const noexcept {
        Knowledge known;
        for (std::size_t i = wanted; i < WakeModel::kLengths; ++i) {
            if (const Octave& at = m_model.at(i); at.known()) {
                const bool followed = at.twice && !second;
                known.margin = nanosecondsOf(followed ? at.choice.margin : at.last.margin);
                known.cost = followed ? m_model.costOfWait(i) : at.wakeCost + at.last.spin;
                known.caution = 1;
                known.certain = true;
                known.own = i == wanted;
                return known;
            }
        }
        for (std::size_t i = wanted; i-- > 0;) {
            if (const Octave& at = m_model.at(i); at.known()) {
                known.margin = nanosecondsOf(2 * at.choice.margin);
                known.caution = 16;
                return known;
            }
        }
        known.margin = nanosecondsOf(m_model.worstUnknown());
        return known;
    }
    /// Whether a sleep of this length, with its margin kept back twice at most, ends what is left of a wait; and
    /// whether that margin is no great part of it, or is there for a second sleep.
    [[nodiscard]] bool endsWithin(std::size_t index, Nanoseconds left) const noexcept {
        const Octave& length = m_model.at(index);
        const Nanoseconds margin = nanosecondsOf(length.choice.margin);
        return length.known() && left - 2 * margin <= m_model.longestOf(index) && (length.twice || 4 * margin <= left);
    }

    const WakeModel& m_model;
    const TickPhase& m_ticks;
    const Tuning& m_tuning;
};

/// Without sleeps nothing is learned, so now and then this sleeps as briefly as it can. The less such sleeps
/// fit into the wait, the rarer they are. When ten in a row have fitted, everything is learned anew.
class Explorer {
public:
    Explorer(SleepKind kind, const Tuning& tuning) noexcept
        : m_tuning(tuning), m_kind(kind), m_every(tuning.exploreFirst), m_backOff(m_every) {}

    /// In a wait without a sleep: sleeps as briefly as it can, if that is due. Returns its end, or `now`.
    TimePoint probe(TimeSource& time, TimePoint now, TimePoint deadline, TickPhase& ticks, WakeModel& model) noexcept {
        model.spunThrough();
        const bool noTick = ticks.tick() > Nanoseconds{0} && !ticks.known(); // where they lie comes first
        if ((++m_withoutSleep < m_every && !noTick) || deadline < now + m_tuning.exploreLeast) return now;
        if (ticks.known() && ticks.lastTick(deadline) <= now) return now; // none that a sleep could end on in time
        m_withoutSleep = 0;
        const TimePoint end = sleepUntil(time, now + m_tuning.exploreShortest, m_kind).end;
        ticks.woke(end, end);
        const bool fits = ticks.known() ? end < deadline : end - now <= (deadline - now) / 4;
        if (fits && ++m_fitted < m_tuning.exploreEnough) {
            m_every = m_tuning.exploreFirst / 10;
            return end;
        }
        if (fits) model.forget();
        m_every = m_backOff = (std::min)(2 * m_backOff, m_tuning.exploreLast);
        m_fitted = 0;
        return end;
    }

private:
    const Tuning& m_tuning;
    SleepKind m_kind;                                    // of native sleeps
    std::int64_t m_withoutSleep = 0, m_every, m_backOff; // waits; every so many; after one that did not fit
    int m_fitted = 0;                                    // in a row
};

// ---- The wait ---------------------------------------------------------------------------------------------
/// Waits until points in time. It learns how late this machine wakes sleeps of each length. It sleeps until
/// only a chosen share of the wake-ups would come too late, then spins.
/// * One thread, with all of its parts. About 34 kB; no allocation, lock or exception.
/// * Ends early only with the aim NoSpin or after a stop.
class AdaptiveWait {
public:
    /// Learns with `time`, which outlives it.
    explicit AdaptiveWait(TimeSource& time, const Tuning& tuning = Tuning()) noexcept
        : m_time(time),
          m_tuning(tuning),
          m_model(m_tuning),
          m_kind(time.tick(SleepKind::HighResolutionTimer) < time.tick(SleepKind::Absolute)
                     ? SleepKind::HighResolutionTimer
                     : SleepKind::Absolute),
          m_ticks(time.tick(m_kind)),
          m_planner(m_model, m_ticks, m_tuning),
          m_explorer(m_kind, m_tuning) {
        setAims();
    }
    AdaptiveWait(const AdaptiveWait&) = delete;

    /// What is to be reached from now on; what was learned is kept.
    void aim(const Aim& aim) noexcept {
        const auto* const share = std::get_if<LateShare>(&aim);
        const auto* const budget = std::get_if<CpuBudget>(&aim);
        m_share = share != nullptr ? *share : LateShare();
        m_share.share = (std::min)((std::max)(0.0001, m_share.share), 0.5); // what is not a number becomes the least
        m_share.tolerance = (std::max)(m_share.tolerance, Nanoseconds{0});
        m_budget = budget != nullptr ? (std::min)((std::max)(1e-6, budget->share), 1.0) : 0;
        m_spins = std::get_if<NoSpin>(&aim) == nullptr;
        setAims();
    }

    /// Waits; at once if the deadline has passed. Returns the clock read with which it ended. The last spin
    /// is in the caller's code: other code is in no cache after a sleep, and a microsecond late.
    TimePoint until(TimePoint deadline) noexcept {
        approach(deadline);
        return arrive(deadline);
    }

    /// The two halves of until(), for callers who make something ready between them. approach() sleeps, and
    /// spins until a few microseconds before the deadline. arrive() spins the rest.
    JITTERSCOPE_NOT_INLINED void approach(TimePoint deadline) noexcept {
        TimePoint now = m_time.now();
        prepare(deadline);
        m_waited = now < deadline;
        int sleeps = 0;
        bool second = false; // a sleep that was aimed at the deadline is over
        bool last = false;   // so is this one: another, where it woke early, would be late as often again
        while (now < deadline && !m_time.stopRequested()) {
            std::optional<SleepPlan> plan = m_planner.next(now, deadline, second);
            if (last || !worthASleep(*plan, now, deadline, sleeps))
                plan = sleeps == 1 && keepsAShare() ? m_planner.trial(now, deadline, m_firstLength, m_waits)
                                                    : std::nullopt;
            if (!plan) break;
            const bool aimed = plan->certain && plan->whole;
            last = aimed && (second || !keepsAShare() || !m_model.at(plan->length).twice);
            second = aimed;
            now = sleepOnce(*plan);
            if (sleeps++ == 0) m_firstLength = plan->length;
        }
        if (sleeps == 0 && m_spins) now = m_explorer.probe(m_time, now, deadline, m_ticks, m_model);
        m_spinBegin = now;
        // After a sleep nothing on the way out is in a cache. So it is walked once before, when there is time.
        // Points are compared, not subtracted: callers may give any, and a difference could overflow.
        if (m_spins && deadline > now + m_tuning.wayOut) {
            static_cast<void>(arrive(deadline - m_tuning.wayOut));
            m_time.rehearse();
        }
    }
    TimePoint arrive(TimePoint deadline) noexcept {
        return m_end = m_spins ? m_time.spinUntil(deadline, m_spin).end : m_time.now();
    }

    /// The margin in use.
    [[nodiscard]] Nanoseconds margin() const noexcept {
        return nanosecondsOf(m_model.at(m_model.lastOf(m_firstLength)).choice.margin);
    }

private:
    /// A sleep that costs more than spinning through what is left is none. That makes one sleep, several or none
    /// of a wait, whatever the machine is worth.
    [[nodiscard]] bool worthASleep(const SleepPlan& plan, TimePoint now, TimePoint deadline,
                                   int sleeps) const noexcept {
        const Nanoseconds length = plan.wakes - now - TickPhase::spread(m_ticks.tick()) / 4; // it may be over
        if (!plan.certain) return length >= (sleeps > 0 ? m_tuning.worthASleep : Nanoseconds{1});
        if (length <= Nanoseconds{0}) return false;
        return !keepsAShare() || static_cast<double>((deadline - now).count()) > plan.cost;
    }

    [[nodiscard]] bool keepsAShare() const noexcept { return m_spins && m_budget <= 0; }
    TimePoint sleepOnce(const SleepPlan& plan) noexcept {
        const bool costed = m_model.wantsCost(plan.length);
        const auto cpuBefore = costed ? m_time.cpuTime() : std::nullopt;
        const NativeSleep sleep = sleepUntil(m_time, plan.until, m_kind);
        if (m_time.stopRequested()) return sleep.end;
        m_ticks.woke(sleep.end, plan.wakes);
        m_model.slept(plan.length, static_cast<double>((sleep.end - plan.wakes).count()));
        if (cpuBefore) {
            if (const auto cpuAfter = m_time.cpuTime())
                m_model.cost(plan.length, static_cast<double>((*cpuAfter - *cpuBefore).count()));
        }
        return sleep.end;
    }
    /// What is computed is computed here, before the sleep, where it costs no lateness.
    void prepare(TimePoint deadline) noexcept {
        learnEnd();
        if (m_ticks.changed()) m_model.forget();
        using Span = std::chrono::duration<double, std::nano>; // of any two points
        const double apart = (Span(deadline.time_since_epoch()) - Span(m_deadline.time_since_epoch())).count();
        const double longest = static_cast<double>(m_waits) <= m_tuning.intervalMemory ? 1e10 : 8 * m_interval;
        const double interval = std::clamp(apart, 0.0, (std::max)(longest, 8e6)); // what is longer was a pause
        m_deadline = deadline;
        if (m_waits++ > 0)
            m_interval +=
                (interval - m_interval) / (std::min)(static_cast<double>(m_waits - 1), m_tuning.intervalMemory);
        if (m_budget > 0 &&
            (static_cast<double>(m_waits) < m_tuning.intervalMemory || m_waits % m_tuning.choiceEvery == 0))
            setAims();
        m_model.refresh();
    }
    /// What became of the last wait, as its caller saw it. A spin that ends much too late has lost the processor
    /// to another thread; one that ends a little too late to an interrupt, or on the way out.
    void learnEnd() noexcept {
        if (!m_waited || m_time.stopRequested()) return;
        const bool woke = m_spinBegin >= m_deadline;
        const bool late = m_end - m_deadline > m_share.tolerance;
        m_model.outcome().waited(late && !woke);
        if (m_spins && !woke)
            m_model.outcome().spun(static_cast<double>((m_deadline - m_spinBegin).count()),
                                   m_end - m_deadline > m_tuning.longLoss);
    }
    void setAims() noexcept {
        ModelAims aims;
        aims.lateShare = !m_spins ? 0.5 : m_budget > 0 ? 0 : m_share.share;
        aims.once = !keepsAShare();
        if (m_budget > 0) aims.frameBudget = m_budget * m_interval;
        if (keepsAShare()) {
            aims.ceiling = static_cast<double>(m_share.ceiling.count());
            aims.tolerance = static_cast<double>(m_share.tolerance.count());
        }
        m_model.aim(aims);
    }

    TimeSource& m_time;
    const Tuning m_tuning;
    WakeModel m_model;
    SleepKind m_kind; // of its native sleeps: the one that ends on the finest tick, where there are ticks
    TickPhase m_ticks;
    SleepPlanner m_planner;
    Explorer m_explorer;
    LateShare m_share;
    double m_budget = 0; // of one core, 0 … 1; 0: none
    SpinKind m_spin = SpinKind::Pause;
    bool m_spins = true;
    std::size_t m_firstLength = 0;
    TimePoint m_deadline{}, m_spinBegin{}, m_end{}; // of the last wait
    bool m_waited = false; // the last wait began before its deadline, and is not learned from yet
    std::int64_t m_waits = 0;
    double m_interval = 0; // between deadlines, ns, fading
};

/// An AdaptiveWait with the system's clock in it.
class PreciseWait : SteadyTime, public AdaptiveWait {
public:
    using LateShare = one_header::LateShare;
    using CpuBudget = one_header::CpuBudget;
    using NoSpin = one_header::NoSpin;

    explicit PreciseWait(const Aim& aimedAt = LateShare()) noexcept : AdaptiveWait(*static_cast<SteadyTime*>(this)) {
        aim(aimedAt);
    }

    /// What is known of sleeps: Nothing yet, their Latency, or that the system has Refused the last one.
    enum class Learned { Nothing = -1, Latency = 0, Refused = 1 };
    [[nodiscard]] Learned learned() const noexcept { return static_cast<Learned>((std::min)(lastError(), 1)); }
};

} // namespace v0_2_0
} // namespace jitterscope::one_header

namespace jitterscope {
using one_header::PreciseWait;
}
#undef JITTERSCOPE_NOT_INLINED

#endif // JITTERSCOPE_ADAPTIVE_WAIT_HPP

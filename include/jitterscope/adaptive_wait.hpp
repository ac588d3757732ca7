// SPDX-License-Identifier: MIT
//
// Jitterscope's `adaptive` 0.3.0 as one header: waits until points in time, in games, audio, robots and
// simulations. It learns how late this machine wakes a sleeping thread, sleeps until only a chosen share of the
// wake-ups would come too late, and spins the rest: nearly as exact as spinning, for the CPU time of a few wake-ups.
//
//     jitterscope::PreciseWait wait;
//     auto due = std::chrono::steady_clock::now(); // set it to now again after a pause
//     while (running) { frame(); wait.until(due += std::chrono::nanoseconds(16'666'667)); }
//
// * Copy it; it needs C++17, the standard library and Linux or Windows 10. adaptive_wait_c.h is the same for C.
// * One thread. About 34 kB; no allocation, lock or exception. It has learned enough after 30 sleeps.
// * until() returns the time at which it ended. Minus the deadline, that is the lateness.
// * Other aims: wait.aim(jitterscope::PreciseWait::LateShare{0.001}), Thrifty(), CpuBudget{0.03}, NoSpin(). Only NoSpin
//   is early. wait.achieved() tells the share of late frames that was reached.
// * If the system refuses to sleep (a sandbox may), each wait is spun to its end, with every aim; learned() says so.
// * Linux: after prctl(PR_SET_TIMERSLACK, 1) sleeps wake 50 µs earlier, so that they fit into shorter waits.
// * Windows: a high-resolution timer since 1803. Before that, sleeps end on the tick: call timeBeginPeriod(1) first.
// * With -ffp-contract=off and without -ffast-math it decides alike everywhere, to the bit; else nearly so.
// * This file is the source: Jitterscope's strategy `adaptive`, its tests and its C interface stand on it as it is.
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

#ifdef _MSC_VER
#define JITTERSCOPE_NOT_INLINED __declspec(noinline)
#else
#define JITTERSCOPE_NOT_INLINED [[gnu::noinline]]
#endif

namespace jitterscope::one_header {
// Another version in another file of the same program is another type.
inline namespace v0_3_0 {

// ---- Time -------------------------------------------------------------------------------------------------
// AdaptiveWait waits with a clock: any class with these members. SystemClock, at the end of this file, is one. A
// simulation or a test may bring its own. None of them allocates, locks or throws.
// * TimePoint now()
// * TimePoint sleepUntil(TimePoint) returns the time at which it woke. A signal does not shorten a sleep.
// * TimePoint spinUntil(TimePoint) returns the last clock read, and returns at once when the point has passed.
// * void rehearse() runs once what a caller does first after a wait, so that this code is in the caches.
// * bool stopRequested() const: true when waits shall return early.
// * std::optional<Nanoseconds> cpuTime(): CPU time of the calling thread so far; absent where unknown.
// * Nanoseconds tick() const: the tick that its sleeps end on (Windows); 0 if they end on none.
using Nanoseconds = std::chrono::nanoseconds;
using TimePoint = std::chrono::steady_clock::time_point; // CLOCK_MONOTONIC, QueryPerformanceCounter
static_assert(std::is_same_v<TimePoint::duration, Nanoseconds>, "steady_clock does not count nanoseconds");

/// A value in ns without its fraction.
[[nodiscard]] inline Nanoseconds nanosecondsOf(double value) noexcept {
    return Nanoseconds(static_cast<std::int64_t>(value));
}

// ---- What is asked for ------------------------------------------------------------------------------------
/// No more late frames than asked for, for the least CPU: kept wherever a margin under the ceiling can keep it. A frame
/// counts as late whatever the reason.
struct LateShare {
    double share = 0.007;         ///< of frames that may be late, in [0.0001, 0.5]
    Nanoseconds tolerance{1'000}; ///< ≥ 0; a wait that ends more than this after its deadline is late
    /// The margin spins at most this long on average. Half a millisecond is what a usual fixed margin costs.
    /// Where no sleep fits, all of a wait is spun.
    Nanoseconds ceiling{500'000};
};

/// The same, but one late frame less may cost at most 130 µs ÷ `share` of spinning. Where a few sleeps wake much later
/// than the others, somewhat more frames than asked for are late, for a fraction of the CPU (docs/adaptive.md).
struct Thrifty {
    double share = 0.007;
    Nanoseconds tolerance{1'000};
    Nanoseconds ceiling{500'000};
};

/// As few late frames as this CPU time allows.
struct CpuBudget {
    double share = 0.05; ///< of one core, in (0, 1]; exceeded by costly wake-ups, or where no sleep fits
};

/// No busy wait at all. Frames start early or late by the spread of the wake-ups, centred on the deadline.
struct NoSpin {};

/// What `AdaptiveWait` is to reach. A value outside its range counts as the nearer end of the range.
using Aim = std::variant<LateShare, CpuBudget, NoSpin, Thrifty>;

/// Every constant of `AdaptiveWait`. Users leave them alone. In brackets: the largest effect of half (/ 2)
/// and double (x 2) the value in `ablation`, without `fake-scheduler`: late frames in percentage points, CPU
/// as a ratio. [same]: less than 0.15 points and 5 %.
struct Tuning {
    // How much is remembered.
    unsigned shortest = 20;        ///< sleeps up to 2^20 ns wake alike, longer ones are learned by octaves
    double memory = 8'192;         ///< sleeps of an octave; a tail of 0.7 % is 57 of them [same]
    std::int64_t choiceEvery = 64; ///< sleeps after which a margin is chosen anew [same]
    double everyChoice = 200;      ///< until so many sleeps, it is chosen anew after each [same]
    double outcomeMemory = 2'048;  ///< waits [same]
    double intervalMemory = 32;    ///< waits
    double costMemory = 32;        ///< wake-ups whose CPU time was measured [same]
    double priorLate = 0.2;        ///< assumed at first: a fifth of a lost spin … [same]
    double priorSpun = 2e7;        ///< … in so many ns of spinning [x 2: CPU 1.16]
    Nanoseconds longLoss{50'000};  ///< a spin that ends later than this lost the processor to a thread [same]

    // What may be late.
    double leastAllowed = 0.5; ///< part of the late share that sleeps always get [same]
    /// With Thrifty, spin per frame that the whole late share is worth [/ 2: +0.3, CPU 0.63; x 2: CPU 1.28].
    Nanoseconds worth{130'000};
    /// Shares this many standard errors apart count as equal [/ 2: -0.2, CPU 1.07; x 2: +0.4, CPU 0.90].
    double equallyLate = 1;

    // The start. The next of n sleeps is longer than all of them with a chance of 1 / (n + 1), so n of them keep no
    // share below that. Until there are enough, the margin is at least this, which is what a usual fixed margin is.
    Nanoseconds safeStart{500'000};
    double mostAtStart = 2'048; ///< sleeps; even a smaller share than one in so many is kept by what was learned then

    // Changes of the machine.
    double laterAlarm = 30;   ///< missed margins above three times as many as expected [x 2: +0.3, CPU 0.92]
    double earlierAlarm = 54; ///< log of a likelihood; but late wake-ups come in bursts (docs/adaptive.md)
    double tail = 0.05;       ///< of the oversleeps; a machine that wakes earlier has fewer there [x 2: +0.2]
    double sleptKept = 100;   ///< after an alarm the past weighs so many sleeps
    double spunKept = 1.5e7;  ///< after an alarm the past weighs so many ns of spinning [same]

    // One sleep or two.
    double worthTwo = 1.1;              ///< least spin saved, in second sleeps [/ 2: CPU 1.06; x 2: +0.5, CPU 1.30]
    double keepTwo = 0.9;               ///< the same to go on with two, so that chance does not change it
    double firstOfTwo = 0.02;           ///< part of the late share that the first sleep gets [same]
    Nanoseconds shortSecond{1'000'000}; ///< second sleeps up to 1 ms wake alike [/ 2: +0.5; x 2: CPU 1.43]
    /// Least second sleep of an unknown length [/ 2: +0.9, CPU 0.94; x 2: CPU 1.18].
    Nanoseconds worthASleep{50'000};
    std::int64_t trialEvery = 8;   ///< waits between second sleeps on trial [x 2: CPU 1.15]
    std::int64_t trialAtStart = 4; ///< the same until there were enough of them
    double trialLate = 0.02;       ///< share of them that may be late
    double trialLateAtStart = 0.1; ///< the same until there were enough of them

    // Exploring where nothing is slept.
    std::int64_t exploreAtStart = 4;  ///< waits without a sleep, at the start
    std::int64_t exploreFirst = 100;  ///< waits without a sleep [same]
    std::int64_t exploreLast = 6'400; ///< [same]
    int exploreEnough = 10;           ///< sleeps in a row that fitted [same]
    Nanoseconds exploreLeast{50'000};
    Nanoseconds exploreShortest{1'000};

    // The way out (docs/adaptive.md has what it is worth on a real machine).
    Nanoseconds wayOut{5'000};     ///< so long before the deadline, it is run once
    Nanoseconds coldWayOut{1'000}; ///< how long it takes otherwise; comes off every tolerance
};

// ---- How late sleeps wake ---------------------------------------------------------------------------------
/// A histogram of wake-up latencies: 16 buckets an octave, 512 ns … 67 ms; the first and the last take what
/// is beyond. Each sample weighs a little more than the one before it, so the weight of old ones fades.
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

    // The binary exponent gives the octave, linear steps divide it. No logarithm: the same bits everywhere.
    [[nodiscard]] static std::size_t bucketOf(double value) noexcept {
        if (!(value >= kLeast)) return 0;
        int octave = 0;
        const double part = std::frexp((std::min)(value, 6.7e7) / kLeast, &octave); // in [0.5, 1)
        const std::size_t first = static_cast<std::size_t>(octave - 1) * kPerOctave + 1;
        return (std::min)(first + static_cast<std::size_t>((2 * part - 1) * kPerOctave), kBuckets - 1);
    }
    /// Of bucket kBuckets: its upper end.
    [[nodiscard]] static double lowerEdge(std::size_t bucket) noexcept {
        if (bucket == 0) return 0;
        const auto step = static_cast<double>((bucket - 1) % kPerOctave);
        const std::size_t octave = (std::min)((bucket - 1) / kPerOctave, kOctaves);
        return kLeast * (1 + step / kPerOctave) * static_cast<double>(std::uint64_t{1} << octave);
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
    static constexpr double kLeast = 512; // ns
    static constexpr double kHeaviest = 1e100;

    std::array<double, kBuckets> m_weights{};
    double m_growth;
    double m_next = 1; // weight of the next sample
    double m_total = 0;
    double m_largest = 0;
    std::size_t m_first = kBuckets;
    std::size_t m_last = 0;
};

// ---- The margin that follows from it ----------------------------------------------------------------------
/// One margin and what follows from it for a wait. The wait is one sleep that is asked to end that long
/// before the deadline, then a spin. L is the oversleep and m the margin:
struct MarginPoint {
    double margin = 0; ///< m, ns
    double missed = 1; ///< P(L > m): share of wake-ups that come after the deadline
    double late = 1;   ///< missed, plus the spins that lose the processor at the deadline; at most 1
    double spin = 0;   ///< E[(m − L)+], ns
};

/// What a margin is to reach. The default asks for as few late frames as can be.
struct MarginAims {
    double lateShare = 0;                                    ///< share of frames that may be late, in [0, 1]
    double spinLimit = (std::numeric_limits<double>::max)(); ///< mean spin of a wait, ns
    double hazard = 0; ///< chance per nanosecond of spinning that the spin ends late
    double longest = (std::numeric_limits<double>::max)(); ///< the longest margin, ns
    double price = (std::numeric_limits<double>::max)();   ///< spin that is worth one late frame less, ns
};

/// The point at the part `part`, in [0, 1], of a bucket that begins at `low`. Samples lie evenly in it.
[[nodiscard]] inline MarginPoint pointWithin(const MarginPoint& low, double width, double share, double part,
                                             double hazard) noexcept {
    MarginPoint point;
    point.margin = low.margin + part * width;
    point.missed = (std::max)(low.missed - part * share, 0.0);
    point.spin = low.spin + part * width * (1 - low.missed + part * share / 2);
    point.late = (std::min)(point.missed + hazard * point.spin, 1.0);
    return point;
}

/// The smallest margin that keeps within the late share. If the limits or the spin's own hazard do not allow
/// one, the margin that is late least often. CPU and lateness are convex in the margin, so the smallest is
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
        // The bucket of the longest sample is taken whole: it may hold that one value many times.
        if (high.late < aims.lateShare && low.late > high.late && high.margin < oversleeps.largest())
            part = std::clamp((low.late - aims.lateShare) / (low.late - high.late), 0.0, 1.0);
        if (high.spin > aims.spinLimit)
            part = (std::min)(part, std::clamp((aims.spinLimit - low.spin) / (high.spin - low.spin), 0.0, 1.0));
        if (high.margin > aims.longest)
            part = (std::min)(part, std::clamp((aims.longest - low.margin) / width, 0.0, 1.0));
        const MarginPoint reached = part < 1 ? pointWithin(low, width, share, part, aims.hazard) : high;
        if (reached.late + reached.spin / aims.price < best.late + best.spin / aims.price) best = reached;
        low = high;
    }
    return best;
}

inline MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims, double spare) noexcept {
    if (spare <= 0) return chooseMargin(oversleeps, aims);
    const double strict = chooseMargin(oversleeps, MarginAims{aims.lateShare}).margin; // with no tolerance
    MarginAims shorter = aims; // shorter by the tolerance, within the caller's limits
    shorter.lateShare = 0;
    shorter.longest = (std::max)(strict - spare, 0.0);
    MarginPoint point = chooseMargin(oversleeps, shorter);
    MarginAims tolerated; // a wake-up within the tolerance has not missed
    tolerated.longest = point.margin + spare;
    point.missed = chooseMargin(oversleeps, tolerated).missed;
    point.late = (std::min)(point.missed + aims.hazard * point.spin, 1.0);
    return point;
}

/// The margin that a share `tail` of the oversleeps exceeds; shorter if it spun beyond `spinLimit` ns.
[[nodiscard]] inline MarginPoint quantileOf(const LatencyHistogram& oversleeps, double tail,
                                            double spinLimit) noexcept {
    MarginAims aims;
    aims.lateShare = tail;
    aims.spinLimit = spinLimit;
    return chooseMargin(oversleeps, aims);
}

// ---- Whether the machine has changed, and what became of the last waits -----------------------------------
/// Notices that wake-ups have become much later or earlier, by two cumulative sums (E. S. Page, Continuous
/// inspection schemes, Biometrika 1954): missed margins beyond three times the expected number, and the
/// log-likelihood ratio that the longest twentieth of oversleeps comes a third as often.
class ChangeWatch {
public:
    /// Adds a wake-up. It `missed` its margin or not, and was `inTail` or not; `expected` and `tail` are the
    /// shares that were expected to. True when a sum is beyond what chance explains.
    bool woke(bool missed, double expected, bool inTail, double tail, const Tuning& tuning) noexcept {
        m_later = (std::max)(0.0, m_later + (missed ? 1.0 : 0.0) - (std::min)(3 * expected, (1 + expected) / 2));
        // Of a Poisson count: log(1/3) for each one in the tail, and two thirds of the expected share.
        m_earlier = (std::max)(0.0, m_earlier + (inTail ? -1.09861228866811 : 0.0) + 2 * tail / 3);
        return m_later > tuning.laterAlarm || m_earlier > tuning.earlierAlarm;
    }
    /// Starts both sums again.
    void restart() noexcept { m_later = m_earlier = 0; }

private:
    double m_later = 0, m_earlier = 0;
};

/// How the last waits ended for their caller; older ones fade. It knows how often something else than a sleep
/// made them late, and how likely a spin loses the processor to another thread at its deadline.
class Outcome {
public:
    explicit Outcome(const Tuning& tuning) noexcept : m_tuning(tuning) {}

    /// After a wait. `late`: it was late although its sleep woke in time, so the margin was not too short.
    void waited(bool late) noexcept { m_others += ((late ? 1 : 0) - m_others) / m_tuning.outcomeMemory; }
    /// After a spin of `length` ns. `lost`: it lost the processor at the deadline.
    void spun(double length, bool lost) noexcept {
        m_spun += length - m_spun / m_tuning.outcomeMemory;
        m_lost += (lost ? 1 : 0) - m_lost / m_tuning.outcomeMemory;
        m_hazard = (m_lost + m_tuning.priorLate) / (m_spun + m_tuning.priorSpun);
    }
    /// The machine may have changed: from now on the past weighs little against what comes next.
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
/// What is known of sleeps of one octave of length: how late they wake, their cost, and the margin to use.
struct Octave {
    static constexpr double kKnown = 30; ///< after so many sleeps an octave is known

    LatencyHistogram oversleeps;
    ChangeWatch watch;
    MarginPoint choice;       ///< the margin of first sleeps
    MarginPoint last;         ///< the margin of a wait's last sleep: as `choice`, unless `twice`
    double wakeCost = 15e3;   ///< CPU time of a sleep and its wake-up, ns
    std::uint32_t sleeps = 0; ///< so far
    MarginPoint tail;         ///< the longest twentieth of the oversleeps at the last choice
    bool twice = false;       ///< a second sleep is to follow, since it costs less than the spin that it saves
    bool ceiling = false;     ///< a longer margin would help, but costs too much
    bool stale = false;       ///< the choice is to be made anew

    /// One less than kKnown, since the older sleeps have faded a little.
    [[nodiscard]] bool known() const noexcept { return oversleeps.weighsMoreThan(kKnown - 1); }
    /// Forgets everything but the cost of its wake-ups.
    void forget() noexcept {
        oversleeps.clear();
        watch = ChangeWatch();
        twice = false;
    }
};

/// What the margins of a WakeModel are to reach.
struct ModelAims {
    static constexpr double kNone = (std::numeric_limits<double>::max)();

    double lateShare = 0.007;   ///< share of frames that may be late, in [0, 1]
    double frameBudget = kNone; ///< CPU time of a wait, wake-ups included; ns
    double ceiling = kNone;     ///< longest mean spin that the late share may cost; ns
    double tolerance = 1'000;   ///< so long after the deadline a wait is still on time; ns
    bool thrifty = false;       ///< a late frame less is worth only so much spinning
    bool once = false;          ///< only one sleep per wait, which gets all of the late share
};

/// What `AdaptiveWait` knows of the machine: an Octave for sleeps of each length, the risk of spinning, and
/// how the last waits ended. From that and the aims it chooses the margins.
class WakeModel {
public:
    static constexpr std::size_t kLengths = 14; ///< octaves, up to 8.6 s

    /// `tuning` must outlive it.
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
    /// How the last waits ended; the caller reports each one here.
    [[nodiscard]] Outcome& outcome() noexcept { return m_outcome; }
    [[nodiscard]] const Outcome& outcome() const noexcept { return m_outcome; }
    /// The margin of lengths that are not known yet, ns: a safe one, or the longest oversleep of such lengths, which
    /// fades.
    [[nodiscard]] double marginOfUnknown() const noexcept { return (std::max)(m_worst, safeMargin()); }
    /// Whether no sleep of a length that was not known yet has been longer than the safe margin.
    [[nodiscard]] bool safeIsEnough() const noexcept { return m_worst < safeMargin(); }
    /// Whether there were too few sleeps of this octave to keep the share by what was learned of them.
    [[nodiscard]] bool atStart(const Octave& octave) const noexcept {
        return octave.sleeps < (std::min)(1 / (std::max)(m_aims.lateShare, 1e-9), m_tuning.mostAtStart);
    }
    /// Whether its shortest sleeps are to have the safe margin of the start.
    [[nodiscard]] bool startsSafely() const noexcept { return safeMargin() > 0 && atStart(m_octaves[0]); }
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

    /// A sleep of this octave woke `oversleep` ns later than asked. Calls doubt() if the machine has changed.
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
        const std::uint32_t measured = octave.sleeps / kCostEvery + 1;
        octave.wakeCost += (cpu - octave.wakeCost) / (std::min)(1.0 * measured, m_tuning.costMemory);
    }
    /// After a wait without a sleep. Now and then choices go stale, because the risk of spinning may change.
    void spunThrough() noexcept {
        m_worst *= 0.9; // so one bad sleep does not prevent sleeps for long
        if (++m_spunThrough % m_tuning.choiceEvery == 0) allStale();
    }
    /// The machine has changed: everything about its sleeps is learned anew.
    void forget() noexcept {
        for (Octave& octave : m_octaves) octave.forget();
        m_outcome.doubt();
    }
    /// The machine may have changed: from now on the past weighs little against what comes next.
    void doubt() noexcept {
        for (Octave& octave : m_octaves) {
            octave.oversleeps.fadeTo(m_tuning.sleptKept);
            octave.watch.restart();
        }
        allStale();
        m_outcome.doubt();
    }

    /// Makes the stale choices anew. Called before a sleep, where time does not matter.
    void refresh() noexcept {
        if (!std::exchange(m_stale, false)) return;
        for (Octave& octave : m_octaves) {
            if (std::exchange(octave.stale, false)) choose(octave);
        }
    }

private:
    static constexpr std::uint32_t kCostEvery = 16; // sleeps

    /// A single sleep gets the whole late share, and so does the second of two. The first of two takes almost
    /// nothing of it: it may wake early, since a longer second sleep costs nothing while it stays short.
    void choose(Octave& octave) noexcept {
        const Octave& second = m_octaves[0];
        MarginAims aims;
        aims.lateShare = allowed();
        aims.spinLimit = (std::max)(m_aims.frameBudget - octave.wakeCost, 0.0);
        aims.hazard = m_outcome.hazard();
        const bool may = &octave != &second && second.known() && octave.known() && !m_aims.once;
        const double least = octave.twice ? m_tuning.keepTwo : m_tuning.worthTwo;
        const auto spinOf = [&](const Octave& each) { return chooseMargin(each.oversleeps, aims, spare()).spin; };
        octave.twice = may && spinOf(octave) > least * (second.wakeCost + spinOf(second));
        if (m_aims.thrifty) aims.price = static_cast<double>(m_tuning.worth.count()) / m_aims.lateShare;
        octave.last = octave.choice = safePoint(octave, lastMargin(octave, aims));
        if (octave.twice)
            octave.choice = quantileOf(octave.oversleeps, m_tuning.firstOfTwo * allowed(),
                                       static_cast<double>(m_tuning.shortSecond.count()));
        octave.tail = quantileOf(octave.oversleeps, m_tuning.tail, ModelAims::kNone);
    }
    void allStale() noexcept {
        for (Octave& octave : m_octaves) octave.stale = true;
        m_stale = true;
    }
    /// The late share less the frames that something else makes late, so that the sum is what was asked for. But
    /// a part always stays, or the last tenths of a point would cost many times as much.
    [[nodiscard]] double allowed() const noexcept {
        if (m_aims.once) return m_aims.lateShare;
        return (std::max)(m_aims.lateShare - m_outcome.others(), m_tuning.leastAllowed * m_aims.lateShare);
    }
    /// How long after the deadline a wake-up is still on time, ns. The way out takes the rest of the tolerance.
    [[nodiscard]] double spare() const noexcept {
        return (std::max)(m_aims.tolerance - static_cast<double>(m_tuning.coldWayOut.count()), 0.0);
    }
    /// The margin of a safe start, ns; none where the aim is not a share.
    [[nodiscard]] double safeMargin() const noexcept {
        const auto safe = static_cast<double>(m_tuning.safeStart.count());
        return m_aims.once ? 0 : (std::max)((std::min)(safe, m_aims.ceiling) - spare(), 0.0);
    }
    /// `point`, or at the start the point of the safe margin, if that is longer.
    [[nodiscard]] MarginPoint safePoint(const Octave& octave, const MarginPoint& point) const noexcept {
        const double safe = safeMargin();
        if (!atStart(octave) || point.margin >= safe) return point;
        MarginAims upTo;
        upTo.longest = safe;
        MarginPoint longer = chooseMargin(octave.oversleeps, upTo); // at most the longest oversleep
        longer.spin += safe - longer.margin;
        longer.margin = safe;
        longer.late = (std::min)(longer.missed + m_outcome.hazard() * longer.spin, 1.0);
        return longer;
    }
    /// The cheapest margin that keeps within the share. If none does, or none is worth its price, the cheapest of
    /// those that are least often late, as far as so many sleeps can tell.
    [[nodiscard]] MarginPoint lastMargin(Octave& octave, MarginAims aims) const noexcept {
        aims.spinLimit = (std::min)(aims.spinLimit, m_aims.ceiling);
        MarginPoint point = chooseMargin(octave.oversleeps, aims, spare());
        octave.ceiling = point.late > aims.lateShare && point.spin > 0.99 * m_aims.ceiling;
        if (point.late > aims.lateShare && m_aims.ceiling < ModelAims::kNone) {
            const double told = (std::max)(octave.oversleeps.weight(), m_tuning.mostAtStart);
            const double variance = point.late * (1 - point.late) / told;
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
    bool m_stale = false; // some octave is stale
};

/// The ticks that a machine's sleeps end on (Windows). Wake-ups come a little after a tick, so the earliest
/// wake-ups show where the ticks are. Their length may change: any program can ask for another one.
class TickPhase {
public:
    /// `tick` ≤ 0: this machine has none.
    explicit TickPhase(Nanoseconds tick) noexcept : m_tick(tick) {}

    [[nodiscard]] bool known() const noexcept { return m_wakes > 0; }
    [[nodiscard]] Nanoseconds tick() const noexcept { return m_tick; }
    /// A wake-up at most this long after a tick still counts to it.
    static Nanoseconds spread(Nanoseconds tick) noexcept { return (std::min)(tick / 4, Nanoseconds{250'000}); }

    /// A sleep ended at `when`. It was to end at `due`.
    void woke(TimePoint when, TimePoint due) noexcept {
        if (m_tick <= Nanoseconds{0}) return;
        if (!known()) m_anchor = when;
        m_last[m_wakes++ % m_last.size()] = when;
        const Nanoseconds after = since(when, m_anchor, m_tick);
        const bool off = after > spread(m_tick) && after < m_tick - m_tick / 32;
        m_doubt = (std::max)(0, m_doubt + (off || when - due > m_tick ? 4 : -1));
        // A wake-up a little before a tick shows that the tick is earlier than was thought. After a tick the
        // anchor follows slowly: ticks may drift, and the first wake-up may have been a late one.
        m_anchor = after > m_tick - m_tick / 10 ? when : when - after + after / 256;
    }

    /// Whether the last wake-ups lie on ticks of another length. If so, the longest possible one is taken.
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
    TimePoint until{};      ///< when it is asked to end
    TimePoint wakes{};      ///< when it should wake: at `until`, or on the tick after it
    std::size_t length = 0; ///< WakeModel's index of what is slept
    double cost = 0;        ///< CPU time of the sleep and the spin after it, ns
    bool certain = false;   ///< enough is known to aim it at the deadline
    bool whole = false;     ///< it leaves no more than its margin, so it may be the last of its wait
};

/// Plans the sleeps of a wait from what is known of the machine. The caller decides which are worth it.
class SleepPlanner {
public:
    /// All of these must outlive it.
    SleepPlanner(const WakeModel& model, const TickPhase& ticks, const Tuning& tuning) noexcept
        : m_model(model), m_ticks(ticks), m_tuning(tuning) {}

    /// The longest sleep that leaves its own margin; at the border of two octaves, the longest one of the
    /// shorter octave. `second`: it follows a sleep that left its margin, and no other sleep follows it.
    [[nodiscard]] SleepPlan next(TimePoint now, TimePoint deadline, bool second = false) const noexcept {
        const Nanoseconds left = deadline - now;
        std::size_t index = m_model.indexOf(left);
        Knowledge known = knowledgeOf(index, second);
        // No sleep may be as long as the wait itself. Then its octave is never known, and the one below is used.
        if (!known.own && index > 0 && endsWithin(index - 1, left)) known = knowledgeOf(--index, second);
        Nanoseconds length = (std::min)(left - known.margin, m_model.longestOf(index));
        while (known.certain && index > 0 && m_model.indexOf(length) < index) {
            known = knowledgeOf(--index, second);
            length = (std::min)(left - known.margin, m_model.longestOf(index));
        }
        if (!known.certain) // until the ticks are found, a sleep may last one tick longer
            length = left - (std::max)({known.margin, left / known.caution,
                                        m_ticks.known() ? Nanoseconds{0} : m_ticks.tick()});
        const TimePoint target = now + length;
        SleepPlan plan;
        plan.until = plan.wakes = target;
        plan.length = known.certain ? index : m_model.indexOf(length);
        plan.cost = known.cost;
        plan.certain = known.certain;
        plan.whole = length >= left - known.margin; // not cut short at a border
        // The last tick that is early enough. The sleep is asked to end well before it.
        if (m_ticks.known()) {
            plan.wakes = m_ticks.lastTick(target);
            plan.until = (std::max)(plan.wakes - m_ticks.tick() / 4, now + (plan.wakes - now) / 2);
            plan.cost += static_cast<double>((target - plan.wakes).count());
        }
        return plan;
    }

    /// A second sleep on trial, every few waits, since only second sleeps show what they cost. It is at most half of
    /// what the first sleep, of octave `first`, left; and so short that few are late.
    [[nodiscard]] std::optional<SleepPlan> trial(TimePoint now, TimePoint deadline, std::size_t first,
                                                 std::int64_t wait) const noexcept {
        const Nanoseconds left = deadline - now;
        const std::size_t index = m_model.indexOf(left / 2);
        const bool young = m_model.atStart(m_model.at(index)); // they are few, so they may be late more often
        const std::int64_t every = young ? m_tuning.trialAtStart : m_tuning.trialEvery;
        if (index == first || wait % every != 0 || m_ticks.known() || left / 2 < m_tuning.worthASleep)
            return std::nullopt; // of its own octave the first sleep has shown the cost
        const Octave& alike = m_model.at(m_model.at(index).known() ? index : first);
        if (!alike.known()) return std::nullopt;
        const double share = young ? m_tuning.trialLateAtStart : m_tuning.trialLate;
        const double late = quantileOf(alike.oversleeps, share, ModelAims::kNone).margin;
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
        int caution = 2;      // where not certain, at least left / caution is not slept
        bool certain = false; // enough is known to aim a sleep at the deadline
        bool own = false;     // from sleeps of this very length
    };

    /// Longer sleeps wake later. So the next longer known length stands for an unknown one. Else a shorter length
    /// stands for it with twice its margin, and another sleep follows. If nothing is known, a safe margin is kept back;
    /// once a sleep was longer than that, half of what is left is slept, again and again, as long as that leaves room.
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
        known.margin = nanosecondsOf(m_model.marginOfUnknown());
        if (m_model.safeIsEnough()) known.caution = (std::numeric_limits<int>::max)();
        return known;
    }
    /// Whether a sleep of this octave can end the wait, if at most twice its margin is left; and whether that
    /// margin is a small part of the wait, or leaves room for a second sleep.
    [[nodiscard]] bool endsWithin(std::size_t index, Nanoseconds left) const noexcept {
        const Octave& length = m_model.at(index);
        const Nanoseconds margin = nanosecondsOf(length.choice.margin);
        return length.known() && left - 2 * margin <= m_model.longestOf(index) && (length.twice || 4 * margin <= left);
    }

    const WakeModel& m_model;
    const TickPhase& m_ticks;
    const Tuning& m_tuning;
};

/// Without sleeps nothing is learned. So in waits without one, this now and then sleeps as briefly as it can: often at
/// the start, when the safe margin may leave no room for others, and these sleeps are learned from; later rarely, and
/// when ten in a row have fitted into their waits, everything is learned anew. After one that did not fit, the next
/// ones are rarer.
class Explorer {
public:
    explicit Explorer(const Tuning& tuning) noexcept
        : m_tuning(tuning), m_every(tuning.exploreFirst), m_backOff(m_every) {}

    /// In a wait without a sleep: sleeps as briefly as it can, if one is due. Returns its end, or else `now`.
    template <typename Clock>
    TimePoint probe(Clock& clock, TimePoint now, TimePoint deadline, TickPhase& ticks, WakeModel& model) noexcept {
        model.spunThrough();
        const bool noTick = ticks.tick() > Nanoseconds{0} && !ticks.known(); // they must be found first
        const bool starts = ticks.tick() <= Nanoseconds{0} && model.startsSafely();
        if ((++m_withoutSleep < (starts ? m_atStart : m_every) && !noTick) || deadline < now + m_tuning.exploreLeast)
            return now;
        if (ticks.known() && ticks.lastTick(deadline) <= now) return now; // no sleep could end in time
        m_withoutSleep = 0;
        const TimePoint asked = now + m_tuning.exploreShortest;
        const TimePoint end = clock.sleepUntil(asked);
        ticks.woke(end, end);
        const bool fits = ticks.known() ? end < deadline : end - now <= (deadline - now) / (starts ? 2 : 4);
        if (starts) {
            m_atStart = fits ? m_tuning.exploreAtStart : (std::min)(2 * m_atStart, m_tuning.exploreLast);
            model.slept(0, static_cast<double>((end - asked).count()));
            return end;
        }
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
    std::int64_t m_withoutSleep = 0, m_every, m_backOff; // in waits; a misfit doubles m_backOff
    std::int64_t m_atStart = m_tuning.exploreAtStart;    // as m_every, at the start
    int m_fitted = 0;                                    // in a row
};

// ---- The wait ---------------------------------------------------------------------------------------------
/// What came of the waits since the last aim(), by the clock that it waits with.
struct Achieved {
    std::int64_t waits = 0; ///< that began before their deadline
    std::int64_t late = 0;  ///< of these, ended more than the tolerance after it, for whatever reason
    /// late ÷ waits, with a 95 % interval that takes late frames for independent, which they are not always.
    double share = 0, low = 0, high = 1;
    std::int64_t overdue = 0;      ///< waits that began at or after their deadline; not among `waits`
    bool ceiling = false;          ///< fewer late frames would cost more spinning than the ceiling allows
    std::int64_t ceilingWaits = 0; ///< for so many waits now
};

/// Waits until points in time. It learns how late this machine wakes sleeps of each length. It sleeps until
/// only a chosen share of the wake-ups would come too late, then spins.
/// * Used by one thread, with all of its parts. About 34 kB; no allocation, lock or exception.
/// * Ends early only with the aim NoSpin or after a stop.
template <typename Clock>
class AdaptiveWait {
public:
    /// Waits and learns with `clock`, which must outlive it.
    explicit AdaptiveWait(Clock& clock, const Tuning& tuning = Tuning()) noexcept
        : m_clock(clock),
          m_tuning(tuning),
          m_model(m_tuning),
          m_ticks(clock.tick()),
          m_planner(m_model, m_ticks, m_tuning),
          m_explorer(m_tuning) {
        setAims();
    }
    AdaptiveWait(const AdaptiveWait&) = delete;

    /// Sets what is to be reached from now on. What was learned is kept.
    void aim(const Aim& aim) noexcept {
        const auto* const share = std::get_if<LateShare>(&aim);
        const auto* const thrifty = std::get_if<Thrifty>(&aim);
        const auto* const budget = std::get_if<CpuBudget>(&aim);
        m_share = share != nullptr ? *share : LateShare();
        if (thrifty != nullptr) m_share = LateShare{thrifty->share, thrifty->tolerance, thrifty->ceiling};
        m_thrifty = thrifty != nullptr;
        m_share.share = (std::min)((std::max)(0.0001, m_share.share), 0.5); // NaN becomes the smallest
        m_share.tolerance = (std::max)(m_share.tolerance, Nanoseconds{0});
        m_budget = budget != nullptr ? (std::min)((std::max)(1e-6, budget->share), 1.0) : 0;
        m_spins = std::get_if<NoSpin>(&aim) == nullptr;
        m_achieved = Achieved();
        m_waited = false; // the last wait was of the aim before
        setAims();
    }

    /// Waits, or returns at once if the deadline has passed. Returns the time at which the wait ended. The
    /// last spin is inlined: after a sleep other code is in no cache, and would be a microsecond late.
    TimePoint until(TimePoint deadline) noexcept {
        approach(deadline);
        return arrive(deadline);
    }

    /// The two halves of until(), for callers who make something ready between them. approach() sleeps, and
    /// spins until a few microseconds before the deadline. arrive() spins the rest.
    JITTERSCOPE_NOT_INLINED void approach(TimePoint deadline) noexcept {
        TimePoint now = m_clock.now();
        prepare(deadline);
        m_waited = now < deadline;
        m_achieved.overdue += m_waited ? 0 : 1;
        int sleeps = 0;
        bool second = false; // a sleep that was aimed at the deadline is over
        bool last = false;   // no other sleep follows: each one more may be late as well
        while (now < deadline && !m_clock.stopRequested()) {
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
        if (sleeps == 0 && m_spins) now = m_explorer.probe(m_clock, now, deadline, m_ticks, m_model);
        m_spinBegin = now;
        // After a sleep the code of the way out is in no cache. So it is run once before, if there is time.
        // Times are compared, not subtracted: callers may give any, and a difference could overflow.
        if (m_spins && deadline > now + m_tuning.wayOut) {
            static_cast<void>(arrive(deadline - m_tuning.wayOut));
            m_clock.rehearse();
        }
    }
    TimePoint arrive(TimePoint deadline) noexcept {
        return m_end = m_spins ? m_clock.spinUntil(deadline) : m_clock.now();
    }

    /// What came of the waits since the last aim(). Call it between two waits.
    [[nodiscard]] Achieved achieved() const noexcept {
        Achieved all = m_achieved;
        if (m_waited && !m_clock.stopRequested()) count(all);
        all.ceiling = lastSleeps().ceiling;
        all.ceilingWaits = all.ceiling ? m_waits - m_ceilingFrom : 0;
        if (all.waits == 0) return all;
        const auto waits = static_cast<double>(all.waits);
        all.share = static_cast<double>(all.late) / waits;
        const double z = 1.959964; // of the 95 % interval of E. B. Wilson, JASA 1927
        const double middle = all.share + z * z / (2 * waits);
        const double half = z * std::sqrt(all.share * (1 - all.share) / waits + z * z / (4 * waits * waits));
        all.low = all.late == 0 ? 0 : (std::max)(0.0, (middle - half) / (1 + z * z / waits));
        all.high = all.late == all.waits ? 1 : (std::min)(1.0, (middle + half) / (1 + z * z / waits));
        return all;
    }
    /// The margin that is now in use.
    [[nodiscard]] Nanoseconds margin() const noexcept { return nanosecondsOf(lastSleeps().choice.margin); }

    // For charts and tests: what it knows.
    [[nodiscard]] const WakeModel& model() const noexcept { return m_model; }
    /// The octave of the first sleeps of its waits, and what is known of the sleeps that end them.
    [[nodiscard]] std::size_t firstLength() const noexcept { return m_firstLength; }
    [[nodiscard]] const Octave& lastSleeps() const noexcept { return m_model.at(m_model.lastOf(m_firstLength)); }
    [[nodiscard]] double interval() const noexcept { return m_interval; } ///< mean time between deadlines, ns
    [[nodiscard]] Nanoseconds tickLength() const noexcept { return m_ticks.tick(); } ///< 0: sleeps end on none

private:
    /// A sleep must cost less CPU than spinning through the time that is left. So a wait has one sleep, several
    /// or none, as fits the machine.
    [[nodiscard]] bool worthASleep(const SleepPlan& plan, TimePoint now, TimePoint deadline,
                                   int sleeps) const noexcept {
        const Nanoseconds length = plan.wakes - now - TickPhase::spread(m_ticks.tick()) / 4; // it may be past
        if (!plan.certain) return length >= (sleeps > 0 ? m_tuning.worthASleep : Nanoseconds{1});
        if (length <= Nanoseconds{0}) return false;
        return !keepsAShare() || static_cast<double>((deadline - now).count()) > plan.cost;
    }

    [[nodiscard]] bool keepsAShare() const noexcept { return m_spins && m_budget <= 0; }
    TimePoint sleepOnce(const SleepPlan& plan) noexcept {
        const bool costed = m_model.wantsCost(plan.length);
        const auto cpuBefore = costed ? m_clock.cpuTime() : std::nullopt;
        const TimePoint end = m_clock.sleepUntil(plan.until);
        if (m_clock.stopRequested()) return end;
        m_ticks.woke(end, plan.wakes);
        m_model.slept(plan.length, static_cast<double>((end - plan.wakes).count()));
        if (cpuBefore) {
            if (const auto cpuAfter = m_clock.cpuTime())
                m_model.cost(plan.length, static_cast<double>((*cpuAfter - *cpuBefore).count()));
        }
        return end;
    }
    /// Computes everything before the sleep, where it makes nothing late.
    void prepare(TimePoint deadline) noexcept {
        learnEnd();
        if (m_ticks.changed()) m_model.forget();
        using Span = std::chrono::duration<double, std::nano>; // of any two points
        const double apart = (Span(deadline.time_since_epoch()) - Span(m_deadline.time_since_epoch())).count();
        const double longest = static_cast<double>(m_waits) <= m_tuning.intervalMemory ? 1e10 : 8 * m_interval;
        const double interval = std::clamp(apart, 0.0, (std::max)(longest, 8e6)); // longer: a pause
        m_deadline = deadline;
        if (m_waits++ > 0)
            m_interval +=
                (interval - m_interval) / (std::min)(static_cast<double>(m_waits - 1), m_tuning.intervalMemory);
        if (m_budget > 0 &&
            (static_cast<double>(m_waits) < m_tuning.intervalMemory || m_waits % m_tuning.choiceEvery == 0))
            setAims();
        m_model.refresh();
        if (!lastSleeps().ceiling) m_ceilingFrom = m_waits;
    }
    /// Counts the last wait.
    void count(Achieved& to) const noexcept {
        ++to.waits;
        to.late += m_end - m_deadline > m_share.tolerance ? 1 : 0;
    }
    /// Learns how the last wait ended for its caller. If a spin ends much too late, another thread had the
    /// processor. If it ends a little too late, an interrupt came, or the way out was slow.
    void learnEnd() noexcept {
        if (!m_waited || m_clock.stopRequested()) return;
        count(m_achieved);
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
            aims.thrifty = m_thrifty;
        }
        m_model.aim(aims);
    }

    Clock& m_clock;
    const Tuning m_tuning;
    WakeModel m_model;
    TickPhase m_ticks;
    SleepPlanner m_planner;
    Explorer m_explorer;
    LateShare m_share;
    bool m_thrifty = false; // the share is that of a Thrifty
    double m_budget = 0;    // of one core, 0 … 1; 0: none
    bool m_spins = true;
    std::size_t m_firstLength = 0;
    TimePoint m_deadline{}, m_spinBegin{}, m_end{}; // of the last wait
    bool m_waited = false; // the last wait began before its deadline, and is not learned from yet
    std::int64_t m_waits = 0;
    std::int64_t m_ceilingFrom = 0; // the last wait at which the ceiling did not bind
    Achieved m_achieved;            // without the last wait
    double m_interval = 0;          // mean time between deadlines, ns; older ones fade
};

} // namespace v0_3_0
} // namespace jitterscope::one_header
#undef JITTERSCOPE_NOT_INLINED
#endif // JITTERSCOPE_ADAPTIVE_WAIT_HPP

// ---- The clock of the system ------------------------------------------------------------------------------
// A program with a clock of its own may define JITTERSCOPE_ADAPTIVE_WAIT_WITHOUT_CLOCK and needs none of this.
#if !defined(JITTERSCOPE_ADAPTIVE_WAIT_WITHOUT_CLOCK) && !defined(JITTERSCOPE_ADAPTIVE_WAIT_CLOCK)
#define JITTERSCOPE_ADAPTIVE_WAIT_CLOCK

#if !defined(_WIN32) && !defined(__linux__)
#error "adaptive_wait.hpp has a clock for Linux and one for Windows"
#endif
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

namespace jitterscope::one_header {
inline namespace v0_3_0 {

#ifdef _WIN32
/// A high-resolution timer, where Windows has them, else an ordinary one. A refused sleep is spun.
class SystemClock {
public:
    SystemClock() noexcept {
        constexpr DWORD kHighResolution = 0x2; // CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
        m_timer = CreateWaitableTimerExW(nullptr, nullptr, kHighResolution, TIMER_ALL_ACCESS);
        if (m_timer != nullptr) return;
        m_timer = CreateWaitableTimerExW(nullptr, nullptr, 0, TIMER_ALL_ACCESS);
        Sleep(1); // ends on a tick, so the next one takes a whole tick
        const TimePoint begin = now();
        Sleep(1);
        m_tick = now() - begin;
    }
    SystemClock(const SystemClock&) = delete;
    SystemClock& operator=(const SystemClock&) = delete;
    ~SystemClock() {
        if (m_timer != nullptr) CloseHandle(m_timer);
    }
    [[nodiscard]] TimePoint now() noexcept { return std::chrono::steady_clock::now(); }
    TimePoint sleepUntil(TimePoint deadline) noexcept {
        LARGE_INTEGER due; // in units of 100 ns; negative: from now on
        due.QuadPart = -(std::max<std::int64_t>)(((deadline - now()).count() + 99) / 100, 1);
        const bool slept = m_timer != nullptr && SetWaitableTimer(m_timer, &due, 0, nullptr, nullptr, FALSE) != 0 &&
                           WaitForSingleObject(m_timer, INFINITE) == WAIT_OBJECT_0;
        m_error = slept ? 0 : 1;
        return slept ? now() : spinUntil(deadline);
    }
    TimePoint spinUntil(TimePoint deadline) noexcept {
        TimePoint last = now();
        for (; last < deadline; last = now()) YieldProcessor();
        return last;
    }
    void rehearse() noexcept { static_cast<void>(now()); }
    [[nodiscard]] bool stopRequested() const noexcept { return false; }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept { return std::nullopt; }
    [[nodiscard]] Nanoseconds tick() const noexcept { return m_tick; }
    [[nodiscard]] int lastError() const noexcept { return m_error; } ///< of the last sleep; 0: none; -1: no sleep yet

private:
    HANDLE m_timer = nullptr;
    Nanoseconds m_tick{500'000}; // of high-resolution timers
    int m_error = -1;
};
#else
/// The processor's pause instruction, if it has one.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
}

/// CLOCK_MONOTONIC and clock_nanosleep. After a signal it sleeps on until the same time. A refused sleep is spun.
class SystemClock {
public:
    [[nodiscard]] TimePoint now() noexcept { return TimePoint(read(CLOCK_MONOTONIC)); }
    TimePoint sleepUntil(TimePoint deadline) noexcept {
        const std::int64_t count = (std::max<std::int64_t>)(deadline.time_since_epoch().count(), 0);
        timespec until{};
        until.tv_sec = static_cast<time_t>(count / 1'000'000'000);
        until.tv_nsec = static_cast<long>(count % 1'000'000'000);
        m_error = EINTR;
        while (m_error == EINTR) m_error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
        return m_error != 0 ? spinUntil(deadline) : now();
    }
    TimePoint spinUntil(TimePoint deadline) noexcept {
        TimePoint last = now();
        for (; last < deadline; last = now()) relax();
        return last;
    }
    /// Callers read their clock with clock_gettime() or by way of the standard library.
    void rehearse() noexcept {
        static_cast<void>(now());
        static_cast<void>(std::chrono::steady_clock::now());
    }
    [[nodiscard]] bool stopRequested() const noexcept { return false; }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept { return read(CLOCK_THREAD_CPUTIME_ID); }
    [[nodiscard]] Nanoseconds tick() const noexcept { return Nanoseconds{0}; }
    [[nodiscard]] int lastError() const noexcept { return m_error; } ///< of the last sleep; 0: none; -1: no sleep yet

private:
    static Nanoseconds read(clockid_t clock) noexcept {
        timespec time{};
        clock_gettime(clock, &time);
        return Nanoseconds(static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
    }
    int m_error = -1;
};
#endif

/// An AdaptiveWait with the system's clock in it.
class PreciseWait : SystemClock, public AdaptiveWait<SystemClock> {
public:
    using LateShare = one_header::LateShare;
    using CpuBudget = one_header::CpuBudget;
    using NoSpin = one_header::NoSpin;
    using Thrifty = one_header::Thrifty;

    explicit PreciseWait(const Aim& aimedAt = LateShare()) noexcept
        : AdaptiveWait<SystemClock>(*static_cast<SystemClock*>(this)) {
        aim(aimedAt);
    }

    /// What is known of sleeps: Nothing yet, their Latency, or that the system has Refused the last one.
    enum class Learned { Nothing = -1, Latency = 0, Refused = 1 };
    [[nodiscard]] Learned learned() const noexcept { return static_cast<Learned>((std::min)(lastError(), 1)); }
};

} // namespace v0_3_0
} // namespace jitterscope::one_header

namespace jitterscope {
using one_header::PreciseWait;
}
#endif // JITTERSCOPE_ADAPTIVE_WAIT_CLOCK

// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/margin_choice.h"
#include "core/time/time.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace jitterscope {

/// What `adaptive` knows of the machine: for sleeps of each octave of length how late they wake and what a
/// wake-up costs, and what spinning risks; and the margins that follow from it for what is asked of it.
/// * Fixed memory, no allocation. One thread.
class WakeModel {
public:
    static constexpr std::size_t kShortestOctave = 20; ///< up to 1 ms: shorter sleeps wake alike
    static constexpr std::size_t kLengths = 14;        ///< up to 8.6 s
    static constexpr double kKnown = 30;               ///< samples from which a length is known

    /// Sleeps of one octave of length.
    struct Length {
        LatencyHistogram oversleeps{kMemory};
        MarginPoint choice;       ///< the margin in use; recomputed by refresh()
        double expected = 1;      ///< share of oversleeps beyond that margin, with a doubt; likewise
        double usual = 0;         ///< what nine in ten oversleeps do not exceed, as of the last refresh(); ns
        double wakeCost = 15e3;   ///< CPU time of a sleep and its wake-up, ns
        std::int64_t costs = 0;   ///< how often that was measured
        bool twice = false;       ///< another sleep is to follow: cheaper than the spin that it saves
        std::uint32_t sleeps = 0; ///< so far
        std::int64_t lastWait = 0;  ///< the wait in which it was last slept
        std::uint32_t fresh = 0;    ///< samples since the choice was made
        bool stale = false;         ///< the choice is to be made anew
        std::size_t tailBucket = 0; ///< oversleeps in longer buckets are its tail, as of the last refresh()
        double tailShare = 0;       ///< share of the oversleeps in it
        double later = 0;           ///< cumulative sums: evidence that the machine wakes later now,
        double earlier = 0;         ///< or earlier

        /// The older ones have faded a little.
        [[nodiscard]] bool known() const noexcept { return oversleeps.weighsMoreThan(kKnown - 1); }
        /// What its wake-ups cost is kept.
        void forget() noexcept;
    };

    /// What the margins are to reach. `frameBudget`: CPU time a wait, wake-ups included; infinite for
    /// none. `once`: one sleep a wait and no more, all of its late share.
    void aim(double lateShare, double frameBudget, bool once = false) noexcept;

    [[nodiscard]] static std::size_t indexOf(Nanoseconds length) noexcept;
    /// The longest length of an index.
    [[nodiscard]] static Nanoseconds longestOf(std::size_t index) noexcept {
        return Nanoseconds((std::int64_t{1} << (kShortestOctave + index)) - 1);
    }
    [[nodiscard]] const Length& at(std::size_t index) const noexcept { return m_lengths[index]; }
    [[nodiscard]] double hazard() const noexcept { return m_hazard; }
    /// The longest oversleep of lengths that were not known yet; fades. ns
    [[nodiscard]] double worstUnknown() const noexcept { return m_worst; }

    /// A sleep of this length woke `oversleep` after what was asked. `aimed`: at the deadline, with the
    /// known margin. Doubts everything when late wake-ups, or that there are none, show that the machine has
    /// changed.
    void slept(std::size_t index, double oversleep, bool aimed) noexcept;
    /// A sleep was spoilt by something else: nothing is learned from it, but the others are to be late the
    /// less often.
    void spoilt() noexcept;
    /// Share of waits in which something else spoilt a sleep, fading over two thousand; in [0, 1].
    [[nodiscard]] double spoiltShare() const noexcept { return m_spoilt; }
    /// What the last wake-up of this length cost in CPU time.
    void cost(std::size_t index, double cpu) noexcept;
    /// What a wait that begins with a sleep of this length costs: its wake-ups and the spin. ns
    [[nodiscard]] double costOfWait(std::size_t index) const noexcept;
    /// The sleep that such a wait ends with, which decides whether it is late: this one, or the second.
    [[nodiscard]] std::size_t lastOf(std::size_t index) const noexcept {
        return m_lengths[index].twice ? 0 : index;
    }
    /// Whether the next sleep's cost is worth a measurement: all of the first, then one in sixteen.
    [[nodiscard]] bool wantsCost(std::size_t index) const noexcept;
    /// After a spin: how long it was, and whether the processor was lost in it over the deadline.
    void spun(double length, bool late) noexcept;
    /// After a wait of so many sleeps. A length that is not among those slept in a thousand waits is
    /// forgotten: the machine may be another one by now. Where nothing is slept at all nothing is forgotten:
    /// to learn it anew would make frames late again and again; there it is the explorer that finds out.
    void waited(int sleeps) noexcept;
    /// Everything is forgotten, but for the longest oversleep that the beginning is to expect.
    void forget(double worst) noexcept;
    /// The machine seems to be another one: what is known weighs little against what comes next. Alarm after
    /// alarm nothing is left of it, and one false alarm costs next to nothing.
    void doubt() noexcept;

    /// Makes the stale choices anew, of which a wait leaves one or two, an alarm all; called where time does
    /// not matter, before a sleep.
    void refresh() noexcept;

private:
    static constexpr double kMemory = 10'000; // samples

    void choose(std::size_t index) noexcept;
    void allStale() noexcept;
    [[nodiscard]] MarginPoint firstOfTwo(const LatencyHistogram& oversleeps, double allowed) const noexcept;
    [[nodiscard]] bool secondPays(const Length& length, double spin) const noexcept;
    void watch(Length& length, double oversleep, std::size_t bucket) noexcept;
    void doubtSpins() noexcept;

    std::array<Length, kLengths> m_lengths;
    double m_lateShare = 0.007;
    double m_frameBudget = std::numeric_limits<double>::infinity();
    bool m_once = false; // one sleep a wait
    double m_hazard = 0;
    double m_spunTime = 0;         // ns, fading
    double m_spunLate = 0;         // spins that ended late, fading
    double m_sleepsPerWait = 1;    // fading
    double m_firstMissed = 0;      // share of first sleeps that no second one follows, by the last choice
    double m_spoilt = 0;           // fading
    std::int64_t m_waits = 0;      // with a sleep
    std::uint32_t m_spunWaits = 0; // without one
    double m_worst = 0;
    bool m_stale = false; // some choice is
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/octave.h"
#include "core/adaptive/outcome.h"
#include "core/adaptive/spin_risk.h"
#include "core/adaptive/tuning.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace jitterscope {

/// What the margins of a WakeModel are to reach.
struct ModelAims {
    static constexpr double kNone = std::numeric_limits<double>::max();

    double lateShare = 0.007;   ///< frames that may be late, in [0, 1]
    double frameBudget = kNone; ///< CPU time of a wait, wake-ups included; ns
    double ceiling = kNone;     ///< mean spin of a wait that more punctuality is worth; ns
    double tolerance = 1'000;   ///< ns after the deadline that are on time
    bool once = false;          ///< one sleep a wait and no more, all of its late share
};

/// What `AdaptiveWait` knows of the machine: an Octave for sleeps of each length, the risk of spinning, and
/// what became of the last waits; and the margins that follow for what is asked of it.
/// * Fixed memory, no allocation. One thread.
class WakeModel {
public:
    static constexpr std::size_t kShortestOctave = 20; ///< up to 1 ms: shorter sleeps wake alike
    static constexpr std::size_t kLengths = 14;        ///< up to 8.6 s

    /// `tuning` outlives it.
    explicit WakeModel(const Tuning& tuning) noexcept;

    void aim(const ModelAims& aims) noexcept;

    /// The octave of a length.
    [[nodiscard]] std::size_t indexOf(Nanoseconds length) const noexcept;
    /// The longest length of an octave.
    [[nodiscard]] Nanoseconds longestOf(std::size_t index) const noexcept;
    [[nodiscard]] const Octave& at(std::size_t index) const noexcept { return m_octaves[index]; }
    [[nodiscard]] double hazard() const noexcept { return m_risk.hazard(); }
    [[nodiscard]] const Outcome& outcome() const noexcept { return m_outcome; }
    /// The longest oversleep of lengths that were not known yet; fades. ns
    [[nodiscard]] double worstUnknown() const noexcept { return m_worst; }
    /// What a wait that begins with a sleep of this octave costs: its wake-ups and the spin. ns
    [[nodiscard]] double costOfWait(std::size_t index) const noexcept;
    /// The sleep that such a wait ends with, which decides whether it is late: this one, or the second.
    [[nodiscard]] std::size_t lastOf(std::size_t index) const noexcept {
        return m_octaves[index].twice ? 0 : index;
    }
    [[nodiscard]] bool wantsCost(std::size_t index) const noexcept {
        return m_octaves[index].wantsCost(m_tuning);
    }

    /// A sleep of this octave woke `oversleep` ns after what was asked. `aimed`: at the deadline, with the
    /// known margin. Doubts everything when late wake-ups, or that there are none, show that the machine has
    /// changed.
    void slept(std::size_t index, double oversleep, bool aimed) noexcept;
    /// What the last wake-up of this octave cost in CPU time, ns.
    void cost(std::size_t index, double cpu) noexcept { m_octaves[index].cost(cpu, m_tuning); }
    /// After a spin: how long it was in ns, and whether it lost the processor over the deadline.
    void spun(double length, bool lost) noexcept { m_risk.spun(length, lost); }
    /// After a wait that its caller saw: whether it was late, and because its sleep woke late.
    void ended(bool late, bool woke) noexcept { m_outcome.waited(late, woke, m_tuning); }
    /// After a wait of so many sleeps. An octave that is not among those slept in a thousand waits is
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
    void choose(std::size_t index) noexcept;
    void allStale() noexcept;
    [[nodiscard]] double allowed() const noexcept;
    [[nodiscard]] double spare() const noexcept;
    [[nodiscard]] MarginPoint lastMargin(Octave& octave, double share) const noexcept;
    [[nodiscard]] MarginPoint firstOfTwo(const LatencyHistogram& oversleeps) const noexcept;
    [[nodiscard]] double savingOfSecond(const Octave& octave, double share) const noexcept;

    const Tuning& m_tuning;
    std::array<Octave, kLengths> m_octaves;
    SpinRisk m_risk;
    Outcome m_outcome;
    ModelAims m_aims;
    double m_sleepsPerWait = 1;    // fading
    double m_firstMissed = 0;      // share of first sleeps that no second one follows, by the last choice
    std::int64_t m_waits = 0;      // with a sleep
    std::uint32_t m_spunWaits = 0; // without one
    double m_worst = 0;
    bool m_stale = false; // some choice is
};

} // namespace jitterscope

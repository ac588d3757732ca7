// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/octave.h"
#include "core/adaptive/outcome.h"
#include "core/adaptive/tuning.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace jitterscope {

/// What the margins of a WakeModel are to reach.
struct ModelAims {
    static constexpr double kNone = std::numeric_limits<double>::max();

    double lateShare = 0.007;   ///< share of frames that may be late, in [0, 1]
    double frameBudget = kNone; ///< CPU time of a wait, wake-ups included; ns
    double ceiling = kNone;     ///< longest mean spin that the late share may cost; ns
    double tolerance = 1'000;   ///< so long after the deadline a wait is still on time; ns
    bool once = false;          ///< only one sleep per wait, which gets all of the late share
};

/// What `AdaptiveWait` knows of the machine: an Octave for sleeps of each length, the risk of spinning, and
/// how the last waits ended. From that and the aims it chooses the margins.
class WakeModel {
public:
    static constexpr std::size_t kLengths = 14; ///< octaves, up to 8.6 s

    /// `tuning` must outlive it.
    explicit WakeModel(const Tuning& tuning) noexcept;

    void aim(const ModelAims& aims) noexcept;

    /// The octave of a length.
    [[nodiscard]] std::size_t indexOf(Nanoseconds length) const noexcept;
    /// The longest length of an octave.
    [[nodiscard]] Nanoseconds longestOf(std::size_t index) const noexcept;
    [[nodiscard]] const Octave& at(std::size_t index) const noexcept { return m_octaves[index]; }
    /// How the last waits ended; the caller reports each one here.
    [[nodiscard]] Outcome& outcome() noexcept { return m_outcome; }
    [[nodiscard]] const Outcome& outcome() const noexcept { return m_outcome; }
    /// The longest oversleep of lengths that were not known yet; fades. ns
    [[nodiscard]] double worstUnknown() const noexcept { return m_worst; }
    /// What a wait that begins with a sleep of this octave costs: its wake-ups and the spin. ns
    [[nodiscard]] double costOfWait(std::size_t index) const noexcept;
    /// The sleep that such a wait ends with, which decides whether it is late: this one, or the second.
    [[nodiscard]] std::size_t lastOf(std::size_t index) const noexcept {
        return m_octaves[index].twice ? 0 : index;
    }
    /// Whether the next sleep's cost is worth a measurement.
    [[nodiscard]] bool wantsCost(std::size_t index) const noexcept {
        return m_octaves[index].sleeps % kCostEvery == 0;
    }

    /// A sleep of this octave woke `oversleep` ns later than asked. Calls doubt() if the machine has changed.
    void slept(std::size_t index, double oversleep) noexcept;
    /// What the last wake-up of this octave cost in CPU time, ns.
    void cost(std::size_t index, double cpu) noexcept;
    /// After a wait without a sleep. Now and then choices go stale, because the risk of spinning may change.
    void spunThrough() noexcept;
    /// The machine has changed: everything about its sleeps is learned anew.
    void forget() noexcept;
    /// The machine may have changed: from now on the past weighs little against what comes next.
    void doubt() noexcept;

    /// Makes the stale choices anew. Called before a sleep, where time does not matter.
    void refresh() noexcept;

private:
    static constexpr std::uint32_t kCostEvery = 16; // sleeps

    void choose(Octave& octave) noexcept;
    void allStale() noexcept;
    [[nodiscard]] double allowed() const noexcept;
    [[nodiscard]] double spare() const noexcept;
    [[nodiscard]] MarginPoint lastMargin(Octave& octave, MarginAims aims) const noexcept;

    const Tuning& m_tuning;
    std::array<Octave, kLengths> m_octaves;
    Outcome m_outcome;
    ModelAims m_aims;
    std::uint32_t m_spunThrough = 0; // waits without a sleep
    double m_worst = 0;
    bool m_stale = false; // some octave is stale
};

} // namespace jitterscope

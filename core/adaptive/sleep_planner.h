// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tick_phase.h"
#include "core/adaptive/wake_model.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace jitterscope {

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
    [[nodiscard]] SleepPlan next(TimePoint now, TimePoint deadline, bool second = false) const noexcept;

    /// A second sleep on trial, every few waits, since only second sleeps show what they cost. It is at
    /// most half of what the first sleep, of octave `first`, left; and so short that nine in ten end in time.
    [[nodiscard]] std::optional<SleepPlan> trial(TimePoint now, TimePoint deadline, std::size_t first,
                                                 std::int64_t wait) const noexcept;

private:
    struct Knowledge;

    [[nodiscard]] Knowledge knowledgeOf(std::size_t wanted, bool second) const noexcept;
    [[nodiscard]] bool endsWithin(std::size_t index, Nanoseconds left) const noexcept;

    const WakeModel& m_model;
    const TickPhase& m_ticks;
    const Tuning& m_tuning;
};

} // namespace jitterscope

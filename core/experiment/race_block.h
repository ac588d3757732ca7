// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/bench.h"
#include "core/experiment/oracle.h"
#include "core/run/frame_loop.h"

#include <memory>
#include <optional>
#include <vector>

namespace jitterscope {

/// Waits until the next time that lies `phase` past the grid of Racer::kPhases, within 5 µs; where that was
/// missed, until the one after, eight times at most.
void waitForPhase(TimeSource& time, Nanoseconds phase) noexcept;

/// One strategy in a race at one rate. The instance, and so what it has learned, lives through all its
/// blocks.
class Racer {
public:
    /// Everything passed in outlives it.
    Racer(const SleepEntry& entry, const ParameterValues& values, BenchMachine& machine, const Period& rate,
          Nanoseconds tolerance, JobControl& control);
    ~Racer();

    /// Blocks begin at some phase of a grid of so much, a whole number of the ticks of kernels at 100, 250,
    /// 300 and 1000 Hz. A rate that goes with the tick meets it in every n-th frame or in none, as the phase
    /// will have it: strategies are to be compared at the same. (Windows' ticks of 15.6 ms do not fit.)
    static constexpr Nanoseconds kPhases{20'000'000};

    /// Runs for `length` from the next time that is `phase` past the grid, in [0, kPhases). `counted`: enters
    /// the standings. False: cancelled in the middle, nothing entered.
    bool runBlock(Nanoseconds length, Nanoseconds phase, bool counted);

    [[nodiscard]] FrameFigures figures() const;
    [[nodiscard]] const std::vector<double>& cpuPercent() const noexcept; ///< of the thread, one a block
    /// Iterations given up; those of gaps that no frame explains (a suspend) apart.
    [[nodiscard]] std::int64_t lost() const noexcept;
    /// Of its last native sleep; of its entry before the first.
    [[nodiscard]] SleepKind sleepKind() const noexcept;
    [[nodiscard]] double sleepsPerFrame() const noexcept;
    /// Frames whose last sleep ended after the deadline and that were late.
    [[nodiscard]] double wokeLateShare() const noexcept;
    /// Hands over what the race's oracle learns from: the first sleeps of all waits (unless it chose the
    /// ticks they end on), and what wake-ups cost.
    void teach(MarginOracle& oracle) const;
    [[nodiscard]] std::optional<std::int64_t> involuntary() const noexcept;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/bench.h"
#include "core/experiment/oracle.h"
#include "core/run/frame_loop.h"

#include <memory>
#include <optional>
#include <vector>

namespace jitterscope {

/// Waits until the next point that is `phase` past the grid of Racer::kPhases, to within 5 µs. If it is
/// missed, waits for the next one; at most eight times.
void waitForPhase(TimeSource& time, Nanoseconds phase) noexcept;

/// One strategy in a race at one rate. The instance, and so what it has learned, persists through all its
/// blocks.
class Racer {
public:
    /// Everything passed in must outlive it.
    Racer(const SleepEntry& entry, const ParameterValues& values, BenchMachine& machine, const Period& rate,
          Nanoseconds tolerance, JobControl& control);
    ~Racer();

    /// Blocks begin at a phase of a grid with this period, a whole number of ticks of kernels at 100, 250,
    /// 300 and 1000 Hz. A loop whose rate is commensurable with the tick meets it in every n-th frame or in
    /// none, depending on the phase; so strategies are compared at the same phase. (Windows' ticks of 15.6 ms
    /// do not fit.)
    static constexpr Nanoseconds kPhases{20'000'000};

    /// Runs for `length` from the next point that is `phase`, in [0, kPhases), past the grid. `counted`: the
    /// block enters the standings. False: cancelled, nothing was entered.
    bool runBlock(Nanoseconds length, Nanoseconds phase, bool counted);

    [[nodiscard]] FrameMetrics metrics() const;
    [[nodiscard]] const std::vector<double>& cpuPercent() const noexcept; ///< of the thread, one per block
    /// Iterations given up, except in gaps that no frame explains (a suspend).
    [[nodiscard]] std::int64_t lost() const noexcept;
    /// The kind of its last native sleep; before the first, that of its catalogue entry.
    [[nodiscard]] SleepKind sleepKind() const noexcept;
    [[nodiscard]] double sleepsPerFrame() const noexcept;
    /// Share of the frames that were late and whose last sleep ended after the deadline.
    [[nodiscard]] double wokeLateShare() const noexcept;
    /// Passes data to the race's oracle: the first sleeps of all waits (unless the strategy chose the ticks
    /// they end on), and the cost of wake-ups.
    void teach(MarginOracle& oracle) const;
    /// How often the thread lost the processor; absent where that is not counted.
    [[nodiscard]] std::optional<std::int64_t> involuntary() const noexcept;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitterscope

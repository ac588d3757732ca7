// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/bench.h"
#include "core/experiment/oracle.h"
#include "core/run/frame_loop.h"

#include <memory>
#include <optional>
#include <vector>

namespace jitterscope {

/// One strategy in a race at one rate. The instance, and so what it has learned, lives through all its
/// blocks.
class Racer {
public:
    /// Everything passed in outlives it.
    Racer(const SleepEntry& entry, const ParameterValues& values, BenchMachine& machine, const Period& rate,
          Nanoseconds tolerance, JobControl& control);
    ~Racer();

    /// Runs for `length`; `counted`: enters the standings. False: cancelled in the middle, nothing entered.
    bool runBlock(Nanoseconds length, bool counted);

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

// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/experiment/bench.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// Sleeps of 1 ms, as precise-sleep makes them. A few at a time are measured between the blocks of a
/// diagnosis, so that what disturbs the machine now and then disturbs these, too. One thread.
class SliceSleeps {
public:
    /// Measures `count` sleeps on this machine; ends early when cancelled.
    void measure(BenchMachine& machine, const ThreadPlan& thread, int count, const JobControl& control);
    /// A machine whose 1 ms sleeps are the measured ones, slack included. Absent: none were measured.
    [[nodiscard]] std::optional<MachineModel> model() const;

private:
    std::vector<double> m_late; // ns
    double m_cpu = 0;           // ns of processor time, of all
};

/// Which X and start value `precise-sleep` (or the user's own strategy of that kind) should have for this
/// job, by a replay in virtual time. For a real machine it replays `slices`, and the losses of the processor
/// that the loops of `diagnosis` saw while spinning. The forecast is then checked against one of these loops.
/// Absent: cancelled, the work leaves no time to sleep, or the job needs too many frames to replay.
[[nodiscard]] std::optional<XAdvice> adviseX(const SliceSleeps& slices, const Diagnosis& diagnosis,
                                             JobControl& control);

/// The cheapest row that is fit; if none is fit, the one that is late least often. There must be at least one
/// row. `standardStart`, `timeLeft`: ns.
[[nodiscard]] XAdvice chooseX(const Target& target, std::string strategy, double standardStart,
                              double timeLeft, std::vector<XAdvice::Row> rows,
                              std::optional<XAdvice::Check> check = std::nullopt);

} // namespace jitterscope

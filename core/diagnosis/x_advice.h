// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/experiment/bench.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// Sleeps of 1 ms as precise-sleep takes them, measured a few at a time between the blocks of a diagnosis, so
/// that whatever disturbs the machine now and then disturbs them too.
class SliceSleeps {
public:
    /// Measures about `count` of them on this machine; returns when cancelled.
    void measure(BenchMachine& machine, const ThreadPlan& thread, int count, const JobControl& control);
    /// A machine whose 1 ms sleeps are those measured, slack included. Absent: none were.
    [[nodiscard]] std::optional<MachineModel> model() const;

private:
    std::vector<double> m_late; // ns
    double m_cpu = 0;           // ns of processor time, of all
};

/// Which X and start value `precise-sleep` (or the user's own strategy of that kind) should have for this
/// job, by replaying in virtual time. On a real machine that is `slices`, and the losses of the processor
/// that the measured loops of `diagnosis` saw while spinning; the forecast is then checked against one of
/// them. Absent: cancelled, or the work leaves no time to sleep in.
[[nodiscard]] std::optional<XAdvice> adviseX(const SliceSleeps& slices, const Diagnosis& diagnosis,
                                             JobControl& control);

/// The cheapest row that is fit; if none is, the one that is late least often. At least one row.
[[nodiscard]] XAdvice chooseX(const Target& target, std::string strategy, double standardStart,
                              double timeLeft, std::vector<XAdvice::Row> rows,
                              std::optional<XAdvice::Check> check = std::nullopt);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/experiment/bench.h"

#include <optional>

namespace jitterscope {

/// Which X and start value `precise-sleep` (or the user's own strategy of that kind) should have for this
/// job, by replaying the sleeps of this machine in virtual time. On this machine it first measures 300 sleeps
/// of 1 ms. Absent: cancelled, or the work leaves no time to sleep in.
[[nodiscard]] std::optional<XAdvice> adviseX(BenchMachine& machine, const DiagnosisPlan& plan,
                                             const LoopEvidence& now, JobControl& control);

/// The cheapest row that is fit; if none is, the one that is late least often. At least one row.
[[nodiscard]] XAdvice chooseX(const Target& target, std::string strategy, double standardStart,
                              double timeLeft, std::vector<XAdvice::Row> rows);

} // namespace jitterscope

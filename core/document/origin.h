// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/run_plan.h"
#include "core/privacy/redactor.h"

#include <string>
#include <string_view>

namespace jitterscope {

inline constexpr std::string_view kSimulated = "SIMULATED";
inline constexpr std::string_view kMeasuredHere = "MEASURED HERE";

/// Where figures come from: what stands above them everywhere.
struct Origin {
    std::string badge;     ///< in capitals, seen first: `SIMULATED · Linux, 50 µs slack`
    std::string note = {}; ///< beside it
    std::string help = {}; ///< a sentence, for whoever points at it
    bool simulated = false;
};

/// Of what ran on this machine, or on a model of one. `startedUtc`: ISO 8601; empty: not known.
[[nodiscard]] Origin originOf(const MachineChoice& machine, std::string_view startedUtc = {},
                              const Privacy& privacy = {});

} // namespace jitterscope

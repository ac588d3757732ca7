// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/diagnosis/finding.h"

#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// A fact of a machine that lengthens waits, where the system does not tell a program how much of them it
/// was. Words and cure are the fact's own.
///
/// To add one: a line in suspect.cpp, at the place of its weight.
struct SuspectEntry {
    std::string_view fact;  ///< its id; a suspect unless it is good or unknown
    std::string_view trial; ///< id of the trial that tries its cure; empty: none
};

/// Those of a system, likeliest first; none where the system tells what threads wait for. Immutable; any
/// thread.
[[nodiscard]] std::span<const SuspectEntry> suspectCatalog(SystemFamily system);
/// Above a list of suspects.
inline constexpr std::string_view kSuspectsText =
    JITTERSCOPE_TR("What may stand behind it on this machine; how much it costs cannot be told.");
/// What of this machine's facts is suspect. Their costs are not known, so they are 0.
[[nodiscard]] std::vector<Finding> suspectsOf(const MachineEvidence& machine);

} // namespace jitterscope

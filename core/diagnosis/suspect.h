// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/diagnosis/finding.h"

#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// A fact about a machine that may lengthen waits, on a system that does not tell by how much. The fact
/// itself has the words and the cure.
///
/// To add one, add a line to suspect.cpp, at the place of its weight.
struct SuspectEntry {
    std::string_view fact;  ///< its id; it is a suspect unless its state is good or unknown
    std::string_view trial; ///< id of the trial that tries its cure; empty: none
};

/// The suspects of a system, likeliest first; none if the system tells what threads wait for. Any thread.
[[nodiscard]] std::span<const SuspectEntry> suspectCatalog(SystemFamily system);
/// The sentence above a list of suspects.
inline constexpr std::string_view kSuspectsText =
    "What may cause it on this machine; how much each costs is unknown.";
/// The suspects among this machine's facts. Their costs are not known, so they are 0.
[[nodiscard]] std::vector<Finding> suspectsOf(const MachineEvidence& machine);

} // namespace jitterscope

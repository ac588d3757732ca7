// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/system_family.h"
#include "core/diagnosis/finding.h"

#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What to do about a cause on one system, and the facts behind it. A cause that has no cure there has no
/// entry.
///
/// To add one, add a line to advice_catalog.cpp.
struct AdviceEntry {
    std::string_view cause;   ///< a finding's id; `finding:case` if the cure depends on what was found
    SystemFamily system;      ///< the system on which it is a cure
    std::string_view doThis;  ///< one line
    std::string_view undo;    ///< one line; empty: there is nothing to undo
    std::string_view trial;   ///< id of the trial that tries it; empty: none
    std::string_view facts{}; ///< ids, with spaces between them
};

/// All cures. Immutable; any thread.
[[nodiscard]] std::span<const AdviceEntry> adviceCatalog();
/// The cure for a cause. Null: there is none on this system.
[[nodiscard]] const AdviceEntry* adviceFor(std::string_view cause, SystemFamily system);

/// A fact about a machine that may lengthen waits, on a system that does not tell by how much. The fact
/// itself has the words and the cure.
///
/// To add one, add a line to advice_catalog.cpp, at the place of its weight.
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

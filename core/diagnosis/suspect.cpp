// SPDX-License-Identifier: MIT
#include "core/diagnosis/suspect.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr std::array kWindowsSuspects{
    SuspectEntry{"run_others", "realtime"}, SuspectEntry{"run_suspend", ""},
    SuspectEntry{"scheduling", "realtime"}, // the process's priority class
    SuspectEntry{"debugger", ""},           SuspectEntry{"power", ""},
    SuspectEntry{"power_profile", ""},      SuspectEntry{"core_parking", "pin"},
    SuspectEntry{"governor", ""}, // the lowest processor state
    SuspectEntry{"virtual_machine", ""},    SuspectEntry{"hybrid_cores", "pin"},
    SuspectEntry{"affinity", ""},           SuspectEntry{"smt", ""},
    SuspectEntry{"realtime_right", ""}, // nothing gives the thread priority
};

bool suspect(FactState state) noexcept {
    return state != FactState::Good && state != FactState::Unknown;
}

} // namespace

std::span<const SuspectEntry> suspectCatalog(SystemFamily system) {
    if (system == SystemFamily::Windows)
        return kWindowsSuspects;
    return {};
}

std::vector<Finding> suspectsOf(const MachineEvidence& machine) {
    std::vector<Finding> suspects;
    for (const SuspectEntry& entry : suspectCatalog(machine.system)) {
        const auto fact = std::ranges::find(machine.facts, entry.fact, &Fact::id);
        if (fact == machine.facts.end() || !suspect(fact->state))
            continue;
        Finding finding;
        finding.id = fact->id;
        finding.title = fact->name + ": " + fact->value;
        finding.soWhat = fact->why;
        finding.doThis = fact->doThis;
        finding.undo = fact->undo;
        finding.trial = entry.trial;
        finding.facts = {fact->id};
        suspects.push_back(std::move(finding));
    }
    return suspects;
}

} // namespace jitterscope

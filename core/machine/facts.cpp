// SPDX-License-Identifier: MIT
#include "core/machine/facts.h"

#include "core/machine/fact_reader.h"
#include "core/machine/facts_windows.h"

#include <utility>

namespace jitterscope {
namespace {

using AddFacts = void (*)(const FactReader&, std::vector<Fact>&);
constexpr std::pair<const char*, AddFacts> kGroups[]{
    {"kernel", addKernelFacts}, {"clock", addClockFacts},  {"processor", addProcessorFacts},
    {"power", addPowerFacts},   {"limits", addLimitFacts}, {"load", addLoadFacts}};

} // namespace

std::string_view factStateId(FactState state) noexcept {
    switch (state) {
    case FactState::Good:
        return "good";
    case FactState::Note:
        return "note";
    case FactState::Warn:
        return "warn";
    case FactState::Bad:
        return "bad";
    case FactState::Unknown:
        break;
    }
    return "unknown";
}

std::vector<Fact> readFacts(const std::string& root) {
    const FactReader reader(root.ends_with('/') ? root.substr(0, root.size() - 1) : root);
    if (reader.ofThisMachine()) {
        if (const auto readings = windowsReadings())
            return windowsFacts(*readings);
    }
    std::vector<Fact> facts;
    for (const auto& [group, add] : kGroups) {
        const std::size_t first = facts.size();
        add(reader, facts);
        for (std::size_t i = first; i < facts.size(); ++i)
            facts[i].group = group;
    }
    return facts;
}

} // namespace jitterscope

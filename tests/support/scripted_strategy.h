// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"
#include "core/time/scripted_time.h"

#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope::test {

using Sleeps = std::vector<Nanoseconds>;

/// A strategy of the catalogue with its defaults, but for these parameters.
inline std::unique_ptr<SleepStrategy>
make(std::string_view id, TimeSource& time,
     std::initializer_list<std::pair<std::string_view, double>> changed = {}) {
    const SleepEntry* entry = findEntry(sleepCatalog(), id);
    ParameterValues values(entry->parameters);
    for (const auto& [name, value] : changed)
        values.set(name, value);
    return entry->make(time, values);
}

/// The lengths of all native sleeps so far.
inline Sleeps asked(const ScriptedTime& time) {
    Sleeps list;
    for (const ScriptedTime::SleepCall& call : time.sleeps())
        list.push_back(call.asked);
    return list;
}

} // namespace jitterscope::test

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/sleep/sleep_strategy.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One strategy as the window, the command line and the files know it.
struct SleepEntry {
    std::string_view id;          ///< stable for ever
    std::string_view name;        ///< for people
    std::string_view description; ///< two or three sentences: what it does, what it costs
    std::string_view source;      ///< where the method comes from
    bool mayWakeEarly = false;
    bool learnsWholeSleeps = false;  ///< its estimate is of whole sleeps, not of their error
    bool learnsDistribution = false; ///< it keeps how late sleeps wake as a whole: SleepStrategy::learned()
    bool aimsAtTicks = false;        ///< where sleeps end on ticks it knows them: its oversleeps are its own
    /// The native sleep it stands on, where it finds none with a finer tick; decides which machines run it:
    /// core/simulation/machine_catalog.h, sleepSupport().
    SleepKind kind = SleepKind::Relative;
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<SleepStrategy> (*make)(TimeSource&, const ParameterValues&) = nullptr;
};

/// All strategies, in the order people read them. Immutable; any thread.
[[nodiscard]] std::span<const SleepEntry> sleepCatalog();

} // namespace jitterscope

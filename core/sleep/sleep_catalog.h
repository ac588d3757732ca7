// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/sleep/sleep_strategy.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One strategy, as shown in the window, on the command line and in files.
struct SleepEntry {
    std::string_view id;          ///< never changes
    std::string_view name;        ///< for people
    std::string_view description; ///< two or three sentences: what it does, what it costs
    std::string_view source;      ///< where the method comes from
    bool mayWakeEarly = false;
    bool spinsOnly = false;          ///< it never sleeps, so the system need not offer a sleep
    bool learnsWholeSleeps = false;  ///< it estimates the length of whole sleeps, not their error
    bool learnsDistribution = false; ///< see SleepStrategy::learned()
    /// It knows the ticks that sleeps end on, and chooses one. So its oversleeps are its own choice.
    bool aimsAtTicks = false;
    /// The native sleep that it needs, unless it finds one with a finer tick. This decides which machines can
    /// run the strategy: see sleepSupport() in core/simulation/machine_catalog.h.
    SleepKind kind = SleepKind::Relative;
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<SleepStrategy> (*make)(TimeSource&, const ParameterValues&) = nullptr;
};

/// All strategies, in display order. Immutable; any thread.
[[nodiscard]] std::span<const SleepEntry> sleepCatalog();

} // namespace jitterscope

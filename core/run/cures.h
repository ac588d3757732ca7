// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace jitterscope {

/// What is said of a setting that may make a loop steadier: the same where it is tried in a loop of this
/// program (trialCatalog()), in another program that runs (cureCatalog()), and where it is held in one.
struct CureWords {
    std::string_view name;
    std::string_view meaning; ///< one sentence
    std::string_view undo;
};

inline constexpr CureWords kSlackCure{
    "Timer slack 1 ns",
    "The kernel wakes this thread at the time it asked for, not up to 50 µs later together with others.",
    "slack 0, its default"};
inline constexpr CureWords kRealtimeCure{
    "Real-time class", "The thread runs before all ordinary threads, as soon as it is ready.",
    "normal class again"};
inline constexpr CureWords kPinCure{
    "Pin to one CPU", "The thread never moves to a processor with cold caches; it waits if its own is busy.",
    "any CPU"};
inline constexpr CureWords kIdleCure{
    "No deep idle states",
    "Idle processors stay awake (cpu_dma_latency 0), so that they begin to work at once; it costs power.",
    "close the file"};

} // namespace jitterscope

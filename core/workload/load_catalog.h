// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/nanoseconds.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace jitterscope {

/// One stretch of work: when it is due, counted from the start of the load, and how long it then lasts.
struct LoadStretch {
    Nanoseconds begin{};
    Nanoseconds length{};
    friend bool operator==(const LoadStretch&, const LoadStretch&) = default;
};

/// When a load works. The stretches depend on the seed alone, never on the clock; each begins after the one
/// before it. One thread; nothing allocates, locks or throws.
class LoadSchedule {
public:
    virtual ~LoadSchedule() = default;
    [[nodiscard]] virtual LoadStretch next() noexcept = 0;
};

/// One kind of load that runs beside a measurement; core/workload/load.h has the threads.
struct LoadEntry {
    std::string_view id;
    std::string_view description;  ///< what its threads do; it continues a sentence after the id
    bool onEveryProcessor = false; ///< has a thread for each processor; otherwise one is usual
    std::unique_ptr<LoadSchedule> (*make)(std::uint64_t seed) = nullptr;
};

/// All kinds of load, `busy` first. Immutable; any thread. To add one: load_catalog.cpp holds them all.
[[nodiscard]] std::span<const LoadEntry> loadCatalog();

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/timestep/timestep.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One way to give a game its time.
struct TimestepEntry {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view source;
    bool slows = false; ///< may pass less game time than real time
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<Timestep> (*make)(const ParameterValues&, const Period& refresh) = nullptr;
};

/// All of them, in display order. Immutable; any thread.
[[nodiscard]] std::span<const TimestepEntry> timestepCatalog();

} // namespace jitterscope

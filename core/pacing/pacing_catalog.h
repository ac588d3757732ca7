// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/pacing/pacing_policy.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One loop policy, as shown in the window, on the command line and in files.
struct PacingEntry {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view source;
    bool grid = false;       ///< deadlines lie on a grid: iteration · period after the start
    bool startsLate = false; ///< grid policies: a slot that has already begun is still run, late
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<PacingPolicy> (*make)(const ParameterValues&) = nullptr;
};

/// All policies, in display order. Immutable; any thread.
[[nodiscard]] std::span<const PacingEntry> pacingCatalog();

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/pacing/pacing_policy.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One loop policy as the window, the command line and the files know it.
struct PacingEntry {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view source;
    bool grid = false;       ///< deadlines lie on a grid: iteration · period after the start
    bool startsLate = false; ///< of a grid: a slot that has begun is run all the same, late
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<PacingPolicy> (*make)(const ParameterValues&) = nullptr;
};

/// All policies, in the order people read them. Immutable; any thread.
[[nodiscard]] std::span<const PacingEntry> pacingCatalog();

} // namespace jitterscope

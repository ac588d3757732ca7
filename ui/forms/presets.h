// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/run_plan.h"

#include <span>
#include <string_view>

namespace jitterscope::ui {

/// A plan that stands for a kind of program. Machine, thread and load of the current plan stay.
struct Preset {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view strategy;
    std::string_view policy;
    std::string_view rate;
    std::string_view form = {}; ///< value of the strategy's parameter `form`; empty: its default
};

/// In the order of the menu. To add one: a line in presets.cpp.
[[nodiscard]] std::span<const Preset> presets();
[[nodiscard]] RunPlan applied(const Preset& preset, RunPlan plan);

} // namespace jitterscope::ui

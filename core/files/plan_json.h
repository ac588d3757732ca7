// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/run_plan.h"

#include <string>
#include <string_view>

namespace jitterscope {

/// A plan as a small JSON file (`"jitterscope": "plan"`); parameters by name, the rate as exact text.
[[nodiscard]] std::string planJson(const RunPlan& plan);
/// Error: not JSON, a newer schema, an unknown id, a value out of range; the message names the field.
/// Absent fields take their defaults; unknown fields are ignored.
[[nodiscard]] Result<RunPlan> parsePlan(std::string_view json);
/// Whether a file that begins like this is a plan.
[[nodiscard]] bool isPlanText(std::string_view head) noexcept;

} // namespace jitterscope

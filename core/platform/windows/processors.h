// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/windows/windows_header.h"

#include <optional>
#include <vector>

namespace jitterscope {

// Windows numbers processors in groups of at most 64; here they are counted through: group · 64 + number.
// Inside platform/windows only.

[[nodiscard]] std::vector<int> processorsOf(const GROUP_AFFINITY& mask);
/// Only this one.
[[nodiscard]] GROUP_AFFINITY maskOf(int processor) noexcept;
/// Without it; absent: it is not in the mask, or none would be left.
[[nodiscard]] std::optional<GROUP_AFFINITY> maskWithout(const GROUP_AFFINITY& mask, int processor) noexcept;

} // namespace jitterscope

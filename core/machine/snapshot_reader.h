// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/fact_reader.h"

#include <cstdint>
#include <optional>

namespace jitterscope {

inline constexpr int kMostIdleStates = 16;

/// How often heat slowed down the processors that this process may use, since boot. Absent: they do not count
/// it.
[[nodiscard]] std::optional<std::int64_t> readThermalThrottles(const FactReader& reader);

} // namespace jitterscope

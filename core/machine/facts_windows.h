// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/facts.h"
#include "core/platform/windows_readings.h"

#include <vector>

namespace jitterscope {

/// The facts of a machine with Windows: always the same ids in the same order, whatever could be read. Those
/// that Linux has too have its ids.
[[nodiscard]] std::vector<Fact> windowsFacts(const WindowsReadings& readings);

} // namespace jitterscope

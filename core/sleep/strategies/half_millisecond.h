// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `half-millisecond`: one absolute sleep until 0.5 ms before the deadline, then a spin (DuckStation).
[[nodiscard]] SleepEntry halfMillisecondEntry();

} // namespace jitterscope

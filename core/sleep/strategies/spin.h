// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `spin`: a busy wait until the deadline (article 1, "Spin-lock").
[[nodiscard]] SleepEntry spinEntry();

} // namespace jitterscope

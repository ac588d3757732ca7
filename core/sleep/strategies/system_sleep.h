// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `system-sleep`: one relative sleep for the time that is left (article 1, "Sleep").
[[nodiscard]] SleepEntry systemSleepEntry();

} // namespace jitterscope

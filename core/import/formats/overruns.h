// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"

namespace jitterscope::logs {

[[nodiscard]] LogEntry overrunsEntry();

} // namespace jitterscope::logs

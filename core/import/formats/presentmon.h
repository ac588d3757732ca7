// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"

namespace jitterscope::logs {

// PresentMon, and the programs built on it: a table with `Application` and `ProcessID` in its column line.
[[nodiscard]] LogEntry presentmon1Entry();
[[nodiscard]] LogEntry presentmon2Entry();
[[nodiscard]] LogEntry ocatEntry();
[[nodiscard]] LogEntry frameviewEntry();
[[nodiscard]] LogEntry capframexCsvEntry();

} // namespace jitterscope::logs

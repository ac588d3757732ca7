// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"

namespace jitterscope::logs {

// The readers of other programs' logs, one file each.

[[nodiscard]] LogEntry afterburnerEntry();
[[nodiscard]] LogEntry capframexEntry();
[[nodiscard]] LogEntry cyclictestEntry();
[[nodiscard]] LogEntry cyclictestJsonEntry();
[[nodiscard]] LogEntry frapsEntry();
[[nodiscard]] LogEntry gfxinfoEntry();
[[nodiscard]] LogEntry hdrLogEntry();
[[nodiscard]] LogEntry hdrPercentilesEntry();
[[nodiscard]] LogEntry hwlatdetectEntry();
[[nodiscard]] LogEntry knownTableEntry();
[[nodiscard]] LogEntry mangohudEntry();
[[nodiscard]] LogEntry oslatEntry();
[[nodiscard]] LogEntry overrunsEntry();
[[nodiscard]] LogEntry perfSchedEntry();
[[nodiscard]] LogEntry plainCsvEntry();
/// Reads any table.
[[nodiscard]] Result<ImportedLog> readTable(const LogRequest& request);
[[nodiscard]] LogEntry powerHistogramEntry();
[[nodiscard]] LogEntry rtlaEntry();
[[nodiscard]] LogEntry stressNgEntry();

// PresentMon, and the programs built on it: a table with `Application` and `ProcessID` in its column line.
[[nodiscard]] LogEntry presentmon1Entry();
[[nodiscard]] LogEntry presentmon2Entry();
[[nodiscard]] LogEntry ocatEntry();
[[nodiscard]] LogEntry frameviewEntry();
[[nodiscard]] LogEntry capframexCsvEntry();

} // namespace jitterscope::logs

// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"
#include "core/import/log_table.h"

namespace jitterscope::logs {

[[nodiscard]] LogEntry presentmon1Entry();
[[nodiscard]] LogEntry presentmon2Entry();

/// The column line of a table by PresentMon or a program built on it: the first line that names
/// `Application` and `ProcessID`; lines above it begin with `//`. Null: none.
[[nodiscard]] std::optional<TableHead> presentHead(const LogHead& head);
/// Whether rows bear the machine too, as OCAT's do.
[[nodiscard]] bool namesMachine(const TableHead& head);
/// Reads such a table. `times`: names of the column of frame times in milliseconds, the best first.
[[nodiscard]] Result<ImportedLog> readPresents(const LogRequest& request, std::string_view program,
                                               std::initializer_list<std::string_view> times);

} // namespace jitterscope::logs

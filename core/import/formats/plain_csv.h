// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"

namespace jitterscope::logs {

[[nodiscard]] LogEntry plainCsvEntry();
/// Reads any table.
[[nodiscard]] Result<ImportedLog> readTable(const LogRequest& request);

} // namespace jitterscope::logs

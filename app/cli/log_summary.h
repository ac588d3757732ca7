// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/job_catalog.h"
#include "core/document/text_lines.h"
#include "core/import/imported_log.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope::cli {

/// The runs of other programs' logs side by side: what each holds, where it is from, and its figures. What a
/// log does not hold is `–`. `beyond`: also shows the share of values above it. `job`: whether
/// each is fit for it.
[[nodiscard]] Lines logSummaryTable(const std::vector<const ImportedLog*>& logs,
                                    const std::optional<Nanoseconds>& beyond, const JobEntry* job = nullptr);

} // namespace jitterscope::cli

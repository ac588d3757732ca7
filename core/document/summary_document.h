// SPDX-License-Identifier: MIT
#pragma once

#include "core/document/document.h"
#include "core/import/log_json.h"

namespace jitterscope {

/// The statistics of files, side by side: first those of this program, then the logs of others, because they
/// hold different things. What a log does not hold is `–`. `beyond`: also the share of values above it. Below
/// stands what a job makes of each log (judgeLog()).
[[nodiscard]] Document summaryDocument(const std::vector<ReadFile>& files,
                                       const std::optional<Nanoseconds>& beyond = {},
                                       const Privacy& privacy = {});

} // namespace jitterscope

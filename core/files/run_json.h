// SPDX-License-Identifier: MIT
#pragma once

#include "core/privacy/redactor.h"
#include "core/run/run_result.h"

#include <string>
#include <vector>

namespace jitterscope {

/// `run --json`: schema, plan, statistics, CPU, stretches, settings, machine facts. Absent is null.
[[nodiscard]] std::string runJson(const RunResult& result, const Privacy& privacy = {});

} // namespace jitterscope

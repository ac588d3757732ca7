// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison_report.h"

#include <string>

namespace jitterscope {

/// A comparison as JSON; docs/compare.md describes it.
[[nodiscard]] std::string comparisonJson(const ComparisonReport& report);
/// One row a figure; `# key: value` lines before them.
[[nodiscard]] std::string comparisonCsv(const ComparisonReport& report);

} // namespace jitterscope

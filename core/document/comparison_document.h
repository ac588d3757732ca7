// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison_report.h"
#include "core/document/document.h"

namespace jitterscope {

/// Verdict, pictures, differences, and for each run what was measured where, when, with what settings, how
/// disturbed, and how to repeat it. Files are named without their folders.
[[nodiscard]] Document comparisonDocument(const ComparisonReport& report);

} // namespace jitterscope

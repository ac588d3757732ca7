// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison_report.h"
#include "core/document/document.h"
#include "core/picture/svg.h"

namespace jitterscope {

/// Verdict, pictures, differences, and for each run what was measured where, when, with what settings, how
/// disturbed, and how to repeat it. Files are named without their folders. `theme` of the pictures:
/// Automatic for HTML, Light for what Qt draws.
[[nodiscard]] Document comparisonDocument(const ComparisonReport& report,
                                          SvgTheme theme = SvgTheme::Automatic);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison_report.h"
#include "core/document/document.h"

namespace jitterscope {

/// What a comparison says in sentences: its verdict, what it rests on, and how fair it is. The first section
/// of comparisonDocument() begins with it.
[[nodiscard]] Section pairSection(const Comparison& comparison);
/// Verdict, pictures, differences, and for each run what was measured where, when, with what settings, how
/// disturbed, and how to repeat it. Files are named without their folders.
[[nodiscard]] Document comparisonDocument(const ComparisonReport& report);

} // namespace jitterscope

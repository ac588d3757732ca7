// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison.h"

namespace jitterscope {

// The sentences of a comparison; used only in core/compare.

/// Sets verdict, sentence and detail from the figures.
void sayVerdict(Comparison& comparison, const ComparedRun& a, const ComparedRun& b);

} // namespace jitterscope

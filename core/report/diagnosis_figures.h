// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"

#include <string>

namespace jitterscope {

// The charts of a diagnosis as SVG, the same in every report. Each is a whole <svg> element with its own
// size, for light and dark (prefers-color-scheme), without fonts, scripts or outside references.

/// One log scale of late shares: what is allowed, the loop now, and with the cure.
[[nodiscard]] std::string verdictFigure(const Diagnosis& diagnosis);
/// One column a late frame, worst first, stacked by cause; empty if no frame was late.
[[nodiscard]] std::string anatomyFigure(const Diagnosis& diagnosis);
/// The trials' differences of late frames with their intervals; empty without a measured trial.
[[nodiscard]] std::string trialsFigure(const Diagnosis& diagnosis);

} // namespace jitterscope

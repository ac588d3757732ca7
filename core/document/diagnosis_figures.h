// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/picture/svg.h"

#include <string>

namespace jitterscope {

// The charts of a diagnosis as SVG, the same in every report. Each is a whole <svg> element with its own
// size, without fonts, scripts or outside references.

/// One log scale of late shares: what is allowed, the loop now, and with the cure.
[[nodiscard]] std::string verdictFigure(const Diagnosis& diagnosis, SvgTheme theme = SvgTheme::Automatic);
/// One column a late frame, by first cause and worst first, stacked by cause; empty if no frame was late.
/// Where there are more frames than pixels, a column stands for several and shows the worst of them.
[[nodiscard]] std::string anatomyFigure(const Diagnosis& diagnosis, SvgTheme theme = SvgTheme::Automatic);
/// The trials' differences of late frames with their intervals; empty without a measured trial.
[[nodiscard]] std::string trialsFigure(const Diagnosis& diagnosis, SvgTheme theme = SvgTheme::Automatic);

} // namespace jitterscope

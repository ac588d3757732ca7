// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifdef JITTERSCOPE_QT_CHARTS
#include "ui/plot/line_view_charts.h"
#else
#include "ui/plot/line_view_painted.h"
#endif

namespace jitterscope::ui {

/// What a plot draws its lines with: Qt Charts, or in a build without it (JITTERSCOPE_QT_CHARTS=OFF, which
/// the build for Windows says) our own painting. Both look the same, and have the same members.
#ifdef JITTERSCOPE_QT_CHARTS
using LineView = ChartLineView;
#else
using LineView = PaintedLineView;
#endif

} // namespace jitterscope::ui

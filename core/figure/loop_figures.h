// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/picture/chart.h"

#include <cstddef>

namespace jitterscope {

// What is plotted of another program's loop, for the window and for reports. Empty: it has no frames.

/// `frame-times`: each frame over the time of the recording. Long frames are dots, the aim is dashed. If
/// there are more frames than `columns`, the shortest and the longest of each moment.
[[nodiscard]] Figure loopTimesFigure(const HeardLoop& loop, std::size_t columns = 2000);

/// `histogram`: how often each frame time came, on a log scale. The aim is dashed.
[[nodiscard]] Figure loopHistogramFigure(const HeardLoop& loop);

/// `causes`: the time that long frames take beyond the aim, by cause. Empty as well if none was long.
[[nodiscard]] Figure loopCausesFigure(const HeardLoop& loop);

} // namespace jitterscope

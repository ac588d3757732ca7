// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/picture/picture.h"

namespace jitterscope {

// Pictures of somebody else's loop, for the window and for reports. Widths and heights in px; at least 240
// by 80.

/// The mean frame as a bar: work, waits, what they ended late, presents.
[[nodiscard]] Picture loopFramePicture(const HeardLoop& loop, double width, double height);

/// Frame times from `frames` on, over time; long ones are marked, the aim is dashed.
[[nodiscard]] Picture loopTimesPicture(const HeardLoop& loop, double width, double height);

/// How often each frame time came; the aim is dashed.
[[nodiscard]] Picture loopHistogramPicture(const HeardLoop& loop, double width, double height);

/// What long frames take longer, by cause. Empty: none was long.
[[nodiscard]] Picture loopCausesPicture(const HeardLoop& loop, double width, double height);

} // namespace jitterscope

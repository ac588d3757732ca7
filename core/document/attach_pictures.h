// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/picture/picture.h"

namespace jitterscope {

// Pictures of another program's loop, for the window and for reports. Widths and heights in px; at least 240
// by 80.

/// The mean frame as a bar: work, presents, yields, waits, and how late the waits ended.
[[nodiscard]] Picture loopFramePicture(const HeardLoop& loop, double width, double height);

/// Frame times over the time of the recording; long ones are marked, the aim is dashed.
[[nodiscard]] Picture loopTimesPicture(const HeardLoop& loop, double width, double height);

/// How often each frame time came; the aim is dashed.
[[nodiscard]] Picture loopHistogramPicture(const HeardLoop& loop, double width, double height);

/// The time that long frames take beyond the aim, by cause. Empty: none was long.
[[nodiscard]] Picture loopCausesPicture(const HeardLoop& loop, double width, double height);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/picture/picture.h"

namespace jitterscope {

// Pictures of another program's loop, for the window and for reports. Widths and heights in px; at least 240
// by 80.

/// The mean frame as a bar: work, presents, yields, waits, and how late the waits ended.
[[nodiscard]] Picture loopFramePicture(const HeardLoop& loop, double width, double height);

} // namespace jitterscope

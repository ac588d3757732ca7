// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// What clocks show, cost and do to article 1's loop.
[[nodiscard]] LabPictureEntry clocksPicture();

} // namespace jitterscope::ui

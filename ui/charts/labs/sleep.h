// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// One sleep part by part, and the distribution of many.
[[nodiscard]] LabPictureEntry sleepPicture();

} // namespace jitterscope::ui

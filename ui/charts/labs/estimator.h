// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// Article 1's wait nap by nap, with the estimate's formula in numbers.
[[nodiscard]] LabPictureEntry estimatorPicture();

} // namespace jitterscope::ui

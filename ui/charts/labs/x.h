// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// What X buys and costs, and what a quantile buys.
[[nodiscard]] LabPictureEntry xPicture();

} // namespace jitterscope::ui

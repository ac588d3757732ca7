// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// Three ways to catch up, on the same scales: a runner at a gate, backlog, updates and frame rate over time.
[[nodiscard]] LabPictureEntry wellPicture();

} // namespace jitterscope::ui

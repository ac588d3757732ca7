// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// Four loops: processor, frame time, watts; and the timer.
[[nodiscard]] LabPictureEntry meltingPicture();

} // namespace jitterscope::ui

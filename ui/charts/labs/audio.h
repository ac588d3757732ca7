// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// The queue as a saw-tooth, and lag against silence.
[[nodiscard]] LabPictureEntry audioPicture();

} // namespace jitterscope::ui

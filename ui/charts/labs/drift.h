// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// Article 5's three frames, and the race of six policies.
[[nodiscard]] LabPictureEntry driftPicture();

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// Two rules slot by slot, and two animations made of the calls.
[[nodiscard]] LabPictureEntry slotsPicture();

} // namespace jitterscope::ui

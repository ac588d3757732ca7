// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// A dot moved by two times, the article's table, and the judder.
[[nodiscard]] LabPictureEntry refreshPicture();

} // namespace jitterscope::ui

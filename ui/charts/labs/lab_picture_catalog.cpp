// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

std::span<const LabPictureEntry> labPictureCatalog() {
    return {};
}

} // namespace jitterscope::ui

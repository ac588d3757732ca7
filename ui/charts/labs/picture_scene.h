// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"

namespace jitterscope::ui {

/// The scene of this lab in core/scene, painted.
[[nodiscard]] std::unique_ptr<LabScene> pictureScene(std::string_view id, const LabResult& result,
                                                     const ParameterValues& knobs);
void paintSketch(std::string_view id, QPainter& painter, const QRectF& area);

} // namespace jitterscope::ui

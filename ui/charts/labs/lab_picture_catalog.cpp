// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/audio.h"
#include "ui/charts/labs/clocks.h"
#include "ui/charts/labs/drift.h"
#include "ui/charts/labs/estimator.h"
#include "ui/charts/labs/melting.h"
#include "ui/charts/labs/picture_scene.h"
#include "ui/charts/labs/refresh.h"
#include "ui/charts/labs/sleep.h"
#include "ui/charts/labs/slots.h"
#include "ui/charts/labs/well.h"

#include <array>

namespace jitterscope::ui {
namespace {

LabPictureEntry xPicture() {
    return {"x",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("x", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("x", painter, area); }};
}

} // namespace

std::span<const LabPictureEntry> labPictureCatalog() {
    static const std::array entries{sleepPicture(),   estimatorPicture(), xPicture(),    driftPicture(),
                                    slotsPicture(),   refreshPicture(),   wellPicture(), audioPicture(),
                                    meltingPicture(), clocksPicture()};
    return entries;
}

} // namespace jitterscope::ui

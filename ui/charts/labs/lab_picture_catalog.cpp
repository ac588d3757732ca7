// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/labs/picture_scene.h"

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

LabPictureEntry audioPicture() {
    return {"audio",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("audio", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("audio", painter, area); }};
}

LabPictureEntry meltingPicture() {
    return {"melting",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("melting", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("melting", painter, area); }};
}

LabPictureEntry slotsPicture() {
    return {"slots",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("slots", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("slots", painter, area); }};
}

LabPictureEntry refreshPicture() {
    return {"refresh",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("refresh", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("refresh", painter, area); }};
}

LabPictureEntry estimatorPicture() {
    return {"estimator",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("estimator", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("estimator", painter, area); }};
}

LabPictureEntry wellPicture() {
    return {"well",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("well", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("well", painter, area); }};
}

LabPictureEntry clocksPicture() {
    return {"clocks",
            [](const LabResult& result, const ParameterValues& knobs) {
                return pictureScene("clocks", result, knobs);
            },
            [](QPainter& painter, const QRectF& area) { paintSketch("clocks", painter, area); }};
}

LabPictureEntry driftPicture() {
    return {"drift",
            [](const LabResult& result, const ParameterValues& knobs) { return pictureScene("drift", result, knobs); },
            [](QPainter& painter, const QRectF& area) { paintSketch("drift", painter, area); }};
}

LabPictureEntry sleepPicture() {
    return {"sleep",
            [](const LabResult& result, const ParameterValues& knobs) { return pictureScene("sleep", result, knobs); },
            [](QPainter& painter, const QRectF& area) { paintSketch("sleep", painter, area); }};
}

} // namespace

std::span<const LabPictureEntry> labPictureCatalog() {
    static const std::array entries{sleepPicture(),   estimatorPicture(), xPicture(),    driftPicture(),
                                    slotsPicture(),   refreshPicture(),   wellPicture(), audioPicture(),
                                    meltingPicture(), clocksPicture()};
    return entries;
}

} // namespace jitterscope::ui

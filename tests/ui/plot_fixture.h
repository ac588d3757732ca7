// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/plot.h"

#include <QCoreApplication>
#include <QImage>
#include <QMouseEvent>

#include <cmath>

namespace jitterscope::ui {

/// The pointer, without a button held.
inline void moveTo(Plot& plot, const QPointF& at) {
    QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(plot.viewport(), &move);
}

[[nodiscard]] inline bool near(double a, double b, double span) {
    return std::abs(a - b) < 1e-6 * span;
}

[[nodiscard]] inline int pixelsOf(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            found += image.pixelColor(x, y) == colour ? 1 : 0;
    }
    return found;
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QPointF>

namespace jitterscope::ui::scene {

/// A running figure, `height` px tall, its feet at `feet`. `phase` in strides: what it does with its legs.
void drawRunner(QPainter& painter, const QPointF& feet, double height, double phase, const QColor& colour,
                bool stands = false);

} // namespace jitterscope::ui::scene

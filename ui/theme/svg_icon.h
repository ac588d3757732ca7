// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QRectF>

class QPainter;

namespace jitterscope::ui {

/// Paints an icon of resources/icons, of which it knows what they use: paths, boxes with round corners and
/// circles, with fill and stroke as attributes. False: there is something else in it.
[[nodiscard]] bool paintIcon(QPainter& painter, const QByteArray& svg, const QRectF& target);

} // namespace jitterscope::ui

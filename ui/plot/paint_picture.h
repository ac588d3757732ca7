// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/picture.h"

#include <QImage>
#include <QRectF>

class QPainter;

namespace jitterscope::ui {

/// Paints the picture as svgText() writes it, ground included, into `area`: as large as it fits, its
/// proportions kept, from the area's top left corner. On a screen, upright and level edges are sharp. Any
/// paint device will do.
void paintPicture(QPainter& painter, const Picture& picture, const QRectF& area, bool dark);

/// The same without its ground, for a card that is there already.
void paintShapes(QPainter& painter, const Picture& picture, const QRectF& area, bool dark);

/// The picture on its ground, with `pixels` pixels of the image for each px.
[[nodiscard]] QImage pictureImage(const Picture& picture, double pixels, bool dark);

/// Width of a text in px, as it is painted on a screen. GUI thread.
[[nodiscard]] double paintedWidth(std::string_view text, const TextLook& look);

} // namespace jitterscope::ui

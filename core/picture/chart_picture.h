// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/chart.h"
#include "core/picture/picture.h"

namespace jitterscope {

/// Of a file, px. A figure whose panels stand one below the other is as high as its panels want.
struct PictureSize {
    double width = 960;
    double height = 540;
};

/// The figure with its title, key and panels; panels that are too narrow side by side go below each other.
/// An empty figure gives an empty picture. Values that lie outside an axis stand at its end.
[[nodiscard]] Picture figurePicture(const Figure& figure, const PictureSize& size = {});

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace jitterscope {

/// A place in a picture: px from its top left corner.
struct Point {
    double x = 0;
    double y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

/// Straight lines from point to point.
struct Outline {
    std::vector<Point> points;
    bool closed = false; ///< the last point leads back to the first

    friend bool operator==(const Outline&, const Outline&) = default;
};

/// Lines and areas that are drawn as one.
using Path = std::vector<Outline>;

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/adaptive/margin_curve.h"

namespace jitterscope {

std::size_t marginCurve(const LatencyHistogram& oversleeps, double hazard, MarginPoint* points,
                        std::size_t size) noexcept {
    if (oversleeps.weight() <= 0 || size == 0)
        return 0;
    MarginPoint point;
    point.margin = LatencyHistogram::lowerEdge(oversleeps.firstUsed());
    std::size_t count = 0;
    points[count++] = point;
    for (std::size_t i = oversleeps.firstUsed(); i <= oversleeps.lastUsed() && count < size; ++i) {
        const double width = oversleeps.upperEdge(i) - point.margin;
        point = one_header::pointWithin(point, width, oversleeps.share(i), 1, hazard);
        points[count++] = point;
    }
    return count;
}

} // namespace jitterscope

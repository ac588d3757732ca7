// SPDX-License-Identifier: MIT
#include "core/adaptive/margin_curve.h"

#include <algorithm>

namespace jitterscope {
namespace {

/// Calls `visit(low, high, width, share)` for each bucket until it returns false.
template <typename Visit>
void walk(const LatencyHistogram& oversleeps, double hazard, Visit visit) noexcept {
    if (oversleeps.weight() <= 0)
        return;
    MarginPoint low;
    low.margin = LatencyHistogram::lowerEdge(oversleeps.firstUsed());
    for (std::size_t i = oversleeps.firstUsed(); i <= oversleeps.lastUsed(); ++i) {
        const double width = oversleeps.upperEdge(i) - low.margin;
        const double share = oversleeps.share(i);
        const MarginPoint high = one_header::pointWithin(low, width, share, 1, hazard);
        if (!visit(low, high, width, share))
            return;
        low = high;
    }
}

} // namespace

MarginPoint marginAt(const LatencyHistogram& oversleeps, double margin, double hazard) noexcept {
    MarginPoint point;
    walk(oversleeps, hazard,
         [&](const MarginPoint& low, const MarginPoint& high, double width, double share) {
             const double part = std::clamp((margin - low.margin) / width, 0.0, 1.0);
             point = one_header::pointWithin(low, width, share, part, hazard);
             return high.margin < margin;
         });
    const double beyond = margin - point.margin; // 0 within what was seen
    point.margin = margin;
    point.spin = std::max(point.spin + (beyond > 0 ? beyond : 0), 0.0);
    return point;
}

std::size_t marginCurve(const LatencyHistogram& oversleeps, double hazard, MarginPoint* points,
                        std::size_t size) noexcept {
    std::size_t count = 0;
    walk(oversleeps, hazard, [&](const MarginPoint& low, const MarginPoint& high, double, double) noexcept {
        if (count == 0 && size > 0)
            points[count++] = low;
        if (count < size)
            points[count++] = high;
        return count < size;
    });
    return count;
}

} // namespace jitterscope

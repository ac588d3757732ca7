// SPDX-License-Identifier: MIT
#include "core/adaptive/margin_choice.h"

#include <algorithm>

namespace jitterscope {
namespace {

/// The point at the part `part` of a bucket; within it the samples are taken to lie evenly.
MarginPoint within(const MarginPoint& low, double width, double share, double part, double hazard) noexcept {
    const double below = 1 - low.missed;
    MarginPoint point;
    point.margin = low.margin + part * width;
    point.missed = std::max(low.missed - part * share, 0.0);
    point.spin = low.spin + part * width * (below + part * share / 2);
    point.late = std::min(point.missed + hazard * point.spin, 1.0);
    return point;
}

/// The walk that both have in common. `visit(low, high, width, share)` for each bucket; false ends it.
template <typename Visit>
void walk(const LatencyHistogram& oversleeps, double hazard, Visit visit) noexcept {
    if (oversleeps.weight() <= 0)
        return;
    MarginPoint low;
    low.margin = LatencyHistogram::lowerEdge(oversleeps.firstUsed());
    for (std::size_t i = oversleeps.firstUsed(); i <= oversleeps.lastUsed(); ++i) {
        const double width = oversleeps.upperEdge(i) - low.margin;
        const double share = oversleeps.share(i);
        const MarginPoint high = within(low, width, share, 1, hazard);
        if (!visit(low, high, width, share))
            return;
        low = high;
    }
}

} // namespace

MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims) noexcept {
    MarginPoint best;
    best.margin = LatencyHistogram::lowerEdge(oversleeps.firstUsed());
    const double longest = oversleeps.largest();
    walk(oversleeps, aims.hazard,
         [&](const MarginPoint& low, const MarginPoint& high, double width, double share) noexcept {
             double part = 1;
             // Of the bucket of the longest sample all is taken: it may hold that one value many times.
             if (high.late < aims.lateShare && low.late > high.late && high.margin < longest)
                 part = std::clamp((low.late - aims.lateShare) / (low.late - high.late), 0.0, 1.0);
             if (high.spin > aims.spinLimit)
                 part = std::min(part,
                                 std::clamp((aims.spinLimit - low.spin) / (high.spin - low.spin), 0.0, 1.0));
             const MarginPoint reached = within(low, width, share, part, aims.hazard);
             if (reached.late < best.late)
                 best = reached;
             return part >= 1;
         });
    return best;
}

MarginPoint marginAt(const LatencyHistogram& oversleeps, double margin, double hazard) noexcept {
    MarginPoint point;
    walk(oversleeps, hazard,
         [&](const MarginPoint& low, const MarginPoint& high, double width, double share) {
             const double part = std::clamp((margin - low.margin) / width, 0.0, 1.0);
             point = within(low, width, share, part, hazard);
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

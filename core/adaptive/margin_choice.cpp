// SPDX-License-Identifier: MIT
#include "core/adaptive/margin_choice.h"

#include <algorithm>

namespace jitterscope {

MarginPoint pointWithin(const MarginPoint& low, double width, double share, double part,
                        double hazard) noexcept {
    MarginPoint point;
    point.margin = low.margin + part * width;
    point.missed = std::max(low.missed - part * share, 0.0);
    point.spin = low.spin + part * width * (1 - low.missed + part * share / 2);
    point.late = std::min(point.missed + hazard * point.spin, 1.0);
    return point;
}

MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims) noexcept {
    MarginPoint low;
    low.margin = LatencyHistogram::lowerEdge(oversleeps.firstUsed());
    MarginPoint best = low;
    double part = 1;
    for (std::size_t i = oversleeps.firstUsed(); i <= oversleeps.lastUsed() && part >= 1; ++i) {
        const double width = oversleeps.upperEdge(i) - low.margin;
        const double share = oversleeps.share(i);
        const MarginPoint high = pointWithin(low, width, share, 1, aims.hazard);
        // The bucket of the longest sample is taken whole: it may hold that one value many times.
        if (high.late < aims.lateShare && low.late > high.late && high.margin < oversleeps.largest())
            part = std::clamp((low.late - aims.lateShare) / (low.late - high.late), 0.0, 1.0);
        if (high.spin > aims.spinLimit)
            part = std::min(part, std::clamp((aims.spinLimit - low.spin) / (high.spin - low.spin), 0.0, 1.0));
        if (high.margin > aims.longest)
            part = std::min(part, std::clamp((aims.longest - low.margin) / width, 0.0, 1.0));
        const MarginPoint reached = part < 1 ? pointWithin(low, width, share, part, aims.hazard) : high;
        if (reached.late + reached.spin / aims.price < best.late + best.spin / aims.price)
            best = reached;
        low = high;
    }
    return best;
}

MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims, double spare) noexcept {
    if (spare <= 0)
        return chooseMargin(oversleeps, aims);
    const double strict = chooseMargin(oversleeps, MarginAims{aims.lateShare}).margin; // with no tolerance
    MarginAims shorter = aims; // shorter by the tolerance, within the caller's limits
    shorter.lateShare = 0;
    shorter.longest = std::max(strict - spare, 0.0);
    MarginPoint point = chooseMargin(oversleeps, shorter);
    MarginAims tolerated; // a wake-up within the tolerance has not missed
    tolerated.longest = point.margin + spare;
    point.missed = chooseMargin(oversleeps, tolerated).missed;
    point.late = std::min(point.missed + aims.hazard * point.spin, 1.0);
    return point;
}

MarginPoint quantileOf(const LatencyHistogram& oversleeps, double tail, double spinLimit) noexcept {
    MarginAims aims;
    aims.lateShare = tail;
    aims.spinLimit = spinLimit;
    return chooseMargin(oversleeps, aims);
}

} // namespace jitterscope

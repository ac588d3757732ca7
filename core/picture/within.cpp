// SPDX-License-Identifier: MIT
#include "core/picture/within.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

bool cutLine(Point& from, Point& to, const Box& box) {
    double begin = 0;
    double end = 1;
    const auto cut = [&](double start, double change, double low, double high) {
        if (change == 0) {
            if (start < low || start > high)
                end = -1;
            return;
        }
        const double a = (low - start) / change;
        const double b = (high - start) / change;
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
    };
    const double wide = to.x - from.x;
    const double high = to.y - from.y;
    cut(from.x, wide, box.left, box.right);
    cut(from.y, high, box.top, box.bottom);
    if (begin > end)
        return false;
    const Point start = from;
    if (begin > 0)
        from = {start.x + begin * wide, start.y + begin * high};
    if (end < 1)
        to = {start.x + end * wide, start.y + end * high};
    return true;
}

Path lineWithin(const Outline& line, const Box& box) {
    Path path;
    bool joined = false;
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        Point from = line.points[i - 1];
        Point to = line.points[i];
        if (!cutLine(from, to, box)) {
            joined = false;
            continue;
        }
        if (!joined || path.back().points.back() != from)
            path.push_back({{from}});
        path.back().points.push_back(to);
        joined = true;
    }
    return path;
}

/// After Sutherland and Hodgman (1974): edge after edge of the box.
Outline areaWithin(Outline area, const Box& box) {
    const auto cut = [&](double Point::*along, double edge, bool above) {
        std::vector<Point> kept;
        const auto inside = [&](const Point& at) { return above ? at.*along >= edge : at.*along <= edge; };
        for (std::size_t i = 0; i < area.points.size(); ++i) {
            const Point& from = area.points[i];
            const Point& to = area.points[(i + 1) % area.points.size()];
            if (inside(from))
                kept.push_back(from);
            if (inside(from) == inside(to))
                continue;
            const double share = (edge - from.*along) / (to.*along - from.*along);
            kept.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
            kept.back().*along = edge;
        }
        area.points = std::move(kept);
    };
    cut(&Point::x, box.left, true);
    cut(&Point::x, box.right, false);
    cut(&Point::y, box.top, true);
    cut(&Point::y, box.bottom, false);
    return area;
}

} // namespace jitterscope

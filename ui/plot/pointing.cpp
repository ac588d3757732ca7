// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/pointing.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kReach = 14; // pixels around a point that still mean it

double distance(const QRectF& box, const QPointF& pixel) {
    const double x = std::max({box.left() - pixel.x(), pixel.x() - box.right(), 0.0});
    const double y = std::max({box.top() - pixel.y(), pixel.y() - box.bottom(), 0.0});
    return std::hypot(x, y);
}

} // namespace

std::vector<Pointing::Target> Pointing::targets(const PlotSpace& space) const {
    std::vector<Target> list;
    for (const auto& layer : m_layers) {
        for (const Layer::Hit& hit : layer->hits(space))
            list.push_back({layer.get(), hit});
    }
    return list;
}

std::optional<Pointing::Target> Pointing::near(const PlotSpace& space, const QPointF& pixel) const {
    std::optional<Target> best;
    double nearest = kReach;
    for (const Target& target : targets(space)) {
        if (const double away = distance(target.hit.box, pixel); away <= nearest) {
            nearest = away;
            best = target;
        }
    }
    return best;
}

std::optional<Pointing::Target> Pointing::next(const PlotSpace& space, int direction) const {
    const std::vector<Target> all = targets(space);
    if (all.empty())
        return std::nullopt;
    const int count = static_cast<int>(all.size());
    const auto at = std::ranges::find_if(
        all, [this](const Target& target) { return target.layer == m_layer && target.hit.id == m_id; });
    const int place = at == all.end() ? (direction > 0 ? 0 : count - 1)
                                      : (static_cast<int>(at - all.begin()) + direction + count) % count;
    return all[static_cast<std::size_t>(place)];
}

std::optional<Pointing::Target> Pointing::current(const PlotSpace& space) const {
    if (m_layer == nullptr)
        return std::nullopt;
    for (const Layer::Hit& hit : m_layer->hits(space)) {
        if (hit.id == m_id)
            return Target{m_layer, hit};
    }
    return std::nullopt;
}

bool Pointing::set(const std::optional<Target>& target) {
    const Layer* const layer = target ? target->layer : nullptr;
    const std::int64_t id = target ? target->hit.id : 0;
    if (layer == m_layer && id == m_id)
        return false;
    m_layer = layer;
    m_id = id;
    return true;
}

} // namespace jitterscope::ui

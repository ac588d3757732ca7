// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/layer.h"

namespace jitterscope::ui {

/// Boxes on rows: x is time, y an axis of names.
class TimelineLayer final : public Layer {
public:
    TimelineLayer(std::vector<TimelineBox> boxes, std::vector<TimelineStretch> stretches)
        : m_boxes(std::move(boxes)), m_stretches(std::move(stretches)) {}

    void paint(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    std::vector<TimelineBox> m_boxes;
    std::vector<TimelineStretch> m_stretches;
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/layer.h"

namespace jitterscope::ui {

/// A map of coloured cells on two axes of names, with the scale of its colours to the right.
class HeatLayer final : public Layer {
public:
    explicit HeatLayer(HeatMap map) : m_map(std::move(map)) {}

    void paintUnder(QPainter& painter, const PlotSpace& space) const override;
    void paintBeside(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] double rightRoom() const override;
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    HeatMap m_map;
};

} // namespace jitterscope::ui

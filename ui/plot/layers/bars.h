// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/layer.h"

namespace jitterscope::ui {

/// Horizontal bars, one for each row of a y axis of names, with whiskers, marks, and the values beside them.
class BarLayer final : public Layer {
public:
    explicit BarLayer(std::vector<ChartBar> bars) : m_bars(std::move(bars)) {}

    void paint(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] double rightRoom() const override { return 24; }
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    void paintBar(QPainter& painter, const PlotSpace& space, const QRectF& row, const ChartBar& bar) const;

    std::vector<ChartBar> m_bars;
};

} // namespace jitterscope::ui

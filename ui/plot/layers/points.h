// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/layer.h"

namespace jitterscope::ui {

/// Paints what Qt Charts does not: the intervals, bands, dots and labels of lines and clouds.
class PointLayer final : public Layer {
public:
    explicit PointLayer(std::vector<ChartSeries> series) : m_series(std::move(series)) {}

    [[nodiscard]] const std::vector<ChartSeries>& series() const noexcept { return m_series; }
    void paintUnder(QPainter& painter, const PlotSpace& space) const override;
    void paint(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    void paintPoints(QPainter& painter, const PlotSpace& space, const ChartSeries& series) const;
    void paintLabels(QPainter& painter, const PlotSpace& space) const;

    std::vector<ChartSeries> m_series;
};

} // namespace jitterscope::ui

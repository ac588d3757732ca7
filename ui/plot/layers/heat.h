// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

namespace jitterscope::ui {

class Plot;

struct HeatCell {
    double x = 0;
    double y = 0;
    double value = 0; ///< not finite: hatched
};

/// A map of coloured cells on two axes of names, with the scale of its colours to the right.
class HeatLayer final : public Layer {
public:
    /// Column and row of each cell, counted on the axes.
    struct Cell {
        int column = 0;
        int row = 0;
        double value = 0;
    };
    /// `colours`: the scale of the colours, settled by the caller, so that maps side by side can share it.
    HeatLayer(std::vector<Cell> cells, Axis colours);

    void paintUnder(QPainter& painter, const PlotSpace& space) const override;
    void paintBeside(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] double rightRoom() const override;
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    std::vector<Cell> m_cells;
    Axis m_colours;
};

/// Fills a plot with the layer. Both axes have the values of the cells as names, evenly spaced. Titles
/// include units.
void showHeat(Plot& plot, const QString& xTitle, const QString& yTitle, Axis colours,
              const std::vector<HeatCell>& cells);

} // namespace jitterscope::ui

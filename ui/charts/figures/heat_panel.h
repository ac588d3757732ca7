// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figures/panel.h"

namespace jitterscope::ui {

struct HeatCell {
    double x = 0;
    double y = 0;
    double value = 0;
};

/// A map of coloured cells with its scale to the right. x and y are the values of the table, evenly spaced.
class HeatPanel final : public Panel {
public:
    /// `colours`: settled by the caller, so that maps side by side share it. `xTitle`, `yTitle` with units.
    HeatPanel(QString title, QString xTitle, QString yTitle, Axis colours, std::vector<HeatCell> cells);

    [[nodiscard]] QString textOf(const Hit& hit) const override;
    [[nodiscard]] int hitAt(const QPointF& pixel) const override;

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;

private:
    void paintLabels(QPainter& painter, const QRectF& area) const;
    void paintScale(QPainter& painter, const QRectF& bar) const;

    QString m_xTitle;
    QString m_yTitle;
    Axis m_colours;
    std::vector<HeatCell> m_cells;
    std::vector<double> m_xs; // sorted, each once
    std::vector<double> m_ys;
    QRectF m_map;
};

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

#include <QColor>

#include <optional>

namespace jitterscope::ui {

class Plot;

struct Bar {
    QString name;
    QColor colour;
    double value = 0; ///< not finite: the name alone
    std::optional<Range> whisker = {};
    std::optional<double> mark = {};   ///< a second value, as a small line
    std::optional<double> before = {}; ///< of an earlier result: a dashed line
    QString note = {};
};

/// Horizontal bars, one for each row of a y axis of names, with whiskers, marks, and the values beside them.
class BarLayer final : public Layer {
public:
    explicit BarLayer(std::vector<Bar> bars) : m_bars(std::move(bars)) {}

    void paint(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] double rightRoom() const override { return 24; }
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    void paintBar(QPainter& painter, const PlotSpace& space, const QRectF& row, const Bar& bar) const;

    std::vector<Bar> m_bars;
};

/// Fills a plot: an x axis around all values, the names down the left, and the layer.
void showBars(Plot& plot, Axis x, std::vector<Bar> bars);

} // namespace jitterscope::ui

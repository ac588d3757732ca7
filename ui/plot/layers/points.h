// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

#include <QPen>

#include <optional>

namespace jitterscope::ui {

class Plot;

/// One point; a span is an interval or a whisker around it, in the axis's values.
struct XyPoint {
    double x = 0;
    double y = 0;
    std::optional<Range> xSpan = {};
    std::optional<Range> ySpan = {};
    QString note = {};  ///< more for the read-out
    QString label = {}; ///< painted beside it
    bool pale = false;
    bool bare = false; ///< only an end of the line: no dot, and nothing to point at
};

/// One line or cloud. Points that are not finite break the line.
struct XySeries {
    QString name; ///< unique within a plot
    QPen pen;
    std::vector<XyPoint> points = {};
    bool line = true;
    bool dots = true;
    bool band = false;   ///< ySpan as a tinted band instead of whiskers
    bool before = false; ///< of an earlier result: lighter
    bool hollow = false; ///< dots as rings
};

/// Paints what Qt Charts does not: the intervals, bands, dots and labels of lines and clouds.
class PointLayer final : public Layer {
public:
    explicit PointLayer(std::vector<XySeries> series) : m_series(std::move(series)) {}

    [[nodiscard]] const std::vector<XySeries>& series() const noexcept { return m_series; }
    void paintUnder(QPainter& painter, const PlotSpace& space) const override;
    void paint(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    void paintPoints(QPainter& painter, const PlotSpace& space, const XySeries& series) const;
    void paintLabels(QPainter& painter, const PlotSpace& space) const;

    std::vector<XySeries> m_series;
};

/// Fills a plot: axes around all values, a line for each series that has one, and the layer. If there is
/// nothing to draw, the plot says so.
void showSeries(Plot& plot, Axis x, Axis y, std::vector<XySeries> series);

/// Fewer points that look the same: the lowest and the highest of each of `columns` equal parts.
[[nodiscard]] std::vector<XyPoint> thinned(std::vector<XyPoint> points, std::size_t columns = 300);

} // namespace jitterscope::ui

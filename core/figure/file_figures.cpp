// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/figure/figures.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

/// From the median up to the last quantile for which there are enough values.
std::vector<ChartPoint> quantilesOf(const QuantileLine& line) {
    constexpr int kSteps = 36;
    constexpr double kNines = 3.7; // from 50 % to 99.99 %, even steps on the percentile axis
    std::vector<ChartPoint> points;
    auto place = line.counts.begin();
    double below = 0;
    for (int i = 0; i <= kSteps; ++i) {
        const double fraction = 1 - 0.5 * portable::pow(10.0, -kNines * i / kSteps);
        if (line.all * (1 - fraction) < 1)
            break;
        while (place != line.counts.end() && below + static_cast<double>(place->count) < fraction * line.all)
            below += static_cast<double>((place++)->count);
        if (place == line.counts.end())
            break; // it lies beyond the end of the histogram
        points.push_back({.x = fraction, .y = static_cast<double>(place->value)});
    }
    return points;
}

} // namespace

Figure fileQuantilesFigure(const std::vector<QuantileLine>& lines, std::string id, std::string of) {
    constexpr std::size_t kMost = 8; // more lines than that nobody tells apart
    static constexpr std::array kInks{Ink::First, Ink::Second, Ink::Violet, Ink::Olive};
    Figure figure{.id = std::move(id), .title = "Quantiles"};
    figure.description = "Which share of the values is no larger. To the right stand the rare long ones.";
    std::vector<ChartSeries> series;
    for (std::size_t i = 0; i < std::min(lines.size(), kMost); ++i) {
        ChartSeries line{.name = lines[i].name, .look = {kInks[i % kInks.size()], 1.6}};
        if (i >= kInks.size())
            line.look.dashes = {4, 2.5};
        line.points = quantilesOf(lines[i]);
        line.dots = false;
        if (line.points.empty())
            continue;
        figure.key.push_back({.text = line.name, .look = line.look});
        series.push_back(std::move(line));
    }
    if (series.empty())
        return {};
    figure.panels.push_back(
        seriesChart({}, Axis(AxisScale::Percentile, Quantity::Fraction, "share of the values"),
                    Axis(AxisScale::Linear, Quantity::Time, std::move(of)), std::move(series)));
    return figure;
}

} // namespace jitterscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/slack.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/plot/layers/references.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {
namespace {

XySeries seriesOf(const Points& points, const QString& name, const QPen& pen, std::string_view column,
                  bool span) {
    XySeries series{.name = name, .pen = pen};
    for (std::size_t row = 0; row < points.count(); ++row) {
        XyPoint point{.x = points.number(row, "requested_ns"), .y = points.number(row, column)};
        if (span)
            point.ySpan = points.range(row, "oversleep_min_ns", "oversleep_max_ns");
        series.points.push_back(std::move(point));
    }
    return series;
}

ExperimentChart makeSlack(const ExperimentChartInput& input) {
    const Tokens& c = tokens();
    const QPen granted(c.good, 1.4, Qt::DashLine);
    const QPen median(c.first, 1.6);
    const QPen p99(c.second, 1.4, Qt::DotLine);
    std::vector<XySeries> series;
    for (const ExperimentResult* result : {input.before, &input.result}) {
        if (result == nullptr)
            continue;
        const Points points(result->points);
        const bool before = result == input.before;
        const QString kept = before ? QStringLiteral(" (kept)") : QString();
        series.push_back(seriesOf(points, say("granted") + kept, granted, "granted_ns", false));
        series.push_back(
            seriesOf(points, say("observed, median") + kept, median, "oversleep_p50_ns", !before));
        series.push_back(seriesOf(points, say("observed, p99") + kept, p99, "oversleep_p99_ns", false));
        for (auto it = series.end() - 3; it != series.end(); ++it)
            it->before = before;
    }
    ExperimentChart chart;
    Plot& plot = chart.add();
    plot.add(std::make_unique<ReferenceLayer>(
        std::vector<Reference>{{Reference::Diagonal, 0, say("as requested")}}));
    showSeries(plot, Axis(Scale::Log, Quantity::Time, say("requested of the system")),
               Axis(Scale::Log, Quantity::Time, say("granted, and overslept by (bar: least to greatest)")),
               std::move(series));
    chart.key = {keyLine(say("granted"), granted), keyLine(say("observed, median"), median),
                 keyLine(say("observed, p99"), p99)};
    return chart;
}

} // namespace

ExperimentChartEntry slackChart() {
    return {.id = "slack", .make = makeSlack, .sketch = sketch::points, .overlays = true};
}

} // namespace jitterscope::ui

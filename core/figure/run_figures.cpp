// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/figure/bins.h"
#include "core/figure/experiment_figure.h"
#include "core/figure/figures.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace jitterscope {
namespace {

constexpr int kColumns = 400; // of what is drawn over time

std::string runTitle(const RunResult& result) {
    return strategyName(result.plan.strategy.id) + ", " + result.plan.period.rateText() + " Hz";
}

Figure histogramOf(const RunResult& result) {
    constexpr int kBins = 96;
    const Histogram& deviation = result.statistics.deviation().histogram();
    const double period = result.statistics.period().nanoseconds();
    const Summary& time = result.metrics.frameTime;
    if (deviation.count() == 0)
        return {};
    Range shown = histogramRange(deviation);
    if (time.p99)
        shown = joined(shown, {0, (*time.p99 - period) * 1.05});
    shown.low = std::max(shown.low, -period); // no frame is shorter than nothing
    const Bins bins = rebin(deviation.buckets(), shown, kBins);
    Chart chart;
    chart.x = Axis(AxisScale::Linear, Quantity::Time, {});
    chart.x.setLabels(frameTimeLabels(period), frameTimeTitle(period));
    chart.x.setRange(shown);
    chart.y = countAxis("frames", bins.largest());
    chart.series.push_back(stepSeries("frames", {strategyLook(result.plan.strategy.id).ink, 1.4}, bins));
    chart.references.push_back({Reference::Vertical, 0, "target", LineLook{Ink::Text, 1, {4, 2}}, true});
    if (time.p99 && *time.p99 - period < shown.high)
        chart.references.push_back(
            {Reference::Vertical, *time.p99 - period, "p99", LineLook{Ink::Late, 1.3, {1, 2}}, true});
    Figure figure{.id = "histogram", .title = "Frame-time histogram: " + runTitle(result)};
    figure.description = histogramText(bins);
    figure.panels.push_back(std::move(chart));
    return figure;
}

/// Lowest and highest of the frames in a part of the run.
struct Column {
    double at = 0; ///< s from the first frame
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool late = false;
    bool lost = false;

    [[nodiscard]] bool empty() const noexcept { return low > high; }
    void take(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// The kept frames in equal parts of time; `value` of those that count.
template <typename Value>
std::vector<Column> columnsOf(const RunResult& result, Value value) {
    std::vector<Column> columns(kColumns);
    if (result.frames.empty())
        return {};
    const std::int64_t first = result.frames.front().start;
    const double span = std::max<double>(1, static_cast<double>(result.frames.back().start - first));
    const std::int64_t tolerance = result.metrics.tolerance.count();
    for (const FrameSample& frame : result.frames) {
        const double at = static_cast<double>(frame.start - first);
        const auto place =
            std::min<std::size_t>(kColumns - 1, static_cast<std::size_t>(at / span * kColumns));
        Column& column = columns[place];
        column.at = at / 1e9;
        column.lost = column.lost || frame.lost > 0;
        if (!frame.counts())
            continue;
        column.late = column.late || (!frame.has(FrameSample::NoDeadline) && frame.lateness() > tolerance);
        value(column, frame);
    }
    std::erase_if(columns, [](const Column& column) { return column.empty(); });
    return columns;
}

/// Up and down through the lowest and highest of each column.
std::vector<ChartPoint> zigzag(const std::vector<Column>& columns) {
    std::vector<ChartPoint> points;
    for (const Column& column : columns) {
        points.push_back({.x = column.at, .y = column.low});
        if (column.high > column.low)
            points.push_back({.x = column.at, .y = column.high});
    }
    return points;
}

/// Over the time of the run, as long as the run.
Chart overTime(const RunResult& result, Axis y, std::vector<ChartSeries> series,
               std::vector<Reference> references = {}) {
    Chart chart = seriesChart({}, Axis(AxisScale::Linear, Quantity::Number, "time of the run, s"),
                              std::move(y), std::move(series), std::move(references));
    const std::int64_t span = result.frames.back().start - result.frames.front().start;
    chart.x.setRange({0, static_cast<double>(span) / 1e9});
    return chart;
}

Figure frameTimesOf(const RunResult& result) {
    const double period = result.statistics.period().nanoseconds();
    const std::vector<Column> columns = columnsOf(result, [&](Column& column, const FrameSample& frame) {
        column.take(static_cast<double>(frame.frameTime) - period);
    });
    if (columns.empty())
        return {};
    ChartSeries line{.name = "frame times",
                     .look = {strategyLook(result.plan.strategy.id).ink, 1.2},
                     .points = zigzag(columns)};
    line.dots = false;
    ChartSeries late{.name = "late", .look = {Ink::Late, 1}};
    late.line = false;
    for (const Column& column : columns) {
        if (column.late)
            late.points.push_back({.x = column.at, .y = column.high});
    }
    Axis y(AxisScale::Linear, Quantity::Time, {});
    y.setLabels(frameTimeLabels(period), frameTimeTitle(period));
    Figure figure{.id = "frame-times", .title = "Frame times: " + runTitle(result)};
    figure.description = "Shortest and longest frame of each moment; dots are late frames.";
    figure.panels.push_back(
        overTime(result, std::move(y), {std::move(line), std::move(late)},
                 {{Reference::Horizontal, 0, {}, LineLook{Ink::Muted, 1, {4, 2}}, true}}));
    figure.key = {
        {"late by more than " + said::shortDuration(result.metrics.tolerance), LineLook{Ink::Late, 3}}};
    return figure;
}

Figure cpuOf(const RunResult& result) {
    std::vector<ChartBar> bars;
    for (const auto& [name, value, ink] :
         {std::tuple("this thread", result.cpu.threadPercent, Ink::First),
          std::tuple("this process", result.cpu.processPercent, Ink::Second),
          std::tuple("the machine, of all processors", result.cpu.machinePercent, Ink::Muted)}) {
        if (value)
            bars.push_back({.name = name, .ink = ink, .value = *value});
    }
    if (bars.empty())
        return {};
    Figure figure{.id = "cpu", .title = "CPU usage: " + runTitle(result)};
    figure.description = "CPU time of the whole run; of thread and process in % of one core. Short is good.";
    figure.panels.push_back(barChart(Axis(AxisScale::Linear, Quantity::Percent, "CPU"), std::move(bars)));
    return figure;
}

Figure estimatorOf(const RunResult& result) {
    const auto slept = columnsOf(result, [](Column& column, const FrameSample& frame) {
        if (frame.nativeSleeps > 0)
            column.take(static_cast<double>(frame.oversleep));
    });
    const auto estimate = columnsOf(result, [](Column& column, const FrameSample& frame) {
        if (frame.hasEstimate)
            column.take(static_cast<double>(frame.estimate));
    });
    if (slept.empty() || estimate.empty())
        return {};
    ChartSeries oversleeps{.name = "overslept", .look = {Ink::First, 1}, .points = zigzag(slept)};
    ChartSeries margin{.name = "kept back", .look = {Ink::Second, 1.8}, .points = zigzag(estimate)};
    oversleeps.dots = margin.dots = false;
    Figure figure{.id = "estimator", .title = "What the estimator sees: " + runTitle(result)};
    figure.description = "How much longer than asked the last sleep of each wait took, and the margin that "
                         "the strategy keeps back for it.";
    figure.key = {{"overslept, least and most", oversleeps.look}, {"kept back", margin.look}};
    figure.panels.push_back(overTime(result, Axis(AxisScale::Linear, Quantity::Time, "time"),
                                     {std::move(oversleeps), std::move(margin)}));
    return figure;
}

} // namespace

std::vector<Figure> runFigures(const RunResult& result) {
    std::vector<Figure> figures{histogramOf(result), frameTimesOf(result), cpuOf(result),
                                estimatorOf(result)};
    std::erase_if(figures, [](const Figure& figure) { return figure.empty(); });
    return figures;
}

} // namespace jitterscope

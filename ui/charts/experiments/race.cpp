// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/race.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/charts/figures/xy_panel.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/theme/strategy_colours.h"

#include <QCoreApplication>

#include <algorithm>

namespace jitterscope::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("RaceFigure", text);
}

XyPoint pointOf(const Points& points, std::size_t row) {
    const QString dominators = format::text(points.word(row, "dominated_by"));
    XyPoint point{.x = points.number(row, "cpu_percent"),
                  .y = points.number(row, "late_fraction"),
                  .xSpan = points.range(row, "cpu_low", "cpu_high"),
                  .ySpan = points.range(row, "late_low", "late_high")};
    point.pale = !dominators.isEmpty();
    point.note = say("median error %1, p99 %2, worst %3")
                     .arg(format::duration(points.number(row, "error_p50_ns")),
                          format::duration(points.number(row, "error_p99_ns")),
                          format::duration(points.number(row, "error_max_ns")));
    if (point.pale)
        point.note += QLatin1Char('\n') + say("dominated by %1").arg(dominators);
    return point;
}

std::vector<XySeries> cloudOf(const ExperimentResult& result, double rate, bool before) {
    const Points points(result.points);
    std::vector<XySeries> list;
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.number(row, "rate_hz") != rate)
            continue;
        const std::string_view id = points.word(row, "strategy");
        XySeries one{.name = format::strategyName(id), .pen = strategyPen(id)};
        one.line = false;
        one.before = before;
        one.points.push_back(pointOf(points, row));
        if (before)
            one.name += say(" (kept)");
        else
            one.points.back().label = format::text(id);
        list.push_back(std::move(one));
    }
    return list;
}

Figure make(const FigureInput& input) {
    const Points points(input.result.points);
    std::vector<double> rates;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const double rate = points.number(row, "rate_hz");
        if (std::find(rates.begin(), rates.end(), rate) == rates.end())
            rates.push_back(rate);
    }
    const Scale scale = input.log ? Scale::Log : Scale::Linear;
    Figure figure;
    figure.roomy = true;
    for (const double rate : rates) {
        std::vector<XySeries> clouds;
        if (input.before != nullptr)
            clouds = cloudOf(*input.before, rate, true);
        for (XySeries& one : cloudOf(input.result, rate, false))
            clouds.push_back(std::move(one));
        figure.panels.push_back(std::make_unique<XyPanel>(
            format::rate(rate), Axis(scale, Quantity::Percent, say("CPU of the thread")),
            Axis(scale, Quantity::Fraction, say("late frames")), std::move(clouds)));
    }
    figure.key = {keyText(say("down and left is better · bars: 95 % intervals · pale: dominated"))};
    return figure;
}

} // namespace

FigureEntry raceFigure() {
    return {.id = "race",
            .make = make,
            .sketch = sketch::cloud,
            .offersLog = true,
            .logAtFirst = true,
            .overlays = true};
}

} // namespace jitterscope::ui

// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/document/diagnosis_pictures.h"
#include "core/picture/chart.h"
#include "core/picture/scale.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

struct TrialRow {
    const TrialOutcome* trial = nullptr;
    Share points; ///< difference of late frames, in points
};

std::vector<TrialRow> rowsOf(const Diagnosis& diagnosis) {
    std::vector<TrialRow> rows;
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (!trial.measured() || !trial.late)
            continue;
        const Interval& interval = trial.late->interval;
        rows.push_back({&trial, {100 * trial.late->value, {100 * interval.low, 100 * interval.high}}});
    }
    return rows;
}

bool isShown(const Share& difference) noexcept {
    return difference.interval.low > 0 || difference.interval.high < 0;
}

/// Fewer late frames are better.
Ink inkOf(const Share& difference) noexcept {
    return !isShown(difference) ? Ink::Muted : difference.value < 0 ? Ink::Good : Ink::Late;
}

void drawDifference(Picture& picture, const Scale& scale, const Share& points, double y) {
    const Ink ink = inkOf(points);
    picture.line(scale.at(points.interval.low), y, scale.at(points.interval.high), y, {ink, 2, {}});
    picture.circle(scale.at(points.value), y, 4.5, ink, !isShown(points));
}

void drawZero(Picture& picture, const Scale& scale, double top, double bottom) {
    picture.line(scale.at(0), top, scale.at(0), bottom, {Ink::Border, 1.5, {}});
}

std::string signedText(double value, int decimals) {
    std::string text = decimalText(std::abs(value), decimals);
    const bool zero = text.find_first_not_of("0.") == std::string::npos;
    return (zero ? "" : value < 0 ? "−" : "+") + text;
}

/// The difference with its interval, or that none is shown.
std::string words(const Share& points) {
    if (!isShown(points))
        return "no difference shown";
    return signedText(points.value, 2) + " (" + signedText(points.interval.low, 2) + " … " +
           signedText(points.interval.high, 2) + ")";
}

} // namespace

Interval trialRange(const Diagnosis& diagnosis) {
    Interval range{0, 0};
    for (const TrialRow& row : rowsOf(diagnosis)) {
        range.low = std::min(range.low, row.points.interval.low);
        range.high = std::max(range.high, row.points.interval.high);
    }
    constexpr double kLeast = 0.02; // points
    const double margin = 0.08 * std::max(range.high - range.low, kLeast);
    return {range.low - margin, range.high + margin};
}

Picture differencePicture(const Share& points, const Interval& range, double width, double height) {
    constexpr double kEdge = 6;
    const Scale scale = Scale::linear(range.low, range.high, kEdge, width - kEdge);
    Picture picture{width, height, "Change in points: " + words(points), {}, {}};
    drawZero(picture, scale, 0, height);
    drawDifference(picture, scale, points, height / 2);
    return picture;
}

Figure trialsFigure(const Diagnosis& diagnosis) {
    const std::vector<TrialRow> rows = rowsOf(diagnosis);
    if (rows.empty())
        return {};
    Figure figure{.id = "trials",
                  .title = "Trials",
                  .description = "Change of the late frames in points, with 95 % intervals."};
    std::vector<std::string> names;
    std::vector<ChartSeries> series; // one of each colour
    for (const auto& [ink, name] :
         {std::pair(Ink::Good, "fewer late"), {Ink::Late, "more late"}, {Ink::Muted, "no difference shown"}})
        series.push_back(
            {.name = name, .look = {.ink = ink, .width = 2}, .line = false, .hollow = ink == Ink::Muted});
    for (const auto& [trial, points] : rows) {
        figure.description += " " + trial->name + ": " + words(points) + ".";
        const auto of =
            std::ranges::find(series, inkOf(points), [](const auto& each) { return each.look.ink; });
        of->points.push_back({.x = points.value,
                              .y = static_cast<double>(names.size()) + 0.5,
                              .xSpan = Range{points.interval.low, points.interval.high},
                              .note = words(points)});
        names.push_back(trial->name);
    }
    std::erase_if(series, [](const ChartSeries& each) { return each.points.empty(); });
    for (const ChartSeries& each : series)
        figure.key.push_back({each.name, each.look});
    Axis change(AxisScale::Linear, Quantity::Number,
                "change in late " + std::string(diagnosis.plan.target.frames()) + ", points");
    const Interval range = trialRange(diagnosis);
    change.setRange({range.low, range.high});
    figure.panels.push_back({.x = std::move(change),
                             .y = Axis::ofNames(std::move(names), {}, true),
                             .references = {{.kind = Reference::Vertical, .at = 0}},
                             .series = std::move(series)});
    return figure;
}

} // namespace jitterscope

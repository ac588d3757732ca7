// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/document/diagnosis_pictures.h"
#include "core/picture/scale.h"
#include "core/picture/ticks.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kPlotLeft = 176;
constexpr double kPlotRight = 440;
constexpr double kTrialsTop = 26;
constexpr double kRow = 26;

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

std::string signedTick(double value) {
    return (value < 0 ? "−" : value > 0 ? "+" : "") + tickText(std::abs(value));
}

/// The difference with its interval, or that none is shown.
std::string words(const Share& points) {
    if (!isShown(points))
        return "no difference shown";
    return signedText(points.value, 2) + " (" + signedText(points.interval.low, 2) + " … " +
           signedText(points.interval.high, 2) + ")";
}

void drawTrialsAxis(Picture& picture, const Scale& scale, const Interval& range, double bottom) {
    constexpr int kMostTicks = 6;
    for (const double tick : roundTicks(range.low, range.high, kMostTicks)) {
        const double x = scale.at(tick);
        picture.line(x, kTrialsTop, x, bottom, {Ink::Hairline, 1, {}});
        picture.text(x, bottom + 14, signedTick(tick), {Ink::Muted, 11, Anchor::Middle, false, true});
    }
    drawZero(picture, scale, kTrialsTop, bottom);
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

Picture trialsPicture(const Diagnosis& diagnosis) {
    const std::vector<TrialRow> rows = rowsOf(diagnosis);
    if (rows.empty())
        return {};
    const Interval range = trialRange(diagnosis);
    const Scale scale = Scale::linear(range.low, range.high, kPlotLeft, kPlotRight);
    const double bottom = 30 + kRow * static_cast<double>(rows.size());
    Picture picture{
        kReportWidth, bottom + 24, "Trials", "Change of the late frames in points, with 95 % intervals.", {}};
    picture.text(kPlotLeft, 16, "change in late " + std::string(diagnosis.plan.target.frames()) + ", points",
                 {Ink::Muted, 12});
    picture.text(kReportWidth - 8, 16, "filled: shown · hollow: not shown", {Ink::Muted, 11, Anchor::End});
    drawTrialsAxis(picture, scale, range, bottom);
    double y = 30 + kRow / 2;
    for (const auto& [trial, points] : rows) {
        picture.description += " " + trial->name + ": " +
                               (isShown(points) ? signedText(points.value, 2) : "no difference shown") + ".";
        picture.text(8, y + 4, trial->name, {Ink::Text, 12});
        drawDifference(picture, scale, points, y);
        picture.text(kPlotRight + 16, y + 4, words(points),
                     {inkOf(points), 11, Anchor::Start, false, isShown(points)});
        y += kRow;
    }
    return picture;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/picture/chart_drawing.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr TextLook kTitle{.ink = Ink::Text, .size = 15, .bold = true};
constexpr double kEdge = 16;       // px around the picture
constexpr double kGap = 20;        // between panels
constexpr double kNarrowest = 280; // a panel beside another
constexpr double kLeastHigh = 170; // a panel above another
constexpr double kZoomReach = 50;  // lengths of an axis

void drawPanel(Picture& picture, const Chart& chart, const Box& whole) {
    const ChartLetters letters;
    ChartFrame frame{.title = !chart.title.empty(),
                     .heading = !chart.y.title().empty(),
                     .foot = !chart.x.title().empty(),
                     .right = chart.heat           ? ChartDrawing::heatRoom(*chart.heat, letters)
                              : chart.bars.empty() ? 10.0
                                                   : 30.0};
    frame.labels = letters.labelRoom(chart.y, frame.areaIn(whole, letters).height());
    const double reach = chart.x.zoomed() || chart.y.zoomed() ? kZoomReach : 0;
    const ChartDrawing drawing(picture, {chart.x, chart.y, frame.areaIn(whole, letters), reach}, whole);
    drawing.title(chart.title);
    if (!chart.emptyText.empty())
        return drawing.emptyText(chart.emptyText, letters.note);
    if (chart.heat)
        drawing.heat(*chart.heat);
    drawing.axes();
    drawing.references(chart.references, false);
    drawing.grounds(chart.series);
    drawing.lines(chart.series);
    drawing.points(chart.series);
    drawing.bars(chart.bars);
    drawing.boxes(chart.boxes);
    drawing.references(chart.references, true);
    drawing.referenceNames(chart.references);
}

std::size_t columnsOf(const Figure& figure, double width) {
    const std::size_t count = figure.panels.size();
    if (figure.stacked || count < 2)
        return 1;
    const auto fit = static_cast<std::size_t>(std::max(1.0, (width + kGap) / (kNarrowest + kGap)));
    return std::min(fit, count == 4 ? 2 : std::min<std::size_t>(count, 3));
}

} // namespace

Picture figurePicture(const Figure& figure, const PictureSize& size) {
    if (figure.empty())
        return {};
    Picture picture{size.width, size.height, figure.title, figure.description, {}};
    const double inner = size.width - 2 * kEdge;
    picture.text(kEdge, kEdge + kTitle.size - 2, ChartLetters().cut(figure.title, inner, kTitle), kTitle);
    const double head = kEdge + kTitle.size + 8;
    const double top = head + drawKey(picture, figure.key, boxAt(kEdge, head, inner, 0)) + 8;
    const std::size_t columns = columnsOf(figure, inner);
    const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
    const double wanted = top + static_cast<double>(rows) * (kLeastHigh + kGap) - kGap + kEdge;
    const Axis& things = figure.panels.front().y;
    const Range shown = things.shownPlaces();
    constexpr double kRow = 52; // of a panel of few things
    const double enough = figure.panels.size() == 1 && things.isList()
                              ? top + kRow * std::abs(shown.high - shown.low) + 70
                              : size.height;
    picture.height = std::max(std::min(size.height, enough), wanted);
    const auto part = [](double whole, std::size_t count) {
        return (whole - kGap * static_cast<double>(count - 1)) / static_cast<double>(count);
    };
    const double wide = part(inner, columns);
    const double high = part(picture.height - top - kEdge, rows);
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const double left = kEdge + static_cast<double>(i % columns) * (wide + kGap);
        const double upper = top + static_cast<double>(i / columns) * (high + kGap);
        drawPanel(picture, figure.panels[i], boxAt(left, upper, wide, high));
    }
    return picture;
}

} // namespace jitterscope

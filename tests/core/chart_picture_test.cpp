// SPDX-License-Identifier: MIT
#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "core/picture/within.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>

namespace jitterscope::chart_picture_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Axis linear(const char* title = "n") {
    return {AxisScale::Linear, Quantity::Number, title};
}

/// Two axes from 0 to 10, so that a value's place can be computed by hand.
Chart ten(std::vector<ChartSeries> series) {
    Chart chart{.x = linear("x"), .y = linear("y")};
    chart.x.setRange({0, 10});
    chart.y.setRange({0, 10});
    chart.series = std::move(series);
    return chart;
}

Figure figureOf(std::vector<Chart> panels) {
    Figure figure{.id = "f", .title = "A figure"};
    figure.panels = std::move(panels);
    return figure;
}

template <typename Shape>
std::vector<Shape> shapesOf(const Picture& picture) {
    std::vector<Shape> list;
    for (const auto& shape : picture.shapes) {
        if (const auto* found = std::get_if<Shape>(&shape))
            list.push_back(*found);
    }
    return list;
}

std::optional<TextShape> textOf(const Picture& picture, const std::string& words) {
    for (const TextShape& text : shapesOf<TextShape>(picture)) {
        if (text.text == words)
            return text;
    }
    return std::nullopt;
}

/// A text's box, by the estimate that placed it.
struct Placed {
    double left;
    double right;
    double top;
    double bottom;
};
Placed placeOf(const TextShape& text) {
    const double wide = roomFor(text.text, text.look);
    const double left = text.look.anchor == Anchor::Start ? text.at.x
                        : text.look.anchor == Anchor::End ? text.at.x - wide
                                                          : text.at.x - wide / 2;
    return {left, left + wide, text.at.y - text.look.size * 0.8, text.at.y};
}

bool areApart(const std::vector<Placed>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (std::size_t j = i + 1; j < texts.size(); ++j) {
            const Placed& a = texts[i];
            const Placed& b = texts[j];
            if (a.right > b.left + 0.5 && b.right > a.left + 0.5 && a.bottom > b.top + 0.5 &&
                b.bottom > a.top + 0.5)
                return false;
        }
    }
    return true;
}

ChartSeries lineOf(std::vector<ChartPoint> points) {
    ChartSeries series{.name = "s", .look = {Ink::First, 2}, .points = std::move(points)};
    series.dots = false;
    return series;
}

} // namespace

class ChartPictureTest : public QObject {
    Q_OBJECT

private slots:
    void anEmptyFigureIsAnEmptyPicture() {
        QVERIFY(figurePicture(Figure{}).empty());
        QVERIFY(svgText(figurePicture(Figure{})).empty());
    }
    /// Equal steps of the values are equal steps of the picture, upwards.
    void pointsStandWhereTheAxesSay() {
        const Picture picture = figurePicture(
            figureOf({ten({lineOf({{.x = 0, .y = 0}, {.x = 5, .y = 5}, {.x = 10, .y = 10}})})}));
        std::vector<Point> way;
        for (const StrokeShape& stroke : shapesOf<StrokeShape>(picture)) {
            if (stroke.look.ink == Ink::First)
                way = stroke.path.at(0).points;
        }
        QCOMPARE(way.size(), std::size_t{3});
        QVERIFY(std::abs((way[0].x + way[2].x) / 2 - way[1].x) < 1e-9);
        QVERIFY(std::abs((way[0].y + way[2].y) / 2 - way[1].y) < 1e-9);
        QVERIFY(way[2].x > way[0].x && way[2].y < way[0].y);
    }
    void gapsBreakALine() {
        const Picture picture = figurePicture(figureOf({ten({lineOf({{.x = 0, .y = 1},
                                                                     {.x = 1, .y = 2},
                                                                     {.x = 2, .y = kNan},
                                                                     {.x = 3, .y = 1},
                                                                     {.x = 4, .y = 2}})})}));
        std::size_t parts = 0;
        for (const StrokeShape& stroke : shapesOf<StrokeShape>(picture))
            parts += stroke.look.ink == Ink::First ? stroke.path.size() : 0;
        QCOMPARE(parts, std::size_t{2});
    }
    /// What lies outside stands at the end of its axis, never outside the picture.
    void nothingStandsOutside() {
        ChartSeries far = lineOf({{.x = -1e6, .y = 1e9}, {.x = 5, .y = -1e9}, {.x = 1e6, .y = 4}});
        far.points.push_back({.x = 9, .y = 9, .ySpan = Range{-100, 100}, .label = "a long name at the edge"});
        far.dots = true;
        Chart chart = ten({far});
        chart.references = {{Reference::Vertical, 9.9, "at the right"}, {Reference::Horizontal, 5, "level"}};
        const Picture picture = figurePicture(figureOf({chart, chart, chart}));
        const auto inside = [&](const Point& at) {
            return at.x >= 0 && at.x <= picture.width && at.y >= 0 && at.y <= picture.height;
        };
        for (const StrokeShape& stroke : shapesOf<StrokeShape>(picture)) {
            for (const Outline& part : stroke.path)
                QVERIFY(std::ranges::all_of(part.points, inside));
        }
        for (const LineShape& line : shapesOf<LineShape>(picture))
            QVERIFY(inside(line.from) && inside(line.to));
        for (const TextShape& text : shapesOf<TextShape>(picture)) {
            const Placed place = placeOf(text);
            QVERIFY2(place.left >= -1 && place.right <= picture.width + 1 && place.top >= 0 &&
                         place.bottom <= picture.height,
                     text.text.c_str());
        }
    }
    /// It shows 2.5 … 7.5 of 0 … 10: what lies outside is cut off, not put on its edge.
    void aZoomedChartEndsAtItsArea() {
        ChartSeries series = lineOf({{.x = 0, .y = 5}, {.x = 5, .y = 5}, {.x = 10, .y = 5}});
        series.dots = true;
        series.steps = true;
        Chart chart = ten({series});
        chart.references = {{Reference::Vertical, 9, "far", {}, true},
                            {Reference::Vertical, 3, "near", {}, true}};
        chart.x.zoom(2, 0.5);
        const Picture picture = figurePicture(figureOf({chart}));
        const auto axis = std::ranges::find_if(picture.shapes, [](const Shape& shape) {
            const auto* line = std::get_if<LineShape>(&shape);
            return line != nullptr && line->look.ink == Ink::Border;
        });
        const auto& [left, right, look] = std::get<LineShape>(*axis);
        for (const StrokeShape& stroke : shapesOf<StrokeShape>(picture)) {
            QCOMPARE(stroke.path.size(), std::size_t{1});
            QCOMPARE(stroke.path[0].points.front().x, left.x);
            QCOMPARE(stroke.path[0].points.back().x, right.x);
        }
        for (const FillShape& ground : shapesOf<FillShape>(picture)) {
            for (const Point& at : ground.path.at(0).points)
                QVERIFY(at.x >= left.x && at.x <= right.x && at.y <= left.y);
        }
        QCOMPARE(shapesOf<CircleShape>(picture).size(), std::size_t{1});
        QVERIFY(textOf(picture, "near") && !textOf(picture, "far"));
    }
    void whatSticksOutIsCut() {
        const Box box{0, 0, 10, 10};
        const Path path = lineWithin({{{-5, 5}, {5, 5}, {5, 15}, {8, 15}, {8, 5}}}, box);
        QCOMPARE(path, (Path{{{{0, 5}, {5, 5}, {5, 10}}}, {{{8, 10}, {8, 5}}}}));
        QVERIFY(lineWithin({{{-5, 6}, {5, 16}, {15, 16}}}, box).empty());
        QCOMPARE(areaWithin({{{5, 5}, {15, 5}, {15, 20}, {5, 20}}, true}, box),
                 (Outline{{{5, 5}, {10, 5}, {10, 10}, {5, 10}}, true}));
        QVERIFY(areaWithin({{{11, 0}, {12, 0}, {12, 5}}, true}, box).points.empty());
    }
    /// An earlier result keeps its colour, and is paler.
    void whatWasBeforeIsPale() {
        ChartSeries before = lineOf({{.x = 1, .y = 1}, {.x = 2, .y = 2}});
        before.before = before.dots = true;
        const Picture picture = figurePicture(figureOf({ten({before})}));
        for (const StrokeShape& stroke : shapesOf<StrokeShape>(picture))
            QVERIFY(stroke.look.ink == Ink::First && stroke.look.opacity < 0.5 &&
                    !stroke.look.dashes.empty());
        for (const CircleShape& dot : shapesOf<CircleShape>(picture))
            QVERIFY(dot.ink == Ink::First && dot.opacity < 0.5 && dot.hollow);
        QVERIFY(svgText(picture).find("stroke-opacity=\"0.45\"") != std::string::npos);
    }
    /// Names beside points, and those of lines that stand close, are apart.
    void namesDoNotOverlap() {
        ChartSeries cloud = lineOf({});
        cloud.line = false;
        for (int i = 0; i < 8; ++i)
            cloud.points.push_back({.x = 5, .y = 5 + i * 0.05, .label = "strategy " + std::to_string(i)});
        Chart chart = ten({cloud});
        chart.references = {{Reference::Vertical, 2, "target"}, {Reference::Vertical, 2.05, "p99"}};
        const Picture picture = figurePicture(figureOf({chart}));
        std::vector<Placed> names;
        for (const TextShape& text : shapesOf<TextShape>(picture)) {
            if (text.text.starts_with("strategy") || text.text == "target" || text.text == "p99")
                names.push_back(placeOf(text));
        }
        QCOMPARE(names.size(), std::size_t{10});
        QVERIFY(areApart(names));
    }
    /// Where intervals leave no place, a name lies on an interval, but on no other name.
    void namesAreApartAmongIntervals() {
        ChartSeries cloud = lineOf({});
        cloud.line = false;
        for (int i = 0; i < 9; ++i)
            cloud.points.push_back(
                {.x = i + 0.5, .y = 0.5, .ySpan = Range{0, 10}, .label = "strategy " + std::to_string(i)});
        const Picture picture = figurePicture(figureOf({ten({cloud})}), {400, 300});
        std::vector<Placed> names;
        for (const TextShape& text : shapesOf<TextShape>(picture)) {
            if (text.text.starts_with("strategy"))
                names.push_back(placeOf(text));
        }
        QCOMPARE(names.size(), std::size_t{9});
        QVERIFY(areApart(names));
    }
    void barsSayTheirValuesAndNames() {
        const Picture picture = figurePicture(figureOf({barChart(
            Axis(AxisScale::Linear, Quantity::Percent, "CPU"), {{.name = "one", .value = 25},
                                                                {.name = "two", .value = 100},
                                                                {.name = "none", .value = kNan}})}));
        for (const char* words : {"one", "two", "none", "25.0 %", "100 %"})
            QVERIFY2(textOf(picture, words).has_value(), words);
        double shorter = 0;
        double longer = 0;
        for (const RectShape& bar : shapesOf<RectShape>(picture)) {
            if (bar.opacity == 0.55)
                (shorter == 0 ? shorter : longer) = bar.width;
        }
        QVERIFY(std::abs(longer / shorter - 4) < 1e-9); // from zero
    }
    void mapsHaveACellForEachValueAndHatchTheUnknown() {
        Axis colours(AxisScale::Linear, Quantity::Fraction, "error");
        colours.setRange({0, 1});
        const Picture picture = figurePicture(figureOf({heatChart(
            "map", "x", "y", colours, {{1, 1, 0}, {2, 1, 0.5}, {1, 2, 1}, {2, 2, kNan}, {kNan, 1, 0.5}})}));
        std::vector<double> shares;
        for (const ShadeShape& cell : shapesOf<ShadeShape>(picture))
            shares.push_back(cell.share);
        QVERIFY(shares.size() > 3); // with the scale beside it
        QCOMPARE(std::vector<double>(shares.begin(), shares.begin() + 3), (std::vector<double>{0, 0.5, 1}));
        QCOMPARE(shapesOf<BoxShape>(picture).size(), std::size_t{1});
    }
    /// cividis, as its authors print it: dark blue, grey, yellow.
    void theMapsColoursAreThoseOfCividis() {
        QCOMPARE(mapColour(0), std::string("#00224e"));
        QCOMPARE(mapColour(1), std::string("#fee838"));
        QCOMPARE(mapColour(4.0 / 9), std::string("#707173"));
        QCOMPARE(mapColour(-3), mapColour(0));
        QCOMPARE(mapColour(kNan), mapColour(0));
    }
    void narrowFiguresPutPanelsBelowEachOther() {
        const Figure three = figureOf({ten({}), ten({}), ten({})});
        QCOMPARE(figurePicture(three, {960, 540}).height, 540.0);
        QVERIFY(figurePicture(three, {400, 300}).height > 500);
        Figure stacked = three;
        stacked.stacked = true;
        QVERIFY(figurePicture(stacked, {960, 300}).height > 500);
    }
    void itSaysThatThereIsNothingToDraw() {
        const Picture picture = figurePicture(figureOf({seriesChart({}, linear(), linear(), {lineOf({})})}));
        QVERIFY(textOf(picture, "No values to draw").has_value());
    }
    /// The key stands in it, with the dashes of its lines; what comes from outside stays text.
    void theSvgIsWellFormedAndHasTheKey() {
        Figure figure = figureOf({ten({lineOf({{.x = 1, .y = 1}, {.x = 2, .y = 2}})})});
        figure.key = {{"<script>alert(1)</script>", LineLook{Ink::Amber, 2, {3, 2}}}, {"second"}};
        const std::string text = svgText(figurePicture(figure));
        QXmlStreamReader reader(QByteArray::fromStdString(text));
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(text.find("<script") == std::string::npos && text.find("&lt;script") != std::string::npos);
        QVERIFY(text.find("stroke-dasharray=\"6 4\"") != std::string::npos);
        QVERIFY(text.find("#9a6200") != std::string::npos && text.find("#e69f00") != std::string::npos);
    }
};

JITTERSCOPE_TEST(ChartPictureTest)

} // namespace jitterscope::chart_picture_test

#include "chart_picture_test.moc"

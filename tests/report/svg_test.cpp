// SPDX-License-Identifier: MIT
#include "core/picture/hatch.h"
#include "core/picture/picture.h"
#include "core/picture/ticks.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <array>
#include <cmath>
#include <limits>

namespace jitterscope::svg_test {

namespace {

constexpr std::array kInks{Ink::Card,  Ink::Hairline, Ink::Border, Ink::Text, Ink::Muted,
                           Ink::First, Ink::Second,   Ink::Late,   Ink::Good, Ink::Violet};

/// WCAG's relative luminance of `#rrggbb`.
double luminance(std::string_view colour) {
    double sum = 0;
    constexpr std::array kWeights{0.2126, 0.7152, 0.0722};
    for (std::size_t i = 0; i < 3; ++i) {
        const double part = std::stoi(std::string(colour.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
        sum += kWeights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double contrast(std::string_view a, std::string_view b) {
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

/// Every shape in every ink.
Picture everything() {
    Picture picture{100, 50, "title <1>", "description & more", {}};
    for (const Ink ink : kInks) {
        picture.rect(1, 2, 3, 4, ink, 0.5, 2);
        picture.line(0, 0, 10, 10, {ink, 1.5, "4 3"});
        picture.circle(5, 5, 2, ink);
        picture.circle(5, 5, 2, ink, true);
        picture.diamond(5, 5, 2, ink);
        picture.fill({{{{0, 0}, {1, 0}, {1, 1}}, true}}, ink, 0.3);
        picture.stroke({{{{0, 0}, {1, 1}}}}, {ink, 1, {}});
        picture.text(1, 1, "a", {ink, 12, Anchor::Middle, true, true});
    }
    return picture;
}

std::string allElements(SvgTheme theme) {
    return svgText(everything(), theme);
}

} // namespace

class SvgTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAreShortAndNeverExponents() {
        QCOMPARE(svgNumber(0), "0");
        QCOMPARE(svgNumber(1.0 / 3), "0.33");
        QCOMPARE(svgNumber(-2.5), "-2.5");
        QCOMPARE(svgNumber(-0.001), "0");
        QCOMPARE(svgNumber(100), "100");
        QCOMPARE(svgNumber(12'345'678), "12345678");
        QCOMPARE(svgNumber(std::numeric_limits<double>::infinity()), "0");
        QCOMPARE(svgNumber(std::nan("")), "0");
    }

    /// As SVG 1.1 writes them, px by px.
    void aPictureIsWrittenShapeByShape() {
        Picture picture{20, 10, "t", "d", {}};
        picture.rect(1, 2, 3, 4, Ink::Good, 0.5);
        picture.line(0, 0, 10, 0.126, {Ink::Text, 1.5, "4 3"});
        picture.circle(5, 5, 4, Ink::Late, true);
        picture.diamond(5, 5, 2, Ink::First);
        picture.fill({{{{0, 0}, {2, 0}, {2, 3}}, true}, {{{4, 4}, {5, 6}, {4, 6}}, true}}, Ink::Second);
        picture.stroke({{{{0, 1}, {0, 2}, {3, 4}}}}, {Ink::Muted, 2, {}});
        picture.text(7, 8, "a < b", {Ink::Violet, 11, Anchor::End, true, true});
        picture.shapes.emplace_back(BoxShape{{1, 1}, 16, 8, {Ink::Late, Hatch::RisingLines}, 0.6});
        Picture small{4, 4, {}, {}, {}};
        small.line(0, 0, 2, 2, {Ink::Text, 1, {}, true});
        picture.shapes.emplace_back(StampShape{std::make_shared<const Picture>(small), {3, 4}, 0.5, 0.35});
        const std::string head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\" "
                                 "viewBox=\"0 0 20 10\" role=\"img\">\n<title>t</title>\n<desc>d</desc>\n";
        const std::string shapes =
            R"svg(<rect x="0" y="0" width="20" height="10" fill="#ffffff"/>
<rect x="1" y="2" width="3" height="4" fill="#0a7350" fill-opacity="0.5"/>
<line x1="0" y1="0" x2="10" y2="0.13" stroke="#1d2430" stroke-width="1.5" stroke-dasharray="4 3"/>
<circle cx="5" cy="5" r="4" fill="#c2361b"/>
<circle cx="5" cy="5" r="2.5" fill="#ffffff"/>
<path d="M5 3l2 2l-2 2l-2 -2z" fill="#0072b2"/>
<path d="M0 0H2V3zM4 4L5 6H4z" fill="#ae4f08"/>
<path d="M0 1L0 2L3 4" fill="none" stroke="#5f697d" stroke-width="2"/>
<text x="7" y="8" font-size="11" font-family="monospace" font-weight="bold" text-anchor="end" fill="#9b3d79">a &lt; b</text>
<rect x="1" y="1" width="16" height="8" fill="#c2361b" fill-opacity="0.2"/>
<path d="M1 7L7 1M7 9L15 1M15 9L17 7M1 1H17V9H1z" fill="none" stroke="#c2361b" stroke-width="1"/>
<g transform="translate(3 4) scale(0.5)" opacity="0.35">
<line x1="0" y1="0" x2="2" y2="2" stroke="#1d2430" stroke-width="1" stroke-linecap="round" stroke-linejoin="round"/>
</g>
</svg>
)svg";
        QCOMPARE(svgText(picture, SvgTheme::Light), head + shapes);
        QCOMPARE(svgText({10, 10, "t", "d", {}}), ""); // nothing of nothing
    }

    void textIsEscapedEverywhere() {
        const std::string evil = "</text><script>alert('1 & \"2\"')</script>\x01\xff\xe2\x80\xae";
        Picture made{10, 10, evil, evil, {}};
        made.text(0, 0, evil);
        const std::string picture = svgText(made);
        QCOMPARE(picture.find("<script"), std::string::npos);
        QCOMPARE(structureOf(picture), (QStringList{"svg", "title", "/title", "desc", "/desc", "style",
                                                    "/style", "rect", "/rect", "text", "/text", "/svg"}));
    }

    void aScreenReaderHasWordsForThePicture() {
        const std::string picture = allElements(SvgTheme::Light);
        QCOMPARE(attributesOf(picture, "svg", "role"), QStringList{"img"});
        const QStringList names = structureOf(picture);
        QCOMPARE(names.mid(0, 5), (QStringList{"svg", "title", "/title", "desc", "/desc"}));
        QVERIFY(picture.find("title &lt;1&gt;") != std::string::npos);
    }

    /// Renderers of SVG Tiny know no style sheets.
    void oneThemeHasPlainAttributesAlone() {
        for (const SvgTheme theme : {SvgTheme::Light, SvgTheme::Dark}) {
            const std::string picture = allElements(theme);
            QCOMPARE(picture.find("class"), std::string::npos);
            QCOMPARE(picture.find("style"), std::string::npos);
            QVERIFY(picture.find(inkColour(Ink::First, theme == SvgTheme::Dark)) != std::string::npos);
            QCOMPARE(picture.find(inkColour(Ink::First, theme != SvgTheme::Dark)), std::string::npos);
        }
    }

    void everyClassOfBothThemesHasItsRule() {
        const std::string picture = allElements(SvgTheme::Automatic);
        QVERIFY(picture.find("@media screen and (prefers-color-scheme:dark)") != std::string::npos);
        for (const char* element : {"rect", "line", "circle", "path", "text"}) {
            for (const QString& name : attributesOf(picture, element, "class")) {
                QVERIFY2(!name.isEmpty(), element);
                QVERIFY2(picture.find(("." + name + "{").toStdString()) != std::string::npos,
                         qPrintable(name));
            }
        }
        for (const char* word : {"href", "url(", "http://www.w3.org/1999", "@import", "font-face", "<script"})
            QVERIFY2(picture.find(word) == std::string::npos, word);
    }

    void textCanBeRead() {
        for (const bool dark : {false, true}) {
            for (const Ink ink :
                 {Ink::Text, Ink::Muted, Ink::First, Ink::Second, Ink::Late, Ink::Good, Ink::Violet})
                QVERIFY2(contrast(inkColour(ink, dark), inkColour(Ink::Card, dark)) >= 4.5,
                         inkColour(ink, dark).data());
        }
    }

    void scalesStopAtTheirEnds() {
        const Scale linear = Scale::linear(-1, 1, 100, 300);
        QCOMPARE(linear.at(0), 200.0);
        QCOMPARE(linear.at(-7), 100.0);
        QCOMPARE(linear.at(7), 300.0);
        const Scale decades = Scale::decades(1e-4, 1, 0, 400);
        QCOMPARE(decades.at(0.01), 200.0);
        QCOMPARE(decades.at(0), 0.0);
        QVERIFY(!decades.contains(0) && !decades.contains(0.00009) && decades.contains(0.5));
    }

    void ticksAreRound() {
        using Ticks = std::vector<double>;
        QCOMPARE(roundTicks(0, 9.1, 5), (Ticks{0, 2, 4, 6, 8}));
        QCOMPARE(roundTicks(0, 10, 6), (Ticks{0, 2, 4, 6, 8, 10}));
        QCOMPARE(roundTicks(-1.2, 0.6, 6), (Ticks{-1, -0.5, 0, 0.5}));
        QVERIFY(!std::signbit(roundTicks(0, 9.1, 5)[0])); // printed, it would be -0
        QVERIFY(!std::signbit(roundTicks(-2, 2, 4)[2]));
        QCOMPARE(roundTicks(3, 3, 5), Ticks{});
    }

    void decadesAreThinnedToTheirRoom() {
        using Ticks = std::vector<double>;
        QCOMPARE(decadeTicks(1e-4, 1, 4), (Ticks{1e-4, 1e-3, 1e-2, 1e-1, 1}));
        QCOMPARE(decadeTicks(0.5, 130, 8), (Ticks{1, 10, 100}));
        QCOMPARE(decadeTicks(1e-5, 1, 3), (Ticks{1e-5, 1e-3, 1e-1}));
    }

    void tickTextsHaveTheDigitsTheyNeed() {
        QCOMPARE(tickText(3 * 0.1), "0.3");
        QCOMPARE(tickText(-20), "-20");
        QCOMPARE(std::string(timeUnit(999).name), "ns");
        QCOMPARE(std::string(timeUnit(16.7e6).name), "ms");
        QCOMPARE(timeUnit(1e9).nanoseconds, 1e9);
    }

    void hatchesFillTheirColumnsAndNoMore() {
        const std::array<AreaColumn, 1> square{AreaColumn{0, 8, 0, 8}};
        QCOMPARE(pathData(hatchPath(square, Hatch::RisingLines)), "M0 4L4 0M0 8L8 0M4 8L8 4");
        QCOMPARE(pathData(hatchPath(square, Hatch::FallingLines)), "M4 0L8 4M0 0L8 8M0 4L4 8");
        QCOMPARE(pathData(hatchPath(square, Hatch::HorizontalLines)), "M0 4L8 4");
        QCOMPARE(pathData(hatchPath(square, Hatch::VerticalLines)), "M0 0L0 8M4 0L4 8");
        QCOMPARE(pathData(hatchPath(square, Hatch::Solid)), "");
        QCOMPARE(pathData(hatchPath(square, Hatch::Grid)), "M0 4L8 4M0 0L0 8M4 0L4 8");
    }

    /// The number of lines does not grow with the number of columns.
    void linesGoOnFromColumnToColumn() {
        const std::array<AreaColumn, 1> whole{AreaColumn{0, 8, 0, 8}};
        std::vector<AreaColumn> thin;
        for (int i = 0; i < 16; ++i)
            thin.push_back({i * 0.5, (i + 1) * 0.5, 0, 8});
        for (const Hatch hatch : {Hatch::RisingLines, Hatch::FallingLines, Hatch::HorizontalLines})
            QCOMPARE(hatchPath(thin, hatch), hatchPath(whole, hatch));
    }

    void outlinesLeaveOutEmptyColumns() {
        const std::array<AreaColumn, 4> columns{AreaColumn{0, 1, 2, 5}, AreaColumn{1, 2, 3, 5},
                                                AreaColumn{2, 3, 5, 5}, AreaColumn{3, 4, 4, 5}};
        QCOMPARE(pathData(areaPath(columns)), "M0 5V2H1V3H2V5H1V5H0zM3 5V4H4V5H3z");
        QCOMPARE(pathData(areaPath({})), "");
    }
};

JITTERSCOPE_TEST(SvgTest)

} // namespace jitterscope::svg_test

#include "svg_test.moc"

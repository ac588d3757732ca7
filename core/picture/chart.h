// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/axis.h"
#include "core/picture/ink.h"
#include "core/picture/picture.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

// A chart as a value: what is plotted, on which axes, not how it is drawn. ChartDrawing (chart_drawing.h)
// draws it, for files and for the window's plots (ui/plot), which add zoom and pointing.

/// How a line is drawn.
struct LineLook {
    Ink ink = Ink::First;
    double width = 1.4;              ///< px
    std::vector<double> dashes = {}; ///< dash and gap in widths; empty: solid
    double opacity = 1;              ///< on the card's colour
    friend bool operator==(const LineLook&, const LineLook&) = default;
};

/// One point; a span is an interval or a whisker around it, in the axis's values.
struct ChartPoint {
    double x = 0;
    double y = 0;
    std::optional<Range> xSpan = {};
    std::optional<Range> ySpan = {};
    std::string note = {};  ///< more for the read-out
    std::string label = {}; ///< painted beside it
    bool pale = false;
    bool bare = false; ///< only an end of the line: no dot, and nothing to point at
};

/// One line or cloud. Points that are not finite break the line.
struct ChartSeries {
    std::string name; ///< unique within a chart
    LineLook look;
    std::vector<ChartPoint> points = {};
    bool line = true;
    bool dots = true;
    bool band = false;   ///< ySpan as a tinted band instead of whiskers
    bool steps = false;  ///< each value holds until the next point; the ground below is tinted
    bool before = false; ///< of an earlier result: lighter
    bool hollow = false; ///< dots as rings
};

/// A line to compare with, from edge to edge.
struct Reference {
    enum Kind { Diagonal, Horizontal, Vertical } kind = Horizontal;
    double at = 0;
    std::string label = {};
    std::optional<LineLook> look = {}; ///< none: thin, dashed and muted
    bool above = false;                ///< above the chart's lines; otherwise below them
};

/// One horizontal bar, on a row of a y axis of names.
struct ChartBar {
    std::string name;
    Ink ink = Ink::First;
    double value = 0; ///< not finite: the name alone
    std::optional<Range> whisker = {};
    std::optional<double> mark = {};   ///< a second value, as a small line
    std::optional<double> before = {}; ///< of an earlier result: a dashed line
    std::string note = {};
};

/// A map of coloured cells on two axes of names.
struct HeatMap {
    /// Column and row of a cell, counted on the axes.
    struct Cell {
        int column = 0;
        int row = 0;
        double value = 0; ///< not finite: hatched
    };
    std::vector<Cell> cells;
    Axis colours; ///< the scale of the colours, settled, so that maps side by side can share it
};

/// A box on a row of a timeline, in the time of its axis.
struct TimelineBox {
    enum class Fill { None, Solid, Tinted, Hatched };
    int row = 0;
    double from = 0;
    double to = 0;
    Fill fill = Fill::None;
    Ink ink = Ink::First;
    bool edged = false;
    std::string text = {}; ///< left out if it does not fit
    Ink textInk = Ink::Text;
    bool slim = false; ///< with a little more air above and below
};

/// An interval of time that can be pointed at, over all rows.
struct TimelineStretch {
    double from = 0;
    double to = 0;
    std::string text;
};

/// One panel: two axes, and what stands on them. It is drawn in the order of its members.
struct Chart {
    std::string title = {};
    std::string emptyText = {}; ///< in the place of everything; empty: there is something to draw
    Axis x = {};
    Axis y = {};
    std::optional<HeatMap> heat = {};
    std::vector<Reference> references = {};
    std::vector<ChartSeries> series = {};
    std::vector<ChartBar> bars = {};
    std::vector<TimelineBox> boxes = {};
    std::vector<TimelineStretch> stretches = {};
};

/// One entry of a key: a swatch of the line and its name, or a text alone.
struct KeyEntry {
    std::string text;
    std::optional<LineLook> look = {};
    std::string tooltip = {};
    bool dot = false; ///< a dot instead of the line
    friend bool operator==(const KeyEntry&, const KeyEntry&) = default;
};

/// A whole picture: panels and their common key.
struct Figure {
    std::string id;               ///< for files and `--figure`: `accuracy`
    std::string title;            ///< what is shown
    std::string description = {}; ///< a sentence for a screen reader, and below the picture
    std::vector<Chart> panels = {};
    std::vector<KeyEntry> key = {};
    bool roomy = false;   ///< panels need room: a narrow card first shows only one
    bool stacked = false; ///< one below the other; otherwise side by side, as far as there is room

    [[nodiscard]] bool empty() const noexcept { return panels.empty(); }
};

/// Axes around all values of the series, which are added; says so if there are none.
[[nodiscard]] Chart seriesChart(std::string title, Axis x, Axis y, std::vector<ChartSeries> series,
                                std::vector<Reference> references = {});
/// An x axis around all values, and the names down the left.
[[nodiscard]] Chart barChart(Axis x, std::vector<ChartBar> bars);

/// One value of a map by what it stands on.
struct HeatValue {
    double x = 0;
    double y = 0;
    double value = 0; ///< not finite: hatched
};
/// Both axes have the values as names, evenly spaced. Titles include units.
[[nodiscard]] Chart heatChart(std::string title, std::string xTitle, std::string yTitle, Axis colours,
                              const std::vector<HeatValue>& values);

/// Fewer points that look the same: the lowest and the highest of each of `columns` equal parts.
[[nodiscard]] std::vector<ChartPoint> thinned(std::vector<ChartPoint> points, std::size_t columns = 300);

/// The look with this number, of a colour-blind-safe set (after Okabe and Ito, darkened for a light ground),
/// each with a dash pattern of its own. Every number has one, and no two are alike.
[[nodiscard]] LineLook lookNumber(std::size_t index, double width = 1.4);

/// Of a file, px. A figure whose panels stand one below the other is as high as its panels want.
struct PictureSize {
    double width = 960;
    double height = 540;
};

/// The figure with its title, key and panels; panels that are too narrow side by side go below each other.
/// An empty figure gives an empty picture. Values that lie outside an axis stand at its end.
[[nodiscard]] Picture figurePicture(const Figure& figure, const PictureSize& size = {});

} // namespace jitterscope

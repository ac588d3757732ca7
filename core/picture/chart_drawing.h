// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/box.h"
#include "core/picture/chart.h"
#include "core/picture/chart_letters.h"
#include "core/picture/picture.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

constexpr double kDotRadius = 2.8; ///< of a point, px

/// Where values lie in the area between two axes. NaN lies nowhere: its place is NaN.
struct ChartSpace {
    const Axis& x;
    const Axis& y;
    Box area;
    /// 0: a value beyond an axis stands at its end. More: it stands so many lengths of the axis beyond it at
    /// most, and what is outside the area is cut off.
    double reach = 0;

    [[nodiscard]] double xAt(double value) const;
    [[nodiscard]] double yAt(double value) const;
    [[nodiscard]] Point at(double xValue, double yValue) const { return {xAt(xValue), yAt(yValue)}; }
};

/// What stands around the area of a chart.
struct ChartFrame {
    bool title = false;   ///< a line above all
    bool heading = false; ///< a line above the area, with the title of y
    bool foot = false;    ///< a line below the labels of x
    double labels = 0;    ///< px for those of y; a long list of names gets less
    double right = 10;    ///< px beside the area

    [[nodiscard]] Box areaIn(const Box& whole, const ChartLetters& letters) const;
};

/// Draws a chart part by part, for files and for the window's plots. What it draws stays inside the area of
/// the axes, but for their labels and titles.
class ChartDrawing {
public:
    /// Draws on `picture`, which outlives it. `whole`: the area with all that stands around it.
    ChartDrawing(Picture& picture, const ChartSpace& space, const Box& whole,
                 const ChartLetters& letters = {})
        : m_picture(picture), m_space(space), m_whole(whole), m_letters(letters) {}

    [[nodiscard]] const ChartSpace& space() const noexcept { return m_space; }
    [[nodiscard]] const Box& area() const noexcept { return m_space.area; }
    [[nodiscard]] const ChartLetters& letters() const noexcept { return m_letters; }
    [[nodiscard]] Picture& picture() const noexcept { return m_picture; }

    void title(std::string_view words) const;
    /// In the place of everything but the title.
    void emptyText(std::string_view words, const TextLook& look) const;
    /// Grid, labels and titles.
    void axes() const;
    /// A second scale of y, on the right, with its title above it.
    void rightScale(std::string_view title, const std::function<std::string(double y)>& label) const;

    void heat(const HeatMap& map) const;
    /// px that the scale of the colours takes beside the area.
    [[nodiscard]] static double heatRoom(const HeatMap& map, const ChartLetters& letters);
    /// Those above the chart's lines, or those below them.
    void references(const std::vector<Reference>& references, bool above) const;
    /// The names of straight lines, on the colour of the card, so that no other line crosses them.
    void referenceNames(const std::vector<Reference>& references) const;
    /// Bands, and the tinted ground below steps.
    void grounds(const std::vector<ChartSeries>& series) const;
    void lines(const std::vector<ChartSeries>& series) const;
    /// Intervals, dots, and the names beside them.
    void points(const std::vector<ChartSeries>& series) const;
    void bars(const std::vector<ChartBar>& bars) const;
    void boxes(const std::vector<TimelineBox>& boxes) const;

    // For marks of one chart alone; in px.
    void line(const Point& from, const Point& to, const StrokeLook& look) const;
    void stroke(const Path& path, const LineLook& look) const;
    /// Tints the ground between a line and the foot of the area.
    void ground(Outline line, Ink ink, double opacity) const;
    void dot(const Point& at, double radius, Ink ink, bool hollow = false, double opacity = 1) const;
    void wash(const Box& box, Ink ink, double opacity) const;
    /// A text in a box of noteBox(), on the colour of the card.
    void note(const Box& box, std::string_view words, Ink ink = Ink::Muted) const;
    /// Where a note stands that begins, or ends, at x.
    [[nodiscard]] Box noteBox(double x, double top, std::string_view words,
                              Anchor anchor = Anchor::Start) const;

private:
    void write(double x, double y, std::string_view words, const TextLook& look) const {
        if (!words.empty())
            m_picture.text(x, y, words, look);
    }
    [[nodiscard]] std::vector<LabelledTick> yTicks() const;
    [[nodiscard]] double headingBase() const;
    [[nodiscard]] double middleFor(double x, double width) const;
    void rightTitle(std::string_view words) const;
    [[nodiscard]] bool shows(const Point& at) const;
    [[nodiscard]] Path wayOf(const ChartSeries& series) const;
    void xAxis() const;
    void yAxis() const;
    void colourScale(const HeatMap& map) const;
    void diagonal(const std::string& label, const StrokeLook& look) const;
    void band(const ChartSeries& series) const;
    void dots(const ChartSeries& series) const;
    void names(const std::vector<ChartSeries>& series) const;
    void leader(const Point& at, const Box& name) const;
    [[nodiscard]] std::vector<Box> marks(const std::vector<ChartSeries>& series) const;
    [[nodiscard]] std::optional<Box> freePlace(const Point& at, double wide, const std::vector<Box>& taken,
                                               const std::vector<Box>& crossed) const;
    void bar(const ChartBar& bar, const Box& row) const;
    void box(const TimelineBox& box) const;

    Picture& m_picture;
    ChartSpace m_space;
    Box m_whole;
    ChartLetters m_letters;
};

/// How the line of a series is drawn: one of an earlier result is thin, dotted and pale.
[[nodiscard]] LineLook lineOf(const ChartSeries& series);
/// The look as a stroke; dashes are in widths there and in px here.
[[nodiscard]] StrokeLook strokeOf(const LineLook& look);

/// Draws the key from the left of `area`'s top, in as many lines as it needs; returns their height.
double drawKey(Picture& picture, const std::vector<KeyEntry>& key, const Box& area,
               const ChartLetters& letters = {});

} // namespace jitterscope

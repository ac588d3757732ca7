// SPDX-License-Identifier: MIT
#include "core/scene/panel.h"

#include "core/base/said.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace jitterscope::scene {

Ticks decadeTicksOf() {
    return [](Range range, int most) {
        constexpr double kGrouped = 1e4;
        std::vector<LabelledTick> ticks;
        for (const double at : decadeTicks(range.low, range.high, most - 1))
            ticks.push_back({at, at >= kGrouped ? said::count(std::llround(at)) : said::plain(at, 3)});
        return ticks;
    };
}

Ticks fixedTicks(std::vector<LabelledTick> ticks) {
    return [ticks = std::move(ticks)](Range, int) { return ticks; };
}

Range fromZero(double high) {
    constexpr int kSteps = 4;
    const double step = niceStep(high / kSteps);
    return {0, high > 0 ? std::ceil(high / step - 1e-6) * step : 1};
}

Panel Panel::gauge(Stage& stage, const Box& area, std::string_view part, std::string title, std::string value,
                   std::string says, double left) {
    const LabPrediction& predict = stage.predict;
    return {stage,
            area,
            {.part = part,
             .title = std::move(title),
             .value = std::move(value),
             .says = std::move(says),
             .x = {predict.minimum, predict.maximum},
             .xTicks = numberLabels(" " + std::string(predict.unit)),
             .rows = true,
             .left = left}};
}

Panel::Panel(Stage& stage, const Box& area, PanelSpec spec)
    : m_stage(&stage), m_area(area), m_spec(std::move(spec)), m_plot(area) {
    const Letters& type = stage.letters;
    m_spec.yLabels = m_spec.yLabels && !m_spec.rows;
    const double foot = (m_spec.xLabels ? type.line + type.gap / 2 : type.line / 2) +
                        (m_spec.xTitle.empty() ? 0 : type.line) + type.gap / 2;
    m_plot = area.inset(0, m_spec.title.empty() ? type.gap : type.line + type.gap * 1.5, type.gap, foot);
    m_plot.bottom = std::max(m_plot.bottom, m_plot.top + 4);
    double left = m_spec.left;
    if (left <= 0 && m_spec.yLabels) {
        for (const LabelledTick& tick : yTicks())
            left = std::max(left, stage.widthOf(tick.label) + 2 * type.gap);
    }
    m_plot.left = std::min(m_plot.left + left, m_plot.right - 4);
    const auto scale = [](Range range, bool log, double from, double to) {
        return log ? Scale::decades(range.low, range.high, from, to)
                   : Scale::linear(range.low, range.high, from, to);
    };
    m_x = scale(m_spec.x, m_spec.logX, m_plot.left, m_plot.right);
    m_y = scale(m_spec.y, m_spec.logY, m_plot.bottom, m_plot.top);
    if (!m_spec.says.empty())
        stage.hint(area, m_spec.says);
    if (!m_spec.part.empty())
        stage.part(m_spec.part, area);
    drawHead();
    drawGrid();
    drawLabels();
}

std::vector<LabelledTick> Panel::xTicks() const {
    const int most = std::clamp(static_cast<int>(m_plot.width() / (m_stage->letters.line * 4)), 2, 10);
    const Ticks& make = m_spec.xTicks;
    return make          ? make(m_spec.x, most)
           : m_spec.logX ? decadeTicksOf()(m_spec.x, most)
                         : numberLabels()(m_spec.x, most);
}

std::vector<LabelledTick> Panel::yTicks() const {
    if (m_spec.rows)
        return {};
    const int most = std::clamp(static_cast<int>(m_plot.height() / (m_stage->letters.line * 1.5)), 1, 6);
    const Ticks& make = m_spec.yTicks;
    return make          ? make(m_spec.y, most)
           : m_spec.logY ? decadeTicksOf()(m_spec.y, most)
                         : numberLabels()(m_spec.y, most);
}

void Panel::drawHead() {
    const Letters& type = m_stage->letters;
    const Box head = m_area.head(type.line + 2);
    const TextLook figure = m_stage->figure(Ink::Text, Anchor::End);
    const double value = m_spec.value.empty() ? 0 : m_stage->widthOf(m_spec.value, figure) + 2 * type.gap;
    m_stage->writeWithin(head.inset(0, 0, value), m_spec.title, m_stage->note());
    m_stage->write(head.inset(0, 0, type.gap), m_spec.value, figure);
}

void Panel::drawGrid() {
    const StrokeLook hairline{Ink::Hairline, 1, {}};
    for (const LabelledTick& tick : yTicks())
        level(tick.at, hairline);
    for (const LabelledTick& tick : xTicks())
        upright(tick.at, hairline);
    drawAxes(*m_stage, m_plot);
}

void Panel::drawLabels() {
    const Letters& type = m_stage->letters;
    for (const LabelledTick& tick : m_spec.yLabels ? yTicks() : std::vector<LabelledTick>()) {
        const double middle = std::round(y(tick.at));
        m_stage->write({m_area.left, middle - type.line / 2, m_plot.left - type.gap, middle + type.line / 2},
                       tick.label, m_stage->note(Ink::Muted, Anchor::End));
    }
    // Labels may begin below the names of rows, but not below the labels of the upright axis.
    const double least = m_spec.yLabels ? m_plot.left - type.gap / 2 : m_area.left;
    double clear = -1e9;
    for (const LabelledTick& tick : m_spec.xLabels ? xTicks() : std::vector<LabelledTick>()) {
        const double wide = m_stage->widthOf(tick.label);
        const double left =
            std::clamp(std::round(x(tick.at)) - wide / 2, least, std::max(least, m_area.right - wide));
        if (left < clear)
            continue;
        m_stage->write(boxAt(left, m_plot.bottom + type.gap / 2, wide, type.line), tick.label,
                       m_stage->note(Ink::Muted, Anchor::Middle));
        clear = left + wide + type.gap;
    }
    if (!m_spec.xTitle.empty())
        m_stage->writeWithin(
            boxAt(m_plot.left, m_area.bottom - type.line - type.gap / 2, m_plot.width(), type.line),
            m_spec.xTitle, m_stage->note(Ink::Muted, Anchor::Middle));
}

void Panel::tell(std::string_view words, double free) const {
    m_stage->wrap(m_plot.inset(8, 4, 4 + free), words, m_stage->note(Ink::Muted));
}

void Panel::curve(const Curve& curve, const CurveLook& look, double until) {
    std::vector<Point> line;
    for (const Point& point : curve) {
        if (point.x > until)
            break;
        const Point next = at(point);
        if (look.steps && !line.empty())
            line.push_back({next.x, line.back().y});
        line.push_back(next);
    }
    if (line.empty())
        return;
    if (look.steps)
        line.push_back({x(until), line.back().y});
    if (look.filled) {
        constexpr double kFaint = 0.13;
        std::vector<Point> below = line;
        below.push_back({line.back().x, m_plot.bottom});
        below.push_back({line.front().x, m_plot.bottom});
        m_stage->picture.fill({Outline{std::move(below), true}}, look.stroke.ink, kFaint);
    }
    StrokeLook stroke = look.stroke;
    if (look.steps) // upright and level: sharp
        stroke.width = std::round(stroke.width);
    m_stage->curve(std::move(line), stroke);
}

void Panel::cursor(double value) {
    m_stage->line({x(value), m_plot.top - m_stage->letters.gap}, {x(value), m_plot.bottom},
                  {Ink::Muted, 1, {}});
}

void Panel::upright(double value, const StrokeLook& look) {
    m_stage->line({x(value), m_plot.top}, {x(value), m_plot.bottom}, look);
}

void Panel::level(double value, const StrokeLook& look) {
    m_stage->line({m_plot.left, y(value)}, {m_plot.right, y(value)}, look);
}

void Panel::dot(const Point& value, Ink ink) {
    m_stage->dot(at(value), m_stage->letters.pen * 2.2, ink);
}

void Panel::bar(const Box& row, double value, const AreaLook& look, double high) {
    const double tall = std::min(row.height() * 0.5, high);
    m_stage->box({m_plot.left, row.middle().y - tall / 2, std::max(x(value), m_plot.left + 1.5),
                  row.middle().y + tall / 2},
                 look);
    if (value <= m_spec.x.high)
        return;
    const double half = tall * 0.3; // it goes on beyond the axis
    for (const double tip : {m_plot.right - 2, m_plot.right - 2 - half})
        m_stage->curve(
            {{tip - half, row.middle().y - half}, {tip, row.middle().y}, {tip - half, row.middle().y + half}},
            {Ink::Text, m_stage->letters.pen, {}});
}

void Panel::nameRow(const Box& row, std::string_view name, bool bold) {
    m_stage->writeWithin({m_area.left, row.top, m_plot.left - m_stage->letters.gap, row.bottom}, name,
                         m_stage->note(Ink::Text, Anchor::End, bold));
}

void Panel::guess(bool up) {
    const LabPrediction& predict = m_stage->predict;
    const View& view = m_stage->view;
    GuessAxis& axis = m_stage->axis;
    const Range& shown = up ? m_spec.y : m_spec.x;
    axis.low = std::max(predict.minimum, shown.low);
    axis.high = std::min(predict.maximum, shown.high);
    axis.least = up ? Point{m_plot.left, y(axis.low)} : Point{x(axis.low), m_plot.bottom};
    axis.most = up ? Point{m_plot.left, y(axis.high)} : Point{x(axis.high), m_plot.bottom};
    axis.mark = m_plot;
    axis.log = up ? m_spec.logY : m_spec.logX;
    drawVotes(up);
    if (view.answered && view.before)
        mark(*view.before, up, {Ink::Muted, std::round(m_stage->letters.pen), kDotted},
             said::say("before: %1", {guessed(predict, *view.before)}));
    if (!view.guess) {
        if (!view.answered)
            nameAt(m_plot.middle(), {},
                   view.paper ? "draw your guess"
                   : up       ? "your guess: drag up or down"
                              : "your guess: drag left or right",
                   Ink::Second);
        return;
    }
    mark(*view.guess, up, {Ink::Second, std::round(m_stage->letters.pen), "4 2"},
         said::say(view.answered ? "you predicted %1" : "you predict %1", {guessed(predict, *view.guess)}));
}

/// The guesses of a class: a dot for each, stacked where they are near each other. A stack that would be
/// higher than the plot is pushed together.
void Panel::drawVotes(bool up) {
    const double radius = m_stage->letters.pen * 2;
    const double pitch = 2 * radius + 1;
    const double room = (up ? m_plot.width() : m_plot.height()) - 2 * (radius + 2);
    std::map<int, int> stacks;
    for (const double vote : m_stage->view.votes) {
        const Point at = m_stage->axis.at(vote);
        ++stacks[static_cast<int>(std::round((up ? at.y : at.x) / pitch))];
    }
    const double low = up ? m_plot.top : m_plot.left;
    const double high = up ? m_plot.bottom : m_plot.right;
    for (const auto& [place, dots] : stacks) {
        const double along = std::clamp(place * pitch, low, high); // rounding may lead past the end
        if (std::abs(along - place * pitch) > pitch)
            continue; // beyond the axis
        const double step = dots > 1 ? std::min(pitch, room / (dots - 1)) : pitch;
        for (int i = 0; i < dots; ++i) {
            const double away = radius + 2 + step * i;
            m_stage->dot(up ? Point{m_plot.left + away, along} : Point{along, m_plot.bottom - away}, radius,
                         Ink::Violet);
        }
    }
}

/// A line across the axis at a value, and its name. Beyond the axis: an arrow at its end, and the name.
void Panel::mark(double value, bool up, const StrokeLook& look, std::string_view words) {
    const Range& shown = up ? m_spec.y : m_spec.x;
    const double reach = 1e-9 * (shown.high - shown.low);
    if (value > shown.high + reach || value < shown.low - reach) {
        beyond(value > shown.high, up, look.ink, words);
        return;
    }
    const Point at = m_stage->axis.at(value);
    const Point from = up ? Point{m_plot.left, at.y} : Point{at.x, m_plot.top};
    const Point to = up ? Point{m_plot.right, at.y} : Point{at.x, m_plot.bottom};
    m_stage->line(from, to, look);
    if (up)
        nameAt(to, kAboveLeft, words, look.ink);
    else
        nameAt({from.x, from.y + m_stage->letters.line * 0.6}, kRight, words, look.ink);
}

/// Shows a value that the axis does not reach: an arrow in the corner at its end, and a name beside it.
void Panel::beyond(bool above, bool up, Ink ink, std::string_view words) {
    const Letters& type = m_stage->letters;
    const double long_ = type.line * 0.9;
    const double half = type.line * 0.3;
    const double away = above ? -1 : 1; // from the end of the axis, in px
    const Point tip = up ? Point{m_plot.right - 2 * type.gap, (above ? m_plot.top : m_plot.bottom) - away}
                         : Point{(above ? m_plot.right : m_plot.left) + away, m_plot.top + type.line * 0.6};
    const Point tail = up ? Point{tip.x, tip.y - away * long_} : Point{tip.x + away * long_, tip.y};
    m_stage->line(tail, tip, {ink, std::round(type.pen), {}});
    const Point left =
        up ? Point{tip.x - half, tip.y - away * half} : Point{tip.x + away * half, tip.y - half};
    const Point right =
        up ? Point{tip.x + half, tip.y - away * half} : Point{tip.x + away * half, tip.y + half};
    m_stage->curve({left, tip, right}, {ink, std::round(type.pen), {}});
    const std::string text = std::string(words) + ", beyond this axis";
    nameAt(up ? Point{tip.x - half, (tip.y + tail.y) / 2} : Point{tail.x, tail.y}, above ? kLeft : kRight,
           text, ink);
}

} // namespace jitterscope::scene

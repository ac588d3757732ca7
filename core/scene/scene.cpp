// SPDX-License-Identifier: MIT
#include "core/scene/scene.h"

#include "core/base/portable_math.h"
#include "core/base/said.h"

#include <algorithm>

namespace jitterscope::scene {

Point GuessAxis::at(double guess) const {
    const double share = log ? portable::log(std::max(guess, low) / low) / portable::log(high / low)
                             : (guess - low) / (high - low);
    const double kept = std::clamp(share, 0.0, 1.0);
    return {least.x + kept * (most.x - least.x), least.y + kept * (most.y - least.y)};
}

void Stage::part(std::string_view id, const Box& area) {
    const auto known = std::ranges::find(parts, id, &Part::id);
    if (known == parts.end())
        parts.push_back({std::string(id), {area}});
    else
        known->areas.push_back(area);
}

void Stage::lightUp() {
    constexpr double kGround = 0.09; // as strong as a chosen step of the window
    const auto lit = std::ranges::find(parts, view.lit, &Part::id);
    if (view.lit.empty() || lit == parts.end())
        return;
    const double beside = letters.gap * 0.75;
    constexpr double kAbove = 1.5; // what stands below begins right there
    for (const Box& area : lit->areas) {
        const Box frame = area.inset(-beside, -kAbove, -beside, 0);
        // Over the whole part, so that the grounds of names have the same colour as what is around them.
        picture.rect(frame.left, frame.top, frame.width(), frame.height(), Ink::First, kGround);
        edge(frame, {Ink::First, letters.pen, {}, true});
    }
}

Shown Scene::show(const View& view) const {
    Stage stage(view, predict());
    stage.picture.title = m_lab.name;
    stage.picture.description = describe(view);
    draw(stage);
    stage.placeNames();
    stage.lightUp();
    return {std::move(stage.picture), std::move(stage.hints), stage.axis, std::move(stage.parts)};
}

std::vector<double> Scene::everySecond() const {
    std::vector<double> stops;
    for (int second = 1; second <= static_cast<int>(duration()); ++second)
        stops.push_back(second);
    return stops;
}

std::vector<double> Scene::inOrder(std::vector<double> moments) const {
    std::erase_if(moments, [this](double at) { return at <= 0 || at > duration(); });
    std::ranges::sort(moments);
    const auto same = [](double a, double b) { return b - a < 1e-12; };
    moments.erase(std::unique(moments.begin(), moments.end(), same), moments.end());
    return moments;
}

Letters Scene::lettersForClass(const Letters& usual, double width, double height) const {
    constexpr double kMost = 1.5; // more would leave the curves little room
    const auto [leastWidth, leastHeight] = leastSize(true);
    return usual.large(std::clamp(std::min(width / leastWidth, height / leastHeight), 1.0, kMost));
}

std::string Scene::describe(const View& view) const {
    const std::string guess =
        view.guess ? said::say("You predicted %1. ", {guessed(predict(), *view.guess)}) : std::string();
    if (!view.answered)
        return before() + " " + std::string(predict().asks) + " " +
               (view.guess ? guess : "No guess is drawn yet. ") +
               "What really happens is shown after the guess.";
    std::string text = guess + told(view.now);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::vector<std::string> Scene::choicesOf(std::string_view knob) const {
    const auto& choices = m_lab.knobs[static_cast<std::size_t>(parameterIndex(m_lab.knobs, knob))].choices;
    return {choices.begin(), choices.end()};
}

void drawAxes(Canvas& canvas, const Box& area) {
    canvas.line({area.left, area.bottom}, {area.right, area.bottom}, {Ink::Border, 1, {}});
    canvas.line({area.left, area.top}, {area.left, area.bottom}, {Ink::Border, 1, {}});
}

} // namespace jitterscope::scene

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

Shown Scene::show(const View& view) const {
    Stage stage(view, predict());
    stage.picture.width = view.width;
    stage.picture.height = view.height;
    stage.picture.title = m_lab.name;
    stage.picture.description = describe(view);
    draw(stage);
    stage.placeNames();
    return {std::move(stage.picture), std::move(stage.hints), stage.axis};
}

std::string Scene::describe(const View& view) const {
    const std::string guess =
        view.guess ? say("You predicted %1. ", {guessed(predict(), *view.guess)}) : std::string();
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

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/readout.h"
#include "core/lab/lab.h"
#include "core/scene/canvas.h"

#include <optional>
#include <span>

namespace jitterscope::scene {

/// How a lab's picture is wanted now.
struct View {
    double width = 620; ///< px; what is inside the edge is at least Scene::leastSize()
    double height = 350;
    double edge = 0;                   ///< px left free around it
    double now = 0;                    ///< s of the lab's own time, in [0, duration()]
    bool answered = false;             ///< the run is unlocked; if not, nothing may tell the answer
    std::optional<double> guess = {};  ///< the learner's, in the unit of the lab's prediction
    std::optional<double> before = {}; ///< the answer before a knob was turned
    std::vector<double> votes = {};    ///< what a class guessed, in the same unit
    bool calm = false;                 ///< the user wants motion reduced: no trails, nothing that swings
    bool paper = false;                ///< printed: a guess is drawn with a pen
    std::string lit = {};              ///< id of the part that is lit up: a sentence points at it
    Letters letters = {};              ///< large ones, in front of a class

    [[nodiscard]] Box area() const noexcept { return Box{0, 0, width, height}.inset(edge, edge, edge, edge); }
};

/// Where a guess can be dragged.
struct GuessAxis {
    Point least; ///< where `low` stands
    Point most;
    double low = 0; ///< of the guesses that can be dragged; others can be typed
    double high = 1;
    Box mark; ///< the guess is drawn as a line across it, at right angles to the axis
    bool log = false;

    [[nodiscard]] bool upright() const noexcept { return least.x == most.x; }
    /// Where a guess stands.
    [[nodiscard]] Point at(double guess) const;
};

/// What a part of the picture says under the mouse.
struct Hint {
    Box area;
    std::string says;
};

/// What a sentence of the explanation can point at: a panel, a track, or what belongs together in several.
struct Part {
    std::string id;
    std::vector<Box> areas; ///< at least one
};

/// A picture, and how it answers the mouse.
struct Shown {
    Picture picture;
    std::vector<Hint> hints; ///< at each place the first one that contains it counts
    GuessAxis axis;
    std::vector<Part> parts; ///< each id once
};

/// A canvas for a view of a lab.
class Stage : public Canvas {
public:
    Stage(const View& view_, const LabPrediction& predict_)
        : Canvas(view_.letters), view(view_), predict(predict_) {
        picture.width = view.width;
        picture.height = view.height;
    }

    void hint(const Box& area, std::string says) { hints.push_back({area, std::move(says)}); }
    /// What is drawn here belongs to the part with this id.
    void part(std::string_view id, const Box& area);
    /// Frames the part that is lit up, on a ground of its own; to be called once, at the end.
    void lightUp();

    const View& view;
    const LabPrediction& predict;
    std::vector<Hint> hints;
    GuessAxis axis;
    std::vector<Part> parts;
};

/// Draws one result of a lab at any moment of the lab's own time. The same view gives the same picture. It
/// must not outlive its result. Each has a file in scenes/.
class Scene {
public:
    virtual ~Scene() = default;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    [[nodiscard]] Shown show(const View& view) const;
    /// The picture in a sentence or two, for those who cannot see it; names what changes at this moment.
    [[nodiscard]] std::string describe(const View& view) const;

    /// s of lab time, > 0. A picture without a time of its own is built up in steps of one second.
    [[nodiscard]] virtual double duration() const = 0;
    /// s of lab time that pass in a second at the pace "real": 1 as a rule, 0.001 for the anatomy of a sleep.
    [[nodiscard]] virtual double pace() const { return 1; }
    /// Where "step" halts: moments at which something happens, ascending, in (0, duration()].
    [[nodiscard]] virtual std::vector<double> stops() const = 0;
    /// Three or four figures at this moment.
    [[nodiscard]] virtual std::vector<Readout> readouts(double now) const = 0;
    /// The unit of the axis on which the guess stands.
    [[nodiscard]] virtual GuessUnit guessUnit() const { return {predict().unit}; }
    /// The least width and height, px. `large`: with the letters for a class.
    [[nodiscard]] virtual std::pair<int, int> leastSize(bool large) const {
        return large ? std::pair(960, 580) : std::pair(620, 350);
    }

    /// Letters for a class in a picture of this size: they grow with what it has beyond leastSize(true).
    [[nodiscard]] Letters lettersForClass(const Letters& usual, double width, double height) const;

protected:
    /// `id`: of the lab.
    Scene(std::string_view id, const LabResult& result, const ParameterValues& knobs)
        : m_lab(*findEntry(labCatalog(), id)), m_result(result), m_knobs(knobs) {}

    virtual void draw(Stage& stage) const = 0;
    /// The picture before the run in a sentence; the question and the guess are said after it.
    [[nodiscard]] virtual std::string before() const = 0;
    /// The picture at a moment of the run in a sentence or two; the guess is said before it.
    [[nodiscard]] virtual std::string told(double now) const = 0;

    [[nodiscard]] const LabPrediction& predict() const noexcept { return m_lab.predict; }
    /// For stops(): each whole second.
    [[nodiscard]] std::vector<double> everySecond() const;
    /// For stops(): those of these moments that are in the run, ascending, each once.
    [[nodiscard]] std::vector<double> inOrder(std::vector<double> moments) const;
    /// The choices of a knob, in their order.
    [[nodiscard]] std::vector<std::string> choicesOf(std::string_view knob) const;

    const LabEntry& m_lab;
    const LabResult& m_result;
    ParameterValues m_knobs;
};

/// The scene of a lab.
struct Entry {
    std::string_view id; ///< of the lab
    /// `knobs` as the result was run with. The result must outlive the scene.
    std::unique_ptr<Scene> (*make)(const LabResult& result, const ParameterValues& knobs) = nullptr;
    /// The small picture on its card: what the idea looks like, drawn by hand, not data.
    void (*sketch)(Canvas& canvas, const Box& area) = nullptr;
};

/// All scenes, in the order of labCatalog(). To add one: a file in scenes/, its declaration in
/// scenes/scenes.h, a line in scene_catalog.cpp and one in core/CMakeLists.txt.
[[nodiscard]] std::span<const Entry> sceneCatalog();

/// The entry of a scene in the catalogue.
template <typename Made>
[[nodiscard]] Entry entryOf(std::string_view id, void (*sketch)(Canvas& canvas, const Box& area)) {
    return {id,
            [](const LabResult& result, const ParameterValues& knobs) -> std::unique_ptr<Scene> {
                return std::make_unique<Made>(result, knobs);
            },
            sketch};
}

// For sketches: the two axes, and places by their shares of the width and, from the foot up, of the height.
void drawAxes(Canvas& canvas, const Box& area);
[[nodiscard]] inline auto sharesOf(const Box& area) {
    return [area](double x, double y) {
        return Point{area.left + x * area.width(), area.bottom - y * area.height()};
    };
}

} // namespace jitterscope::scene

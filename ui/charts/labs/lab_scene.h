// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/game.h"
#include "core/scene/scene.h"

#include <QLineF>
#include <QPainter>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QVector>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope::ui {

/// How a scene is to be painted now.
struct LabView {
    QRectF area;                       ///< where it is painted; at least LabScene::minimumSize()
    bool game = false;                 ///< the game is shown, in the place of the lab's own picture
    bool cured = false;                ///< with what the lab advises
    double now = 0;                    ///< s of the lab's own time, in [0, duration()]; or of the game's
    bool answered = false;             ///< the run has been unlocked; false: nothing may tell the answer
    std::optional<double> guess;       ///< the learner's, in the unit of the lab's prediction
    std::optional<double> before = {}; ///< the answer before a knob was turned
    std::vector<double> votes = {};    ///< what a class guessed
    bool large = false;                ///< in front of a class: letters that can be read from the last row
    bool calm = false;                 ///< the user wants motion reduced: no trails, nothing that swings
    bool paper = false;                ///< printed: a guess is drawn with a pen
    std::string lit = {};              ///< id of the part that is lit up
};

/// Where a guess can be dragged, from the end for the least guess to the end for the greatest.
struct LabGuessAxis {
    QLineF axis; ///< in the view's area; p1 for `low`, p2 for `high`
    QRectF mark; ///< what the guess is drawn across: a dotted line through it, at right angles to the axis
    bool log = false;
    double low = 0;
    double high = 1;
};

/// A scene of the core, painted in the letters and colours of the window. A frame takes at most 5 ms at
/// 1920×1080. GUI thread.
class LabScene final {
public:
    /// `knobs`: the values that the result was run with. The result must outlive the scene.
    LabScene(const scene::Entry& entry, const LabResult& result, const ParameterValues& knobs)
        : m_lab(*findEntry(labCatalog(), entry.id)),
          m_result(result),
          m_knobs(knobs),
          m_scene(entry.make(result, knobs)) {}

    [[nodiscard]] double duration() const { return m_scene->duration(); }
    [[nodiscard]] double pace() const { return m_scene->pace(); }
    [[nodiscard]] std::vector<double> stops() const { return m_scene->stops(); }
    /// The game with this result, which was simulated.
    [[nodiscard]] const scene::Game& game(bool cured) const;
    [[nodiscard]] QSize minimumSize(bool large) const;
    void paint(QPainter& painter, const LabView& view) const;
    /// For files: in letters that fit with the fonts of any reader, with an edge around the view's area.
    [[nodiscard]] Picture picture(const LabView& view) const;
    [[nodiscard]] LabGuessAxis guessAxis(const LabView& view) const;
    [[nodiscard]] GuessUnit guessUnit() const { return m_scene->guessUnit(); }
    [[nodiscard]] std::vector<Readout> readouts(double now) const { return m_scene->readouts(now); }
    /// The picture in a sentence or two, for those who cannot see it; names what changes at this moment.
    [[nodiscard]] QString describe(const LabView& view) const;
    /// A sentence about what lies under the mouse. Empty: nothing does.
    [[nodiscard]] QString tooltip(const LabView& view, QPointF at) const;

private:
    [[nodiscard]] scene::Shown show(const LabView& view, const scene::View& in) const;

    const LabEntry& m_lab;
    const LabResult& m_result;
    ParameterValues m_knobs;
    std::unique_ptr<scene::Scene> m_scene;
    mutable std::array<std::optional<scene::Game>, 2> m_games; // as it is, cured; made when first shown
};

/// The letters of the window, for painting pictures of labs.
[[nodiscard]] scene::Letters windowLetters();

/// The small picture on a lab's card.
void paintSketch(const scene::Entry& entry, QPainter& painter, const QRectF& area);

} // namespace jitterscope::ui

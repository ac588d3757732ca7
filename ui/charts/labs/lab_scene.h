// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab.h"

#include <QLineF>
#include <QPainter>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QVector>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope::ui {

/// How a scene is to be painted now.
struct LabView {
    QRectF area;                 ///< to be filled; at least LabScene::minimumSize()
    double now = 0;              ///< s of the lab's own time, in [0, duration()]
    bool answered = false;       ///< the run has been unlocked; false: nothing that tells the answer
    std::optional<double> guess; ///< the learner's, in the unit of the lab's prediction
    bool large = false;          ///< in front of a class: type that is read from the last row
    bool calm = false;           ///< the user wants motion reduced: no trails, nothing that swings
    bool paper = false;          ///< printed: a guess is drawn with a pen
};

/// Where a guess can be dragged: from the end for the least to the end for the greatest guess.
struct LabGuessAxis {
    QLineF axis; ///< in the view's area; p1 for LabPrediction::minimum, p2 for its maximum
    QRectF mark; ///< what the guess is drawn across: a dotted line through it, at right angles to the axis
    bool log = false;
};

/// A figure of the head line: `4.20 s` above `real time`.
struct LabReadout {
    QString value;
    QString name;
    QString tooltip; ///< what it is, and which way is good
    bool bad = false;
};

/// The picture of one result of a lab, at any moment of the lab's own time. Painting has no side effects and
/// takes at most 5 ms at 1920×1080. GUI thread.
class LabScene {
public:
    virtual ~LabScene() = default;

    /// s of lab time, > 0. What has no time of its own is built up in steps of one second.
    [[nodiscard]] virtual double duration() const = 0;
    /// s of lab time that pass in a second at the pace "real": 1 as a rule, 0.001 for the anatomy of a sleep.
    [[nodiscard]] virtual double pace() const { return 1; }
    /// Where "step" halts: moments at which something happens, ascending, in (0, duration()].
    [[nodiscard]] virtual std::vector<double> stops() const = 0;
    [[nodiscard]] virtual QSize minimumSize(bool large) const = 0;
    virtual void paint(QPainter& painter, const LabView& view) const = 0;
    /// None: the guess is typed only.
    [[nodiscard]] virtual std::optional<LabGuessAxis> guessAxis(const LabView&) const { return std::nullopt; }
    /// Three or four figures at this moment.
    [[nodiscard]] virtual QVector<LabReadout> readouts(double now) const = 0;
    /// The picture in a sentence or two, for those who cannot see it; names what changes at this moment.
    [[nodiscard]] virtual QString describe(const LabView& view) const = 0;
    /// What lies under the mouse, in a sentence; empty: nothing.
    [[nodiscard]] virtual QString tooltip(const LabView&, QPointF) const { return {}; }
};

/// How a lab is drawn. One file pair each in charts/labs/, named as the lab.
///
/// To add one: write the pair, a line in lab_picture_catalog.cpp and one in ui/CMakeLists.txt.
struct LabPictureEntry {
    std::string_view id; ///< of the lab
    /// `knobs` as the result was run with. The result must outlive the scene.
    std::unique_ptr<LabScene> (*make)(const LabResult& result, const ParameterValues& knobs) = nullptr;
    /// The small picture on its card: what the idea looks like, drawn by hand, not data.
    void (*sketch)(QPainter& painter, const QRectF& area) = nullptr;
};

/// All pictures, in the order of labCatalog().
[[nodiscard]] std::span<const LabPictureEntry> labPictureCatalog();

} // namespace jitterscope::ui

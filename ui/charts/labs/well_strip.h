// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/scene_parts.h"

namespace jitterscope::ui::scene {

constexpr double kWellTrail = 1.2; // s of earlier pictures

/// One frame as it was drawn.
struct WellFrame {
    double at = 0;    // s, begins
    double frame = 0; // s
    double game = 0;  // s
    double place = 0; // m
    int updates = 0;
};

/// One way of catching up.
struct WellWay {
    const char* id;
    const char* name;
    const char* code;
    std::vector<WellFrame> frames;
    QVector<QPointF> backlog; // ms over s
    QVector<QPointF> updates;
    QVector<QPointF> rate;

    /// The frame that is being made; none before the first one.
    [[nodiscard]] const WellFrame* frameAt(double now) const {
        const auto after = std::ranges::upper_bound(frames, now, {}, &WellFrame::at);
        return after == frames.begin() ? nullptr : &*std::prev(after);
    }
    /// What is on the screen: the last frame that is finished.
    [[nodiscard]] const WellFrame* shownAt(double now) const {
        const auto after =
            std::ranges::upper_bound(frames, now, {}, [](const WellFrame& f) { return f.at + f.frame; });
        return after == frames.begin() ? nullptr : &*std::prev(after);
    }
};

/// m; shut.
struct WellGate {
    double from = 0;
    double to = 0;

    [[nodiscard]] bool holds(double place) const { return place >= from && place <= to; }
};

/// The runner and the gate: one figure for each picture drawn of late, the strong one is on the screen now.
void paintWellStrip(QPainter& painter, const WellWay& way, const WellGate& gate, const QRectF& strip,
                    const LabView& view, const Type& type);

} // namespace jitterscope::ui::scene

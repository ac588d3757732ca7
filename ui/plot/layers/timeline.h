// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

#include <QBrush>
#include <QColor>
#include <QPen>

#include <optional>

namespace jitterscope::ui {

/// A box on a row of a timeline, in the time of its axis.
struct TimelineBox {
    int row = 0;
    double from = 0;
    double to = 0;
    QPen edge = Qt::NoPen;
    QBrush fill = Qt::NoBrush;
    QString text = {}; ///< left out if it does not fit
    QColor textColour = {};
    bool slim = false; ///< with a little more air above and below
};

/// An interval of time that can be pointed at, over all rows.
struct TimelineStretch {
    double from = 0;
    double to = 0;
    QString text;
};

/// Boxes on rows: x is time, y an axis of names.
class TimelineLayer final : public Layer {
public:
    TimelineLayer(std::vector<TimelineBox> boxes, std::vector<TimelineStretch> stretches)
        : m_boxes(std::move(boxes)), m_stretches(std::move(stretches)) {}

    void paint(QPainter& painter, const PlotSpace& space) const override;
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    std::vector<TimelineBox> m_boxes;
    std::vector<TimelineStretch> m_stretches;
};

} // namespace jitterscope::ui

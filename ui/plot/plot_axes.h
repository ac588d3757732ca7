// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/axis.h"

#include <QPainter>
#include <QRectF>
#include <QString>

#include <optional>

namespace jitterscope::ui {

inline constexpr double kAxisGap = 6; ///< px between labels and the plot area

/// How many ticks have room along `length` px.
[[nodiscard]] int ticksAlongX(const Axis& axis, double length);
[[nodiscard]] int ticksAlongY(const Axis& axis, double length);

/// The frame of a plot: grid, labels and names of its axes.
struct PlotAxes {
    const Axis& x;
    const Axis& y;
    QRectF area;
    double width = 0;            ///< of the whole plot, px
    std::optional<double> right; ///< a scale on the right: y times this
    QString rightTitle;

    void paint(QPainter& painter) const;

private:
    void paintX(QPainter& painter) const;
    void paintY(QPainter& painter) const;
    void paintRightScale(QPainter& painter, double at, double value) const;
    void paintRightTitle(QPainter& painter) const;
};

} // namespace jitterscope::ui

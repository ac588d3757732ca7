// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/bins.h"
#include "core/stats/histogram.h"
#include "ui/plot/ticks.h"
#include "ui/session/live_traces.h"

#include <QList>
#include <QPointF>

#include <vector>

/// Pure functions that turn any number of samples into the few points that a chart draws.
namespace jitterscope::ui {

/// Outline of the bins as steps, y = count · factor, no less than `floor`: for a log axis. Equal neighbours
/// share a step, so there are at most two points for each bin, and three more.
[[nodiscard]] QList<QPointF> stepOutline(const Bins& bins, double factor, double floor);

/// Lows and highs of the strip's columns as one line: x in seconds before `now`, y in ns off `period`, kept
/// within `limits`.
[[nodiscard]] QList<QPointF> envelope(const ColumnRing<FrameColumn>& columns, std::int64_t now, double period,
                                      Range limits);

/// The range of y for the strip (ns off the period): the target, at least some of the tolerance, and the
/// extremes of the columns without the rarest spikes, which are drawn at the edge.
[[nodiscard]] Range stripRange(const ColumnRing<FrameColumn>& columns, double period, double tolerance);

} // namespace jitterscope::ui

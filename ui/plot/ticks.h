// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/ticks.h"

#include <QString>

#include <functional>
#include <vector>

namespace jitterscope::ui {

using jitterscope::Range;

/// One labelled grid line, in the coordinates of its axis: jitterscope::LabelledTick, in Qt's text.
struct Tick {
    double at = 0;
    QString label;
};
/// Makes ticks for what an axis shows, at most about `most`.
using TickMaker = std::function<std::vector<Tick>(Range, int most)>;
/// Says what an axis shows, unit included.
using TitleMaker = std::function<QString(Range)>;

/// The range widened to whole steps, of which the range itself has about `most`.
[[nodiscard]] Range niceRange(Range range, int most);

/// Plain numbers. `scale`: how much of the axis is 1 in a label; 1e6 shows ns as ms.
[[nodiscard]] TickMaker numberTicks(double scale = 1, const QString& suffix = {});

/// The unit, in ns, in which times of this range are labelled: 1, 1e3, 1e6 or 1e9.
[[nodiscard]] double durationUnit(Range range);

/// Deviations from a period, ns. Labelled as frame times (16.665) while four decimals tell them apart, as
/// deviations (+0.2) where the picture is narrower than that.
[[nodiscard]] TickMaker frameTimeTicks(double period);
[[nodiscard]] TitleMaker frameTimeTitle(double period);

/// A time axis in seconds that ends now (0). It is as long as the run so far (`elapsed`, s), in steps of ten
/// seconds, and at most `most`.
[[nodiscard]] Range secondsAgo(double elapsed, double most);

/// A range that follows what it is given, but steadily. It grows at once, to whole steps. It shrinks only
/// after it has been more than twice as wide as needed for more than `patience` updates.
class SteadyRange {
public:
    explicit SteadyRange(int most = 5, int patience = 10) : m_most(most), m_patience(patience) {}
    Range follow(Range wanted);
    void reset() { m_set = false; }

private:
    int m_most;
    int m_patience;
    int m_loose = 0;
    bool m_set = false;
    Range m_range;
};

} // namespace jitterscope::ui

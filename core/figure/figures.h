// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/compare/curves.h"
#include "core/picture/chart.h"
#include "core/run/run_result.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The ids of a run's figures, in their order.
inline constexpr std::array<std::string_view, 4> kRunFigures{"histogram", "frame-times", "cpu", "estimator"};

/// What a run showed, as the page Live shows it while it runs: those of kRunFigures that have something to
/// draw. Frame times and estimator show the frames that are kept.
[[nodiscard]] std::vector<Figure> runFigures(const RunResult& result);

/// The values of a file as counts, to be plotted beside those of others.
struct QuantileLine {
    std::string name;
    std::vector<ValueCount> counts;
    double all = 0; ///< how many values there were, those beyond the counts too
};
/// Which share of the values of each file is no larger, from the median on. `of`: what the values are. Empty:
/// there are too few values.
[[nodiscard]] Figure fileQuantilesFigure(const std::vector<QuantileLine>& lines, std::string id,
                                         std::string of);

// What is plotted of another program's loop, for the window and for reports. Empty: it has no frames.

/// `frame-times`: each frame over the time of the recording. Long frames are dots, the aim is dashed. If
/// there are more frames than `columns`, the shortest and the longest of each moment.
[[nodiscard]] Figure loopTimesFigure(const HeardLoop& loop, std::size_t columns = 2000);

/// `histogram`: how often each frame time came, on a log scale. The aim is dashed.
[[nodiscard]] Figure loopHistogramFigure(const HeardLoop& loop);

/// `causes`: the time that long frames take beyond the aim, by cause. Empty as well if none was long.
[[nodiscard]] Figure loopCausesFigure(const HeardLoop& loop);

// What is plotted of a comparison, for the window and for reports: A dashed and orange, B solid and blue.
// Empty where the runs hold nothing for one.

inline const LineLook kLookOfA{Ink::Second, 1.6, {4, 2.5}};
inline const LineLook kLookOfB{Ink::First, 1.6};

/// `histograms`: both over the same bins, counts on a log scale.
[[nodiscard]] Figure countsFigure(const ComparisonCurves& curves);
/// `quantiles`: on a percentile axis, with bands.
[[nodiscard]] Figure quantilesFigure(const ComparisonCurves& curves);
/// `over-time` or `lateness-over-time`: the least and the largest values over the time of each run.
[[nodiscard]] Figure overTimeFigure(const PairOverTime& pair);

} // namespace jitterscope

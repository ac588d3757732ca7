// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/chart.h"
#include "core/run/run_result.h"

#include <array>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The ids of a run's figures, in their order.
inline constexpr std::array<std::string_view, 4> kRunFigures{"histogram", "frame-times", "cpu", "estimator"};

/// What a run showed, as the page Live shows it while it runs: those of kRunFigures that have something to
/// draw. Frame times and estimator show the frames that are kept.
[[nodiscard]] std::vector<Figure> runFigures(const RunResult& result);

} // namespace jitterscope

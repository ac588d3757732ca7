// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/lines.h"
#include "core/run/run_result.h"

#include <string>
#include <vector>

namespace jitterscope::cli {

/// What a run was asked to do, on one line: "precise-sleep (x 1, form mended), drop-and-rest, 60 Hz, here".
[[nodiscard]] std::string planLine(const RunPlan& plan);

/// A figure of a table: `12.3 µs`, `needs 1000` if there are too few samples for it, `–` if there are none.
[[nodiscard]] std::string figureText(const Summary& summary, const SummaryField& field);

/// "3 of 600 (0.5 %, 95 % interval 0.2 … 1.5 %)".
[[nodiscard]] std::string lateText(const FrameMetrics& metrics);

/// A fixed number of decimals in the C locale, or `–`.
[[nodiscard]] std::string decimalText(const std::optional<double>& value, int decimals);

/// The summary at the end of `run`: plan, table of figures, late frames, CPU, histogram of lateness, notes.
[[nodiscard]] Lines runSummary(const RunResult& result, bool unicode);

} // namespace jitterscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/meter/cpu_meter.h"
#include "core/run/statistics.h"
#include "core/stats/histogram.h"
#include "core/time/period.h"

#include <QString>

#include <string>

namespace jitterscope::ui {

/// A run, or part of one, that is kept beside the next: its numbers and its histogram. A value.
struct Baseline {
    QString label;
    std::string strategy; ///< id; may be empty for a foreign file
    Period period;
    FrameFigures figures;
    CpuUsage cpu;
    Histogram deviation; ///< of frame time from the period, ns
};

} // namespace jitterscope::ui

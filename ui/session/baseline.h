// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/facts.h"
#include "core/meter/cpu_meter.h"
#include "core/plan/run_plan.h"
#include "core/run/statistics.h"
#include "core/stats/histogram.h"
#include "core/time/period.h"

#include <QString>

#include <map>
#include <string>
#include <vector>

namespace jitterscope::ui {

/// A run, or a part of one, to compare the next with: its figures and its histogram. A value.
struct Baseline {
    QString label;
    std::string strategy; ///< id; may be empty for a foreign file
    Period period;
    FrameMetrics metrics;
    CpuUsage cpu;
    Histogram deviation;      ///< of frame time from the period, ns
    std::string machine = {}; ///< machineIdentity(); empty: not known
    bool exact = true;        ///< percentiles; else within 1/128 of the deviation
};

/// A name that tells machines apart: id (and file) of a simulated one, processor of a real one. For people.
[[nodiscard]] std::string machineIdentity(const MachineChoice& machine, const std::vector<Fact>& facts);
/// The same from the `# key: value` lines of a samples file. Empty: the file does not say.
[[nodiscard]] std::string machineIdentity(const std::map<std::string, std::string>& header);

/// Why differences to the baseline cannot be called better or worse: "another rate (144 Hz)". Empty: they
/// can. An unknown machine counts as the same.
[[nodiscard]] QString whyNotJudged(const Period& period, Nanoseconds tolerance, const std::string& machine,
                                   const Baseline& baseline);

} // namespace jitterscope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "core/files/atomic_file.h"
#include "core/files/result_files.h"
#include "core/run/resolve.h"

#include <QString>

namespace jitterscope::ui {

/// The calibration of a simulated machine, as text of a file; short, but whole.
inline std::string recordedMachineText() {
    ExperimentPlan plan = experimentPlan("interval-sweep");
    plan.machine = machineChoice("linux-slack1");
    plan.values.set("calibrate", 1);
    plan.values.set("repetitions", 20);
    JobControl control;
    const auto result = runExperiment(plan, control);
    return result ? experimentCsv(result.value()) : std::string();
}

/// Writes it to `path`; false: it could not be.
inline bool writeRecordedMachine(const QString& path) {
    return writeWhole(path.toStdString(), recordedMachineText()).ok();
}

} // namespace jitterscope::ui

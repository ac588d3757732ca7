// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/run_plan.h"
#include "core/simulation/machine_model.h"

#include <memory>
#include <string>

namespace jitterscope {

/// Reads a machine model from a file written on another machine: the calibration of `experiment
/// interval-sweep --param calibrate=true`, or the sleeps CSV of a run. What the file does not tell comes from
/// the model of an ordinary Linux machine, and `lacks` names it; so it does what is doubtful in the file,
/// such as a missing end. Error: unreadable, of another format, empty, incomplete or damaged.
[[nodiscard]] Result<MachineModel> readMachine(const std::string& path);

/// The model that Runner::start(), resolve() and ExperimentPlan need for a machine with a file; null for all
/// others. Error: as readMachine(); or no file is named.
[[nodiscard]] Result<std::shared_ptr<const MachineModel>> recordedModel(const MachineChoice& machine);

} // namespace jitterscope

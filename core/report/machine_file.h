// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/plan/choice.h"
#include "core/simulation/machine_model.h"

#include <memory>
#include <string>

namespace jitterscope {

/// A machine model from a file that another machine wrote: the calibration of `experiment interval-sweep
/// --param calibrate=true`, or the sleeps CSV of a plain run. What the file does not tell is taken from the
/// model of an ordinary Linux machine and named in `lacks`.
/// Error: cannot be read, foreign, empty, truncated or damaged; one message with the line number.
[[nodiscard]] Result<MachineModel> readMachine(const std::string& path);

/// The model that Runner::start(), resolve() and ExperimentPlan want of a machine that needs a file; null
/// for all others. Error: readMachine()'s; no file is named.
[[nodiscard]] Result<std::shared_ptr<const MachineModel>> recordedModel(const MachineChoice& machine);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/result.h"
#include "core/run/run_plan.h"
#include "core/simulation/machine_model.h"
#include "core/sleep/sleep_catalog.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One machine as the window, the command line and the files know it. `here` is the first and is not
/// simulated.
struct MachineEntry {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view source;  ///< where its figures come from
    bool simulated = true;    ///< everything but `here`
    bool needsFile = false;   ///< `recorded`
    bool hiresTimers = false; ///< simulated: it has the high-resolution timers of Windows
    std::vector<ParameterInfo> parameters;
    /// Null for `here`. Error: a file that cannot be read.
    Result<MachineModel> (*model)(const MachineChoice&) = nullptr;
};

/// All machines. Immutable; any thread.
[[nodiscard]] std::span<const MachineEntry> machineCatalog();

/// Whether the machine of this id runs the strategy: here by what this system's clock has, on a simulated one
/// by what the system that it stands for has.
[[nodiscard]] Support sleepSupport(const SleepEntry& strategy, std::string_view machine);
/// Ids of the simulated machines that run it and need no file, "a, b, c"; empty: none.
[[nodiscard]] std::string machinesThatRun(const SleepEntry& strategy);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/result.h"
#include "core/base/support.h"
#include "core/plan/choice.h"
#include "core/simulation/machine_model.h"
#include "core/sleep/sleep_catalog.h"

#include <memory>
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
    /// Null where there is none to make: `here`, and machines that need a file.
    MachineModel (*model)(const MachineChoice&) = nullptr;
};

/// All machines. Immutable; any thread.
[[nodiscard]] std::span<const MachineEntry> machineCatalog();

/// The model of a simulated machine; `recorded`, which its user has read (core/report/machine_file.h), where
/// the machine needs a file. Error (Usage): no simulated machine; the model of its file is missing.
[[nodiscard]] Result<std::shared_ptr<const MachineModel>>
modelOf(const MachineChoice& machine, std::shared_ptr<const MachineModel> recorded = nullptr);

/// Whether the machine of this id runs the strategy: here by what this system's clock has, on a simulated one
/// by what the system that it stands for has.
[[nodiscard]] Support sleepSupport(const SleepEntry& strategy, std::string_view machine);
/// Ids of the simulated machines that run it and need no file, "a, b, c"; empty: none.
[[nodiscard]] std::string machinesThatRun(const SleepEntry& strategy);

} // namespace jitterscope

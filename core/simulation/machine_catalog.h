// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/result.h"
#include "core/base/support.h"
#include "core/base/system_family.h"
#include "core/plan/run_plan.h"
#include "core/simulation/machine_model.h"
#include "core/sleep/sleep_catalog.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One machine, as shown in the window, on the command line and in files. `here` is the first; it is not
/// simulated.
struct MachineEntry {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view source;  ///< where its numbers come from
    bool simulated = true;    ///< all except `here`
    bool needsFile = false;   ///< `recorded`
    bool hiresTimers = false; ///< simulated: it has the high-resolution timers of Windows
    std::vector<ParameterInfo> parameters;
    /// Null for `here` and for machines that need a file.
    MachineModel (*model)(const MachineChoice&) = nullptr;
    SystemFamily system = SystemFamily::Linux; ///< that it models; a machine that models none counts as Linux
};

/// All machines. Immutable; any thread.
[[nodiscard]] std::span<const MachineEntry> machineCatalog();

/// The model of a simulated machine. For a machine that needs a file this is `recorded`, which the caller has
/// read (core/files/machine_file.h). Error (Usage): not a simulated machine, or `recorded` is missing.
[[nodiscard]] Result<std::shared_ptr<const MachineModel>>
modelOf(const MachineChoice& machine, std::shared_ptr<const MachineModel> recorded = nullptr);

/// Whether a machine can run the strategy. `here`: if this system's clock supports it; a simulated machine:
/// if the system that it models does.
[[nodiscard]] Support sleepSupport(const SleepEntry& strategy, std::string_view machine);
/// The system of a machine. What is said and advised about the machine is that of this system, whatever this
/// program runs on. `here`: the system that this program was built for. An unknown id counts as Linux.
[[nodiscard]] SystemFamily systemOf(std::string_view machine);
/// Ids of the simulated machines that can run it and need no file, "a, b, c"; empty if none.
[[nodiscard]] std::string machinesThatRun(const SleepEntry& strategy);

} // namespace jitterscope

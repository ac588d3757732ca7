// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/record/samples.h"
#include "core/simulation/machine_model.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Sleeps of one kind and length, as they were measured. Times in ns.
struct SleepCalibration {
    QuantileTable oversleep;
    std::optional<double> sleeps;   ///< how many it stands on
    std::optional<double> wakeCost; ///< CPU time of one and of its wake-up
};

/// What was measured of a machine so that it can be simulated: `interval-sweep` with calibrate=true fills it,
/// its CSV holds it as rows, and modelOf() makes a machine of it. What is absent was not measured.
struct Calibration {
    std::map<SleepKind, std::map<std::int64_t, SleepCalibration>> sleeps; ///< by kind and length asked for
    std::optional<double> clockCost;                                      ///< of one read, ns
    std::optional<double> clockStep;                                      ///< smallest, ns
    std::optional<double> lossesPerSecond;
    std::optional<double> lossCharged; ///< share of lost time that the thread's CPU clock counts
    QuantileTable lossLength;
    std::optional<double> interruptPeriod; ///< ns
    QuantileTable interruptLength;
};

/// One line of a calibration's file.
struct CalibrationRow {
    std::string_view quantity;   ///< `oversleep_ns`, `clock_cost_ns`, …
    std::string_view kind;       ///< of sleep; empty where it has none
    std::int64_t length = 0;     ///< asked for, ns; 0 where it has none
    std::optional<double> share; ///< of a quantile function
    double value = 0;
};

/// The rows of its file, always in the same order. Their texts live for ever.
[[nodiscard]] std::vector<CalibrationRow> rowsOf(const Calibration& calibration);
/// Takes in a row of a file; quantities and kinds of sleep of a later version are passed over. False: no
/// machine has such a value, or it contradicts the rows before it.
[[nodiscard]] bool addRow(Calibration& calibration, const CalibrationRow& row);

/// The machine that was measured. Error (Format): the calibration is not complete, or contradicts itself.
[[nodiscard]] Result<MachineModel> modelOf(const Calibration& calibration);
/// A machine from the sleeps of a run, by kind and octave of their length. `lacks` names what a run does not
/// show. Error (Format): no length of sleep has 20.
[[nodiscard]] Result<MachineModel> modelOf(std::span<const SleepSample> sleeps);

} // namespace jitterscope

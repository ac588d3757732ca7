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

/// Measured sleeps of one kind and length. Times in ns.
struct SleepCalibration {
    QuantileTable oversleep;
    std::optional<double> sleeps;   ///< number of sleeps measured
    std::optional<double> wakeCost; ///< CPU time of a sleep and its wake-up
};

/// Measurements of a machine for its simulation. `interval-sweep` with calibrate=true makes them, its CSV
/// holds them as rows, and modelOf() turns them into a machine. An absent value was not measured.
struct Calibration {
    using Lengths = std::map<std::int64_t, SleepCalibration>; ///< by length asked for, ns
    std::map<SleepKind, Lengths> sleeps;
    std::optional<double> clockCost; ///< of one read, ns
    std::optional<double> clockStep; ///< smallest, ns
    std::optional<double> lossesPerSecond;
    std::optional<double> lossCharged; ///< share of lost time that the thread's CPU clock counts
    QuantileTable lossLength;
    std::optional<double> interruptPeriod; ///< ns
    QuantileTable interruptLength;
};

/// One row of a calibration file.
struct CalibrationRow {
    std::string_view quantity;   ///< `oversleep_ns`, `clock_cost_ns`, …
    std::string_view kind;       ///< of sleep; empty where it has none
    std::int64_t length = 0;     ///< asked for, ns; 0 where it has none
    std::optional<double> share; ///< of a quantile function
    double value = 0;
};

/// The rows of its file, always in the same order. Their texts have static lifetime.
[[nodiscard]] std::vector<CalibrationRow> rowsOf(const Calibration& calibration);
/// Adds a row of a file. Ignores quantities and kinds of sleep of a later version. False: the value is
/// impossible, or it contradicts the rows before it.
[[nodiscard]] bool addRow(Calibration& calibration, const CalibrationRow& row);

/// The measured machine. Error (Format): the calibration is incomplete or contradicts itself.
[[nodiscard]] Result<MachineModel> modelOf(const Calibration& calibration);
/// A machine made from the sleeps of a run, grouped by kind and octave of length. `lacks` names what a run
/// does not show. Error (Format): no octave of length has 20 sleeps of one kind.
[[nodiscard]] Result<MachineModel> modelOf(std::span<const SleepSample> sleeps);

} // namespace jitterscope

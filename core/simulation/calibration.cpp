// SPDX-License-Identifier: MIT
#include "core/simulation/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kShortestPeriod = 10'000;                 // ns between interrupts
constexpr double kLongestPeriod = 1e12;                    // ns
constexpr double kLongestOversleep = 1e12;                 // ns
constexpr std::int64_t kLongestLength = 1'000'000'000'000; // ns, of a sleep
constexpr double kMostLost = 1e11; // ns for each second that the thread runs: 99 % of the time
constexpr std::string_view kOversleep = "oversleep_ns";
constexpr std::string_view kSleeps = "sleeps";
constexpr std::string_view kWakeCost = "wake_cost_ns";

/// A number of the whole machine. With kQuantiles this defines the order of the file.
struct NumberRow {
    std::string_view quantity;
    std::optional<double> Calibration::*number;
    double most; // the largest that a machine can have
};
constexpr std::array<NumberRow, 5> kNumbers{{{"clock_cost_ns", &Calibration::clockCost, 1e6},
                                             {"clock_step_ns", &Calibration::clockStep, 1e6},
                                             {"losses_per_second", &Calibration::lossesPerSecond, 1e6},
                                             {"loss_charged", &Calibration::lossCharged, 1e15},
                                             {"interrupt_period_ns", &Calibration::interruptPeriod, 1e15}}};

/// A quantile function of the whole machine; in the file it follows a number.
struct QuantileRow {
    std::string_view quantity;
    QuantileTable Calibration::*table;
    std::string_view behind;
    double most;
};
constexpr std::array<QuantileRow, 2> kQuantiles{
    {{"loss_length_ns", &Calibration::lossLength, "loss_charged", 1e10},
     {"interrupt_length_ns", &Calibration::interruptLength, "interrupt_period_ns", 1e10}}};

void addQuantiles(std::vector<CalibrationRow>& rows, CalibrationRow row, const QuantileTable& table) {
    for (const QuantileTable::Point& point : table.points) {
        row.share = point.share;
        row.value = point.value;
        rows.push_back(row);
    }
}

/// The next point of a quantile function: shares rise within [0, 1], values never fall.
bool addPoint(QuantileTable& table, const CalibrationRow& row) {
    if (!row.share || *row.share < 0 || *row.share > 1)
        return false;
    if (!table.points.empty() &&
        (*row.share <= table.points.back().share || row.value < table.points.back().value))
        return false;
    table.points.push_back({*row.share, row.value});
    return true;
}

bool addSleepRow(Calibration& calibration, const CalibrationRow& row) {
    const std::optional<SleepKind> kind = sleepKindOf(row.kind);
    if (row.quantity == kOversleep) {
        // A thread cannot wake before it has gone to sleep.
        if (row.value > kLongestOversleep || row.value < -static_cast<double>(row.length))
            return false;
        QuantileTable ofUnknownKind;
        return addPoint(kind ? calibration.sleeps[*kind][row.length].oversleep : ofUnknownKind, row);
    }
    constexpr double kMostOfAWake = 1e9; // ns
    if (row.value < 0 || (row.quantity == kWakeCost && row.value > kMostOfAWake))
        return false;
    if (kind)
        (row.quantity == kWakeCost ? calibration.sleeps[*kind][row.length].wakeCost
                                   : calibration.sleeps[*kind][row.length].sleeps) = row.value;
    return true;
}

std::vector<LatencyTable> latenciesOf(const Calibration::Lengths& lengths) {
    std::vector<LatencyTable> latencies;
    for (const auto& [length, measured] : lengths) {
        if (!measured.oversleep.points.empty())
            latencies.push_back({static_cast<double>(length), measured.oversleep});
    }
    return latencies;
}

std::vector<WakeCost> wakeCostsOf(const Calibration::Lengths& lengths) {
    std::vector<WakeCost> costs;
    for (const auto& [length, measured] : lengths) {
        if (measured.wakeCost)
            costs.push_back({static_cast<double>(length), *measured.wakeCost});
    }
    return costs;
}

Error noMachine(const char* what, const char* hint = "") {
    return {ErrorCode::Format, what, hint};
}

/// Lost processor time and interrupts. Error: more than a machine can have.
Result<Done> addLosses(const Calibration& calibration, MachineModel& model) {
    model.lossLength = calibration.lossLength;
    model.lossesPerSecond = model.lossLength.points.empty() ? 0 : *calibration.lossesPerSecond;
    if (model.lossesPerSecond * model.lossLength.mean() > kMostLost)
        return noMachine("describes a processor that is lost for more than 99 % of the time");
    double period = calibration.interruptPeriod.value_or(0);
    period = period < kShortestPeriod ? 0 : std::min(period, kLongestPeriod);
    if (period > 0 && calibration.interruptLength.at(1) > period / 2)
        return noMachine("has interrupts that last longer than half of their period");
    model.interruptLength = calibration.interruptLength;
    if (!model.interruptLength.points.empty())
        model.interruptPeriod = static_cast<std::int64_t>(period);
    model.lossCharged = std::min(calibration.lossCharged.value_or(0), 1.0);
    if (!calibration.lossCharged && model.lossesPerSecond > 0)
        model.lacks.emplace_back("the file does not say what share of lost processor time the thread's CPU "
                                 "clock counts: none is assumed");
    return Done{};
}

/// 101 points of the quantile function of samples; sorts them.
QuantileTable quantilesOf(std::vector<std::int64_t>& samples) {
    constexpr int kPoints = 100;
    std::sort(samples.begin(), samples.end());
    QuantileTable table;
    for (int i = 0; i <= kPoints; ++i) {
        const std::size_t place = (samples.size() - 1) * static_cast<std::size_t>(i) / kPoints;
        table.points.push_back({static_cast<double>(i) / kPoints, static_cast<double>(samples[place])});
    }
    return table;
}

int octaveOf(std::int64_t length) {
    int octave = 0;
    while ((std::int64_t{1} << (octave + 1)) <= std::max<std::int64_t>(length, 1) && octave < 40)
        ++octave;
    return octave;
}

} // namespace

std::vector<CalibrationRow> rowsOf(const Calibration& calibration) {
    std::vector<CalibrationRow> rows;
    for (const auto& [kind, lengths] : calibration.sleeps) {
        for (const auto& [length, measured] : lengths) {
            const CalibrationRow row{kOversleep, sleepKindId(kind), length, std::nullopt, 0};
            addQuantiles(rows, row, measured.oversleep);
            if (measured.sleeps)
                rows.push_back({kSleeps, row.kind, length, std::nullopt, *measured.sleeps});
            if (measured.wakeCost)
                rows.push_back({kWakeCost, row.kind, length, std::nullopt, *measured.wakeCost});
        }
    }
    for (const NumberRow& number : kNumbers) {
        if (const std::optional<double> value = calibration.*number.number)
            rows.push_back({number.quantity, {}, 0, std::nullopt, *value});
        for (const QuantileRow& quantiles : kQuantiles) {
            if (quantiles.behind == number.quantity)
                addQuantiles(rows, {quantiles.quantity, {}, 0, std::nullopt, 0},
                             calibration.*quantiles.table);
        }
    }
    return rows;
}

bool addRow(Calibration& calibration, const CalibrationRow& row) {
    constexpr double kMostOfAll = 1e15;
    if (row.length < 0 || row.length > kLongestLength || !(std::abs(row.value) <= kMostOfAll))
        return false;
    if (row.quantity == kOversleep || row.quantity == kSleeps || row.quantity == kWakeCost)
        return addSleepRow(calibration, row);
    if (row.value < 0)
        return false;
    for (const NumberRow& number : kNumbers) {
        if (number.quantity != row.quantity)
            continue;
        calibration.*number.number = row.value;
        return row.value <= number.most;
    }
    for (const QuantileRow& quantiles : kQuantiles) {
        if (quantiles.quantity == row.quantity)
            return row.value <= quantiles.most && addPoint(calibration.*quantiles.table, row);
    }
    return true; // of a later version
}

Result<MachineModel> modelOf(const Calibration& calibration) {
    MachineModel model;
    for (const auto& [kind, lengths] : calibration.sleeps) {
        model.latencies[kind] = latenciesOf(lengths);
        model.wakeCosts[kind] = wakeCostsOf(lengths);
    }
    if (model.latencies[SleepKind::Relative].empty() || model.wakeCosts[SleepKind::Relative].empty() ||
        !calibration.clockCost || !calibration.lossesPerSecond)
        return noMachine("the calibration is not complete", "measure it again and let it finish");
    model.clockCost = *calibration.clockCost;
    if (const Result<Done> added = addLosses(calibration, model); !added)
        return added.error();
    return model;
}

Result<MachineModel> modelOf(std::span<const SleepSample> sleeps) {
    std::map<SleepKind, std::map<int, std::vector<std::int64_t>>> groups;
    for (const SleepSample& sleep : sleeps)
        groups[sleep.kind][octaveOf(sleep.asked)].push_back(sleep.oversleep());
    constexpr std::size_t kFewest = 20;
    MachineModel model;
    for (auto& [kind, octaves] : groups) {
        std::vector<LatencyTable> tables;
        for (auto& [octave, oversleeps] : octaves) {
            if (oversleeps.size() >= kFewest)
                tables.push_back(
                    {1.5 * static_cast<double>(std::int64_t{1} << octave), quantilesOf(oversleeps)});
        }
        if (tables.empty())
            continue;
        model.latencies[kind] = std::move(tables);
    }
    std::vector<LatencyTable>& relative = model.latencies[SleepKind::Relative];
    for (const SleepKind kind : {SleepKind::Absolute, SleepKind::Timer, SleepKind::HighResolutionTimer}) {
        if (relative.empty())
            relative = model.latencies[kind];
    }
    if (relative.empty())
        return noMachine("holds too few sleeps to learn a machine from", "a length of sleep needs 20");
    model.lacks = {"the file holds the sleeps of a run: the CPU time of a wake-up, the cost of a clock read "
                   "and lost processor time are assumed (15 µs for any length, 25 ns, none)",
                   "lengths of sleep that the run did not use are taken from the nearest used one"};
    return model;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/report/read_calibration.h"

#include "core/base/parse.h"
#include "core/platform/file_system.h"
#include "core/report/csv_rows.h"
#include "core/report/read_csv.h"
#include "core/time/time_source.h"

#include <algorithm>
#include <array>
#include <map>

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 5> kColumns{"quantity", "kind", "length_ns", "share", "value"};
constexpr double kShortestPeriod = 10'000; // ns between two interrupts
constexpr double kLongestLoss = 1e10;      // ns
constexpr double kLongestOversleep = 1e12; // ns
constexpr double kLongestLength = 1e12;    // ns, of a sleep
constexpr double kMostOfAWake = 1e9;       // ns
constexpr double kMostOfARead = 1e6;       // ns; and a step of the clock
constexpr double kMostLosses = 1e6;        // a second
constexpr double kMostLost = 1e11;         // ns in each second that is left: 99 % of the time
enum Column { QuantityName, Kind, Length, Share, Value };

/// Tables of one kind of sleep by length.
using Tables = std::map<double, QuantileTable>;

struct Calibration {
    std::map<std::string, Tables> oversleeps; // by kind
    QuantileTable losses;
    QuantileTable interrupts;
    std::map<std::string, std::map<double, double>> wakeCosts; // by kind and length
    std::optional<double> clockCost;
    std::optional<double> clockStep;
    std::optional<double> lossesPerSecond;
    std::optional<double> lossCharged;
    double interruptPeriod = 0;
};

std::vector<LatencyTable> tablesOf(const Tables& tables) {
    std::vector<LatencyTable> list;
    for (const auto& [length, table] : tables)
        list.push_back({length, table});
    return list;
}

/// Of one kind; empty when the file has none.
std::vector<LatencyTable> latenciesOf(const Calibration& calibration, const char* kind) {
    const auto found = calibration.oversleeps.find(kind);
    return found == calibration.oversleeps.end() ? std::vector<LatencyTable>() : tablesOf(found->second);
}
std::vector<WakeCost> wakeCostsOf(const Calibration& calibration, const char* kind) {
    std::vector<WakeCost> costs;
    if (const auto found = calibration.wakeCosts.find(kind); found != calibration.wakeCosts.end()) {
        for (const auto& [length, cost] : found->second)
            costs.push_back({length, cost});
    }
    return costs;
}

/// The next point of a quantile function: shares rise within [0, 1], values never fall.
bool addPoint(QuantileTable& table, double share, double value) {
    const bool rises =
        table.points.empty() || (share > table.points.back().share && value >= table.points.back().value);
    if (!rises || share < 0 || share > 1)
        return false;
    table.points.push_back({share, value});
    return true;
}

/// One row into the calibration; false: its numbers do not fit together.
bool addRow(const std::array<std::string_view, csv::RowSplitter::kMostColumns>& fields,
            Calibration& calibration) {
    const auto value = parseDouble(fields[Value]);
    const auto length = fields[Length].empty() ? std::optional<double>(0) : parseDouble(fields[Length]);
    if (!value || !length || *length < 0 || std::abs(*value) > 1e15)
        return false;
    const std::string_view quantity = fields[QuantityName];
    if (*length > kLongestLength)
        return false;
    if (quantity == "oversleep_ns" && (*value > kLongestOversleep || *value < -*length))
        return false; // nobody wakes before he has gone to sleep
    if (quantity == "oversleep_ns" || quantity == "loss_length_ns" || quantity == "interrupt_length_ns") {
        const auto share = parseDouble(fields[Share]);
        QuantileTable& table = quantity == "loss_length_ns" ? calibration.losses
                               : quantity == "interrupt_length_ns"
                                   ? calibration.interrupts
                                   : calibration.oversleeps[std::string(fields[Kind].substr(0, 20))][*length];
        if (quantity != "oversleep_ns" && (*value < 0 || *value > kLongestLoss))
            return false;
        return share && addPoint(table, *share, *value);
    }
    const bool ofClock = quantity == "clock_cost_ns" || quantity == "clock_step_ns";
    if (*value < 0 || (ofClock && *value > kMostOfARead) ||
        (quantity == "wake_cost_ns" && *value > kMostOfAWake) ||
        (quantity == "losses_per_second" && *value > kMostLosses))
        return false;
    if (quantity == "wake_cost_ns")
        calibration.wakeCosts[std::string(fields[Kind].substr(0, 20))][*length] = *value;
    else if (quantity == "clock_cost_ns")
        calibration.clockCost = *value;
    else if (quantity == "clock_step_ns")
        calibration.clockStep = *value;
    else if (quantity == "losses_per_second")
        calibration.lossesPerSecond = *value;
    else if (quantity == "interrupt_period_ns" && *value >= kShortestPeriod)
        calibration.interruptPeriod = std::min(*value, 1e12);
    else if (quantity == "loss_charged")
        calibration.lossCharged = std::min(*value, 1.0);
    return true; // a quantity of a later version
}

/// What speaks against the file speaks against the machine.
void addDoubts(MachineModel& model, const std::vector<std::string>& warnings) {
    model.lacks.insert(model.lacks.end(), warnings.begin(), warnings.end());
}

/// Where a calibration was read from: its last line, for messages.
struct Place {
    std::string path;
    std::int64_t line = 0;

    [[nodiscard]] Error error(const std::string& what, const std::string& hint = {}) const {
        return {ErrorCode::Format, pathText(path) + " line " + std::to_string(line) + ": " + what, hint};
    }
};

Result<MachineModel> modelOf(const Place& place, Calibration calibration) {
    MachineModel model;
    model.latencies = latenciesOf(calibration, "relative");
    model.wakeCosts = wakeCostsOf(calibration, "relative");
    if (model.latencies.empty() || model.wakeCosts.empty() || !calibration.clockCost ||
        !calibration.lossesPerSecond)
        return place.error("the calibration is not complete", "measure it again and let it finish");
    model.timerLatencies = latenciesOf(calibration, "timer");
    model.timerWakeCosts = wakeCostsOf(calibration, "timer");
    model.absoluteLatencies = latenciesOf(calibration, "absolute");
    model.absoluteWakeCosts = wakeCostsOf(calibration, "absolute");
    model.clockCost = *calibration.clockCost;
    model.lossesPerSecond = calibration.losses.points.empty() ? 0 : *calibration.lossesPerSecond;
    model.lossLength = std::move(calibration.losses);
    if (model.lossesPerSecond * model.lossLength.mean() > kMostLost)
        return place.error("has a processor that is lost for more than 99 % of the time");
    if (calibration.interruptPeriod > 0 && calibration.interrupts.at(1) > calibration.interruptPeriod / 2)
        return place.error("has interrupts that last longer than half of their period");
    model.interruptLength = std::move(calibration.interrupts);
    if (!model.interruptLength.points.empty())
        model.interruptPeriod = static_cast<std::int64_t>(calibration.interruptPeriod);
    model.lossCharged = calibration.lossCharged.value_or(0);
    if (!calibration.lossCharged && model.lossesPerSecond > 0)
        model.lacks = {
            "the file does not say what share of lost processor time the thread's CPU clock counts: "
            "none is assumed"};
    return model;
}

Result<MachineModel> readCalibration(const std::string& path) {
    csv::Header header;
    csv::Doubts doubts;
    Calibration calibration;
    Place place{path};
    const auto begin = [&](const csv::LineReader& lines) -> Result<Done> {
        place.line = lines.number();
        return Done{};
    };
    const auto take = [&](const csv::LineReader& lines, const csv::Fields& fields) -> Result<Done> {
        place.line = lines.number();
        if (!addRow(fields, calibration))
            return lines.error("is no row of a calibration, or holds a value that no machine has");
        return Done{};
    };
    if (Result<Done> read = csv::readRows(path, "experiment", kColumns, header, doubts, nullptr, begin, take);
        !read)
        return read.error();
    Result<MachineModel> model = modelOf(place, std::move(calibration));
    if (model)
        addDoubts(model.value(), doubts.texts(path));
    return model;
}

/// Oversleeps of a plain run, by kind and by octave of the length asked for.
Result<MachineModel> modelOfSleeps(const RecordedSleeps& recorded) {
    std::map<SleepKind, std::map<int, std::vector<std::int64_t>>> groups;
    for (const SleepSample& sleep : recorded.sleeps) {
        int octave = 0;
        while ((std::int64_t{1} << (octave + 1)) <= std::max<std::int64_t>(sleep.asked, 1) && octave < 40)
            ++octave;
        groups[sleep.kind][octave].push_back(sleep.oversleep());
    }
    constexpr std::size_t kFewest = 20;
    MachineModel model;
    for (auto& [kind, octaves] : groups) {
        Tables tables;
        for (auto& [octave, oversleeps] : octaves) {
            if (oversleeps.size() < kFewest)
                continue;
            std::sort(oversleeps.begin(), oversleeps.end());
            QuantileTable table;
            constexpr int kPoints = 100;
            for (int i = 0; i <= kPoints; ++i) {
                const std::size_t place = (oversleeps.size() - 1) * static_cast<std::size_t>(i) / kPoints;
                table.points.push_back(
                    {static_cast<double>(i) / kPoints, static_cast<double>(oversleeps[place])});
            }
            tables[1.5 * static_cast<double>(std::int64_t{1} << octave)] = std::move(table);
        }
        if (tables.empty())
            continue;
        if (kind == SleepKind::Timer)
            model.timerLatencies = tablesOf(tables);
        else if (kind == SleepKind::Absolute)
            model.absoluteLatencies = tablesOf(tables);
        else
            model.latencies = tablesOf(tables);
    }
    if (model.latencies.empty())
        model.latencies = !model.absoluteLatencies.empty() ? model.absoluteLatencies : model.timerLatencies;
    if (model.latencies.empty())
        return Error{ErrorCode::Format,
                     quoted(recorded.path) + " holds too few sleeps to learn a machine from",
                     "a length of sleep needs 20"};
    model.lacks = {"the file is a run's sleeps: what a wake-up costs in CPU time, the cost of the clock and "
                   "lost processor time are assumed (15 µs whatever the length, 25 ns, none)",
                   "lengths of sleep that the run did not use are taken from the nearest that it did"};
    return model;
}

/// What the header says that the file holds; empty when it says nothing.
Result<std::string> kindOf(const std::string& path) {
    auto lines = csv::LineReader::open(path);
    if (!lines)
        return lines.error();
    csv::Header header;
    for (;;) {
        const auto line = lines.value().next();
        if (!line)
            return line.error();
        if (!line.value() || !csv::isHeaderLine(*line.value()))
            break;
        if (auto added = csv::addHeaderLine(lines.value(), *line.value(), header); !added)
            return added.error();
    }
    return header[std::string(csv::kKindKey)];
}

} // namespace

Result<MachineModel> readMachine(const std::string& path) {
    const Result<std::string> kind = kindOf(path);
    if (!kind)
        return kind.error();
    if (kind.value() == "sleeps") {
        const Result<RecordedSleeps> sleeps = readSleepsCsv(path);
        if (!sleeps)
            return sleeps.error();
        Result<MachineModel> model = modelOfSleeps(sleeps.value());
        if (model)
            addDoubts(model.value(), sleeps.value().warnings);
        return model;
    }
    return readCalibration(path);
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/files/machine_file.h"

#include "core/base/parse.h"
#include "core/files/csv_rows.h"
#include "core/files/read_csv.h"
#include "core/platform/file_system.h"
#include "core/simulation/calibration.h"
#include "core/simulation/machine_catalog.h"

#include <array>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 5> kColumns{"quantity", "kind", "length_ns", "share", "value"};
enum CalibrationColumn { QuantityName, KindOfRow, Length, ShareOfRows, Value };

/// Absent: the fields do not hold the numbers of a row.
std::optional<CalibrationRow> rowOf(const csv::Fields& fields) {
    const auto value = parseDouble(fields[Value]);
    const auto length = fields[Length].empty() ? std::optional<double>(0) : parseDouble(fields[Length]);
    const auto share = fields[ShareOfRows].empty() ? std::nullopt : parseDouble(fields[ShareOfRows]);
    if (!value || !length || std::abs(*length) > 1e15 || (!share && !fields[ShareOfRows].empty()))
        return std::nullopt;
    return CalibrationRow{fields[QuantityName], fields[KindOfRow], std::llround(*length), share, *value};
}

/// The warnings about the file become lacks of the machine.
Result<MachineModel> withDoubts(Result<MachineModel> model, const std::vector<std::string>& warnings) {
    if (model)
        model.value().lacks.insert(model.value().lacks.end(), warnings.begin(), warnings.end());
    return model;
}

Result<MachineModel> readCalibration(const std::string& path) {
    csv::Header header;
    csv::Doubts doubts;
    Calibration calibration;
    std::int64_t line = 0; // the last one
    const auto begin = [&](const csv::LineReader& lines) -> Result<Done> {
        line = lines.number();
        return Done{};
    };
    const auto take = [&](const csv::LineReader& lines, const csv::Fields& fields) -> Result<Done> {
        line = lines.number();
        const auto row = rowOf(fields);
        if (!row || !addRow(calibration, *row))
            return lines.error("is not a row of a calibration, or holds a value that no machine has");
        return Done{};
    };
    if (Result<Done> read = csv::readRows(path, "experiment", kColumns, header, doubts, {}, begin, take);
        !read)
        return read.error();
    Result<MachineModel> model = modelOf(calibration);
    if (!model)
        return Error{model.error().code,
                     pathText(path) + " line " + std::to_string(line) + ": " + model.error().what,
                     model.error().hint};
    return withDoubts(std::move(model), doubts.texts(path));
}

Result<MachineModel> readSleeps(const std::string& path) {
    const Result<RecordedSleeps> sleeps = readSleepsCsv(path);
    if (!sleeps)
        return sleeps.error();
    Result<MachineModel> model = modelOf(sleeps.value().sleeps);
    if (!model)
        return Error{model.error().code, pathText(path) + " " + model.error().what, model.error().hint};
    return withDoubts(std::move(model), sleeps.value().warnings);
}

/// The kind of content that the header states; empty if it states none.
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
    return kind.value() == "sleeps" ? readSleeps(path) : readCalibration(path);
}

Result<std::shared_ptr<const MachineModel>> recordedModel(const MachineChoice& machine) {
    const MachineEntry* const entry = findEntry(machineCatalog(), machine.id);
    if (entry == nullptr || !entry->needsFile)
        return std::shared_ptr<const MachineModel>();
    if (machine.file.empty())
        return Error{ErrorCode::Usage, "machine " + machine.id + " needs a file", "file=PATH"};
    Result<MachineModel> model = readMachine(machine.file);
    if (!model)
        return model.error();
    return std::shared_ptr<const MachineModel>(std::make_shared<MachineModel>(std::move(model).value()));
}

} // namespace jitterscope

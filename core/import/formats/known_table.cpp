// SPDX-License-Identifier: MIT
#include "core/import/formats/formats.h"
#include "core/import/log_table.h"

#include <algorithm>
#include <array>

namespace jitterscope::logs {
namespace {

/// A program whose table needs nothing but to be known by the names of its columns. To add one, add a line.
struct KnownTable {
    std::string_view program;
    std::array<std::string_view, 3> needs; ///< columns that together only its tables have
    std::string_view time;
    double scale = 1e6; ///< ns in one unit of `time`; of a rate: 10⁻⁹ Hz in one
    LogQuantity quantity = LogQuantity::FrameTime;
    std::string_view gpu = {};         ///< a column of how long the GPU worked, in the same unit
    std::string_view framesInRow = {}; ///< a column of how many frames a row is the mean of
    std::string_view clock = {};       ///< a column of times of day
    std::string_view said;             ///< what the times are
};
constexpr std::array kTables{
    KnownTable{.program = "Unreal Engine",
               .needs = {"EVENTS", "FrameTime", "GameThreadTime"},
               .time = "FrameTime",
               .gpu = "GPUTime",
               .said = "frame times: column FrameTime of the CSV profiler, ms"},
    KnownTable{.program = "Unity Profile Analyzer",
               .needs = {"Frame Index", "Frame Time (ms)", "Time from first frame (ms)"},
               .time = "Frame Time (ms)",
               .said = "frame times: column Frame Time, ms"},
    KnownTable{.program = "XRFrameTools",
               .needs = {"Frame Interval (\u00b5s)", "Count", "Render CPU (\u00b5s)"},
               .time = "Frame Interval (\u00b5s)",
               .scale = 1e3,
               .gpu = "Render GPU (\u00b5s)",
               .framesInRow = "Count",
               .said = "frame times: column Frame Interval, us"},
    KnownTable{.program = "OpenXR Toolkit",
               .needs = {"FPS", "appCPU (us)", "appGPU (us)"},
               .time = "FPS",
               .scale = 1e9,
               .quantity = LogQuantity::FrameRate,
               .said = "frames counted each second: column FPS; each row is the mean of a second, and there "
                       "are not frame times"},
    KnownTable{.program = "HWiNFO",
               .needs = {"Date", "Time", "Frame Time [ms]"},
               .time = "Frame Time [ms]",
               .gpu = "GPU Busy [ms]",
               .clock = "Time",
               .said = "frame times: column Frame Time, ms, one for each polling period"},
    KnownTable{.program = "Factorio",
               .needs = {"tick", "timestamp", "wholeUpdate"},
               .time = "wholeUpdate",
               .scale = 1,
               .quantity = LogQuantity::Duration,
               .said = "durations: how long each update took, column wholeUpdate, ns; no frame times"},
};

struct Found {
    const KnownTable* table = nullptr;
    TableHead head;
};

std::optional<Found> tableOf(std::string_view line) {
    TableHead head(line);
    for (const KnownTable& table : kTables) {
        if (std::ranges::all_of(table.needs,
                                [&](std::string_view name) { return head.column(name).has_value(); }))
            return Found{&table, std::move(head)};
    }
    return std::nullopt;
}

bool detectKnownTable(const LogHead& head) {
    return std::ranges::any_of(head.lines, [](std::string_view line) { return tableOf(line).has_value(); });
}

Result<ImportedLog> readKnownTable(const LogRequest& request) {
    constexpr std::int64_t kMostLinesAbove = 1000;
    Result<LogLines> opened = LogLines::open(request);
    if (!opened)
        return opened.error();
    LogLines& lines = opened.value();
    std::optional<Found> found;
    const Result<Done> above = lines.forEach([&](std::string_view line) -> Result<bool> {
        found = tableOf(line);
        return !found && lines.number() < kMostLinesAbove;
    });
    if (!above)
        return above.error();
    if (!found)
        return lines.error("no line names the columns of a known program", "read it with --format csv");
    const KnownTable& table = *found->table;
    const Result<double> scale = chosenScale(request.options, table.scale);
    if (!scale)
        return scale.error();
    ImportedLog log;
    log.path = request.path;
    log.timeColumn = table.time;
    addComment(log, table.said);
    FrameColumns columns;
    columns.time = *found->head.column(table.time);
    columns.scale = scale.value();
    if (const auto gpu = table.gpu.empty() ? std::nullopt : found->head.column(table.gpu))
        columns.beside.push_back(
            {.quantity = RunQuantity::GpuBusy, .columns = {*gpu}, .scale = scale.value()});
    if (!table.framesInRow.empty())
        columns.framesInRow = found->head.column(table.framesInRow);
    if (!table.clock.empty()) {
        columns.clock = found->head.column(table.clock);
        columns.clockOfDay = true;
    }
    ImportedRun blank;
    blank.program = table.program;
    blank.quantity = table.quantity;
    FrameRows rows(found->head, columns, request.options, std::move(blank), log);
    if (Result<Done> done = rows.read(lines); !done)
        return done.error();
    if (Result<Done> done = rows.finish(lines); !done)
        return done.error();
    return log;
}

} // namespace

LogEntry knownTableEntry() {
    return {
        "known-table",
        "Tables of engines and games",
        "Tables whose columns tell the program: Unreal Engine's CSV profiler, Unity's Profile Analyzer, "
        "XRFrameTools, OpenXR Toolkit (frames counted each second), HWiNFO (one row each polling period), "
        "Factorio's --benchmark-verbose (how long updates took). They have no deadlines.",
        "Unreal Engine, CsvProfiler; Unity, com.unity.performance.profile-analyzer; "
        "github.com/fredemmott/XRFrameTools; OpenXR Toolkit, record_stats; HWiNFO, logging; Factorio, "
        "command line parameters",
        detectKnownTable,
        readKnownTable,
        nullptr};
}

} // namespace jitterscope::logs

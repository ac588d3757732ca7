// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/formats/formats.h"
#include "core/import/log_table.h"

namespace jitterscope::logs {
namespace {

constexpr std::string_view kApplication = "Application";
constexpr std::string_view kProcess = "ProcessID";

bool isPresentmonColumnLine(std::string_view line) {
    return !line.starts_with("//") && line.find("ProcessI") != std::string_view::npos;
}

/// Whether rows describe the machine too, as those of OCAT do.
bool namesMachine(const TableHead& head) {
    return head.column({"Motherboard", "Base Driver Version", "Driver Package", "MsEstimatedDriverLag"})
        .has_value();
}

bool isSecond(const TableHead& head) {
    return head
        .column({"PresentRuntime", "FrameTime", "CPUStartTime", "CPUStartQPC", "CPUStartQPCTime",
                 "CPUStartDateTime", "MsBetweenAppStart"})
        .has_value();
}

/// `//GameName=Doom`, above the column line.
std::optional<std::pair<std::string_view, std::string_view>> capframexInfo(std::string_view line) {
    const std::size_t sign = line.find('=');
    if (!line.starts_with("//") || sign == std::string_view::npos)
        return std::nullopt;
    return std::pair(trimmed(line.substr(2, sign - 2)), trimmed(line.substr(sign + 1)));
}

/// The column line: the first line that names `Application` and `ProcessID`.
std::optional<TableHead> presentHead(const LogHead& head) {
    for (const std::string_view line : head.lines) {
        if (!isPresentmonColumnLine(line))
            continue;
        TableHead table(line);
        if (table.column(kApplication) && table.column(kProcess))
            return table;
    }
    return std::nullopt;
}

enum class Writer : std::uint8_t { None, CapFrameX, Ocat, FrameView, Second, First };

/// Which of the programs wrote the file, so that no format claims another's.
Writer writerOf(const LogHead& head) {
    const std::optional<TableHead> table = presentHead(head);
    if (!table || !table->column({"FrameTime", "MsBetweenPresents", "MsBetweenAppStart"}))
        return Writer::None;
    if (!head.lines.empty() && capframexInfo(head.lines.front()))
        return Writer::CapFrameX;
    if (table->column("GPU") && table->column("Resolution"))
        return Writer::FrameView;
    if (namesMachine(*table))
        return Writer::Ocat;
    if (isSecond(*table))
        return Writer::Second;
    return table->column("MsBetweenPresents") ? Writer::First : Writer::None;
}

template <Writer writer>
bool detectPresents(const LogHead& head) {
    return writerOf(head) == writer;
}

/// Reads up to the column line.
Result<TableHead> findHead(LogLines& lines, ImportedLog& log) {
    constexpr std::int64_t kMostLinesBefore = 100;
    std::optional<TableHead> found;
    const Result<Done> read = lines.forEach([&](std::string_view line) -> Result<bool> {
        if (const auto info = capframexInfo(line); info && !info->second.empty())
            addComment(log, std::string(info->first) + ": " + std::string(info->second));
        if (isPresentmonColumnLine(line)) {
            TableHead head(line);
            if (head.column(kApplication) && head.column(kProcess))
                found = std::move(head);
        }
        return !found && lines.number() < kMostLinesBefore;
    });
    if (!read)
        return read.error();
    if (found)
        return *std::move(found);
    return lines.error("no line names the columns Application and ProcessID");
}

/// What PresentMon and programs built on it record beside frame times. Of several names the first is the
/// best.
void findBeside(const TableHead& head, FrameColumns& columns) {
    const auto add = [&](RunQuantity quantity, std::initializer_list<std::string_view> names) {
        BesideColumn beside{.quantity = quantity, .columns = {}};
        for (const std::string_view name : names) {
            if (const std::optional<std::size_t> column = head.column(name))
                beside.columns.push_back(*column);
        }
        if (!beside.columns.empty())
            columns.beside.push_back(std::move(beside));
    };
    add(RunQuantity::Displayed, {"MsBetweenDisplayChange", "DisplayedTime"});
    add(RunQuantity::GpuBusy, {"GPUBusy", "MsGPUBusy", "msGPUActive"});
    // MsPCLatency is a column that was asked for, and empty where the program sends no markers.
    add(RunQuantity::Latency, {"MsPCLatency", "DisplayLatency", "MsUntilDisplayed"});
    const auto error = head.column({"MsAnimationError", "AnimationError"});
    const auto simulated = head.column("MsBetweenSimulationStart");
    const auto displayed = head.column("MsBetweenDisplayChange");
    if (error)
        columns.beside.push_back(
            {.quantity = RunQuantity::AnimationError, .columns = {*error}, .magnitude = true});
    else if (simulated && displayed) // as PresentMon 2.3 computes it
        columns.beside.push_back({.quantity = RunQuantity::AnimationError,
                                  .columns = {*simulated},
                                  .apartFrom = displayed,
                                  .magnitude = true});
}

/// The moment of each row. With --qpc_time_ms, TimeInSeconds is in milliseconds too (PresentMon 2.4,
/// CsvOutput.cpp).
void findMoments(const TableHead& head, FrameColumns& columns) {
    columns.clock = head.column({"TimeInSeconds", "TimeInMs", "CPUStartTime", "CPUStartTimeInMs"});
    const bool seconds = columns.clock && equalNames(head.names()[*columns.clock], "TimeInSeconds") &&
                         !head.column("CPUStartQPCTimeInMs");
    columns.clockScale = seconds ? 1e9 : 1e6;
}

/// Adds what the first row says of the machine.
void addMachine(const TableHead& head, std::string_view row, ImportedLog& log) {
    std::vector<std::string_view> fields;
    splitRow(row, head.delimiter(), head.names().size(), fields);
    for (const std::string_view name :
         {"GPU", "CPU", "Processor", "Resolution", "OS", "Motherboard", "System RAM", "Base Driver Version",
          "Driver Package", "Runtime", "PresentRuntime"}) {
        const std::optional<std::size_t> column = head.column(name);
        if (column && *column < fields.size() && !isMissing(fields[*column]))
            addComment(log, std::string(name) + ": " + std::string(trimmed(fields[*column])));
    }
}

Result<Done> readRows(LogLines& lines, const TableHead& head, FrameRows& rows, ImportedLog& log) {
    bool first = true;
    const Result<Done> all = lines.forEach([&](std::string_view line) {
        if (first)
            addMachine(head, line, log);
        first = false;
        return rows.take(lines, line, lines.number(), lines.cut());
    });
    return all ? rows.finish(lines) : all;
}

/// `times`: names of the column of frame times in milliseconds, the best first.
Result<ImportedLog> readPresents(const LogRequest& request, std::string_view program,
                                 std::initializer_list<std::string_view> times) {
    Result<LogLines> opened = LogLines::open(request);
    if (!opened)
        return opened.error();
    LogLines& lines = opened.value();
    ImportedLog log;
    log.path = request.path;
    const Result<TableHead> head = findHead(lines, log);
    if (!head)
        return head.error();
    leaveColumns(head.value().names(), true, request.options);
    const std::string& asked = request.options.column;
    const std::optional<std::size_t> time =
        asked.empty() ? head.value().column(times) : head.value().column(std::string_view(asked));
    if (!time && asked.empty())
        return lines.error("column " + std::string(*times.begin()) + " is missing");
    if (!time)
        return Error{ErrorCode::Usage, lines.error("no column " + inQuotes(asked)).what,
                     "choose another with --column; without it, it is " + std::string(*times.begin()),
                     "--column"};
    const bool seconds = head.value().names()[*time].ends_with("InSeconds");
    const Result<double> scale = chosenScale(request.options, seconds ? 1e9 : 1e6);
    if (!scale)
        return scale.error();
    FrameColumns columns;
    columns.time = *time;
    columns.scale = scale.value();
    columns.application = head.value().column(kApplication);
    columns.processId = head.value().column(kProcess);
    columns.swapChain = head.value().column("SwapChainAddress");
    columns.dropped = head.value().column("Dropped");
    if (!columns.dropped) // 2.x has no time for what was never shown
        columns.displayed = head.value().column({"DisplayLatency", "MsUntilDisplayed", "DisplayedTime"});
    if (equalNames(head.value().names()[*time], "MsBetweenPresents"))
        columns.frameType = head.value().column("FrameType"); // --track_frame_type
    findMoments(head.value(), columns);
    log.timeColumn = head.value().names()[*time];
    addComment(log, "frame times: column " + log.timeColumn);
    findBeside(head.value(), columns);
    ImportedRun blank;
    blank.program = program;
    FrameRows rows(head.value(), columns, request.options, std::move(blank), log);
    if (Result<Done> done = readRows(lines, head.value(), rows, log); !done)
        return done.error();
    if (const std::optional<std::size_t> latency = rows.columnOf(RunQuantity::Latency))
        addComment(log, "latency: column " + head.value().names()[*latency]);
    if (const std::optional<std::size_t> error = rows.columnOf(RunQuantity::AnimationError))
        addComment(log, "animation error: magnitude of column " + head.value().names()[*error] +
                            (head.value().column({"MsAnimationError", "AnimationError"})
                                 ? ""
                                 : " less MsBetweenDisplayChange"));
    return log;
}

Result<ImportedLog> readFirst(const LogRequest& request) {
    return readPresents(request, "PresentMon 1", {"MsBetweenPresents"});
}

Result<ImportedLog> readSecond(const LogRequest& request) {
    return readPresents(request, "PresentMon 2", {"FrameTime", "MsBetweenPresents", "MsBetweenAppStart"});
}

Result<ImportedLog> readOcat(const LogRequest& request) {
    return readPresents(request, "OCAT", {"MsBetweenPresents"});
}

Result<ImportedLog> readFrameview(const LogRequest& request) {
    return readPresents(request, "FrameView", {"MsBetweenPresents", "FrameTime"});
}

Result<ImportedLog> readCapframexCsv(const LogRequest& request) {
    return readPresents(request, "CapFrameX", {"MsBetweenPresents", "FrameTime"});
}

} // namespace

LogEntry presentmon1Entry() {
    return {
        "presentmon-1",
        "PresentMon 1.x",
        "CSV of PresentMon 1.x, or of 2.x with --v1_metrics. Frame times are msBetweenPresents: from one "
        "present of a swap chain to the next. It has no deadlines, so no lateness; the rate is estimated.",
        "github.com/GameTechDev/PresentMon, README of 1.9.2",
        detectPresents<Writer::First>,
        readFirst,
        nullptr,
        true};
}

LogEntry presentmon2Entry() {
    return {
        "presentmon-2",
        "PresentMon 2.x",
        "CSV of PresentMon 2.x. Frame times are FrameTime, or MsBetweenPresents or MsBetweenAppStart where "
        "the version has no such column. It has no deadlines, so no lateness; the rate is estimated.",
        "github.com/GameTechDev/PresentMon, README-ConsoleApplication",
        detectPresents<Writer::Second>,
        readSecond,
        nullptr,
        true};
}

LogEntry ocatEntry() {
    return {
        "ocat",
        "OCAT",
        "CSV of OCAT 1.x (Documents/OCAT/Captures). Frame times are MsBetweenPresents. It has no deadlines, "
        "so no lateness; the rate is estimated.",
        "github.com/GPUOpen-Tools/ocat",
        detectPresents<Writer::Ocat>,
        readOcat,
        nullptr,
        true};
}

LogEntry frameviewEntry() {
    return {
        "frameview",
        "FrameView",
        "CSV of NVIDIA FrameView (…_Log.csv). Frame times are MsBetweenPresents. It has no deadlines, so no "
        "lateness; the rate is estimated.",
        "the README of FrameView",
        detectPresents<Writer::FrameView>,
        readFrameview,
        nullptr,
        true};
}

LogEntry capframexCsvEntry() {
    return {"capframex-csv",
            "CapFrameX CSV",
            "CSV of CapFrameX: lines like //GameName=… above the columns of PresentMon. Frame times are "
            "MsBetweenPresents. It has no deadlines, so no lateness; the rate is estimated.",
            "github.com/CXWorld/CapFrameX, RecordManager",
            detectPresents<Writer::CapFrameX>,
            readCapframexCsv,
            nullptr,
            true};
}

} // namespace jitterscope::logs

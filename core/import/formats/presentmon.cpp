// SPDX-License-Identifier: MIT
#include "core/import/formats/presentmon.h"

#include "core/base/parse.h"

namespace jitterscope::logs {
namespace {

constexpr std::string_view kApplication = "Application";
constexpr std::string_view kProcess = "ProcessID";

bool isPresentmonColumnLine(std::string_view line) {
    return !line.starts_with("//") && line.find("ProcessI") != std::string_view::npos;
}

bool second(const TableHead& head) {
    return head
        .column({"PresentRuntime", "FrameTime", "CPUStartTime", "CPUStartQPC", "CPUStartQPCTime",
                 "CPUStartDateTime", "MsBetweenAppStart"})
        .has_value();
}

bool detectFirst(const LogHead& head) {
    const std::optional<TableHead> table = presentHead(head);
    return table && table->column("MsBetweenPresents") && !second(*table) && !namesMachine(*table);
}

bool detectSecond(const LogHead& head) {
    const std::optional<TableHead> table = presentHead(head);
    return table && table->column({"FrameTime", "MsBetweenPresents", "MsBetweenAppStart"}) && second(*table);
}

Result<ImportedLog> readFirst(const LogRequest& request) {
    return readPresents(request, "PresentMon 1", {"MsBetweenPresents"});
}

Result<ImportedLog> readSecond(const LogRequest& request) {
    return readPresents(request, "PresentMon 2", {"FrameTime", "MsBetweenPresents", "MsBetweenAppStart"});
}

/// Reads up to the column line.
Result<TableHead> findHead(LogLines& lines) {
    constexpr std::int64_t kMostLinesBefore = 100;
    std::optional<TableHead> found;
    const Result<Done> readPresentmon = lines.forEach([&](std::string_view line) -> Result<bool> {
        if (isPresentmonColumnLine(line)) {
            TableHead head(line);
            if (head.column(kApplication) && head.column(kProcess))
                found = std::move(head);
        }
        return !found && lines.number() < kMostLinesBefore;
    });
    if (!readPresentmon)
        return readPresentmon.error();
    if (found)
        return *std::move(found);
    return lines.error("no line names the columns Application and ProcessID");
}

/// What PresentMon and programs built on it record beside frame times, each by the first of these names.
void findBeside(const TableHead& head, FrameColumns& columns, ImportedLog& log) {
    const auto add = [&](RunQuantity quantity, std::initializer_list<std::string_view> names) {
        const std::optional<std::size_t> column = head.column(names);
        if (column)
            columns.beside.push_back({quantity, *column, 1e6});
        return column;
    };
    add(RunQuantity::Displayed, {"MsBetweenDisplayChange", "DisplayedTime"});
    add(RunQuantity::GpuBusy, {"GPUBusy", "MsGPUBusy", "msGPUActive"});
    if (const auto latency = add(RunQuantity::Latency, {"MsPCLatency", "DisplayLatency", "MsUntilDisplayed"}))
        addComment(log, "latency: column " + head.names()[*latency]);
}

} // namespace

bool namesMachine(const TableHead& head) {
    return head.column({"Motherboard", "Base Driver Version", "Driver Package", "MsEstimatedDriverLag"})
        .has_value();
}

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

Result<ImportedLog> readPresents(const LogRequest& request, std::string_view program,
                                 std::initializer_list<std::string_view> times) {
    Result<LogLines> opened = LogLines::open(request);
    if (!opened)
        return opened.error();
    LogLines& lines = opened.value();
    const Result<TableHead> head = findHead(lines);
    if (!head)
        return head.error();
    const std::string& asked = request.options.column;
    const std::optional<std::size_t> time =
        asked.empty() ? head.value().column(times) : head.value().column(std::string_view(asked));
    if (!time && asked.empty())
        return lines.error("column " + std::string(*times.begin()) + " is missing");
    if (!time)
        return Error{ErrorCode::Usage, lines.error("no column " + inQuotes(asked)).what,
                     "without --column it is " + std::string(*times.begin())};
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
    columns.clock = head.value().column({"TimeInSeconds", "CPUStartTime"});
    if (columns.clock && !equalNames(head.value().names()[*columns.clock], "TimeInSeconds"))
        columns.clockScale = 1e6;
    ImportedLog log;
    log.path = request.path;
    log.timeColumn = head.value().names()[*time];
    addComment(log, "frame times: column " + head.value().names()[*time]);
    findBeside(head.value(), columns, log);
    ImportedRun blank;
    blank.program = program;
    FrameRows rows(head.value(), columns, request.options, std::move(blank), log);
    if (Result<Done> readPresentmon = rows.read(lines); !readPresentmon)
        return readPresentmon.error();
    if (Result<Done> done = rows.finish(lines); !done)
        return done.error();
    return log;
}

LogEntry presentmon1Entry() {
    return {
        "presentmon-1",
        "PresentMon 1.x",
        "CSV of PresentMon 1.x, or of 2.x with --v1_metrics. Frame times are msBetweenPresents: from one "
        "present of a swap chain to the next. It has no deadlines, so no lateness; the rate is estimated.",
        "github.com/GameTechDev/PresentMon, README of 1.9.2",
        detectFirst,
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
        detectSecond,
        readSecond,
        nullptr,
        true};
}

} // namespace jitterscope::logs

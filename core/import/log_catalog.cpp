// SPDX-License-Identifier: MIT
#include "core/import/log_catalog.h"

#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/files/csv_lines.h"
#include "core/files/own_runs.h"
#include "core/import/formats/formats.h"
#include "core/import/log_lines.h"
#include "core/import/log_parts.h"
#include "core/import/plausible.h"
#include "core/import/unknown_file.h"
#include "core/platform/file_system.h"

#include <array>

namespace jitterscope {
namespace {

constexpr std::size_t kHead = 1 << 16;
constexpr std::size_t kMostHeadLines = 200;

LogHead headOf(std::string_view bytes, std::string_view name) {
    LogHead head{csv::withoutMark(bytes.substr(0, kHead)), name, {}};
    const char lineEnd = head.text.find('\n') == std::string_view::npos ? '\r' : '\n';
    for (std::string_view rest = head.text; !rest.empty() && head.lines.size() < kMostHeadLines;) {
        const std::size_t end = std::min(rest.find(lineEnd), rest.size());
        std::string_view line = rest.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        head.lines.push_back(line);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return head;
}

/// Windows writes what a shell redirects as UTF-16.
bool isWide(std::string_view bytes) noexcept {
    return bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff");
}

/// A kind of packed file that is not unpacked here.
struct Packing {
    std::string_view begin;
    std::string_view name;
    std::string_view unpack;
};
const Packing* packingOf(std::string_view bytes) noexcept {
    static constexpr std::array<Packing, 3> kPackings{{{"\xfd"
                                                        "7zXZ",
                                                        "xz", "xz -dk FILE"},
                                                       {"BZh", "bzip2", "bzip2 -dk FILE"},
                                                       {"PK\x03\x04", "a ZIP archive", "unzip FILE"}}};
    const auto found = std::ranges::find_if(
        kPackings, [&](const Packing& packing) { return bytes.starts_with(packing.begin); });
    return found != kPackings.end() ? &*found : nullptr;
}

Result<const LogEntry*> chosenFormat(const std::string& path, const ImportOptions& options,
                                     const KnownHead& head) {
    if (const Packing* const packing = packingOf(head.bytes))
        return Error{ErrorCode::Format, pathText(path) + " is packed: " + std::string(packing->name),
                     "unpack it first: " + std::string(packing->unpack)};
    if (isWide(head.bytes))
        return Error{ErrorCode::Format, pathText(path) + " is UTF-16 text", "save it as UTF-8"};
    if (!options.format.empty())
        return requireEntry(importCatalog(), options.format, "log format");
    if (isOwnFile(head.bytes))
        return Error{ErrorCode::Format, pathText(path) + " is a file of jitterscope, no other program's log",
                     ""};
    if (head.format != nullptr)
        return head.format;
    return logs::unknownFile(path, headOf(head.bytes, fileName(path)));
}

} // namespace

std::span<const LogEntry> importCatalog() {
    static const std::array<LogEntry, 23> kCatalog{
        logs::mangohudEntry(),    logs::ocatEntry(),           logs::presentmon1Entry(),
        logs::presentmon2Entry(), logs::frameviewEntry(),      logs::capframexCsvEntry(),
        logs::capframexEntry(),   logs::afterburnerEntry(),    logs::frapsEntry(),
        logs::cyclictestEntry(),  logs::cyclictestJsonEntry(), logs::hdrPercentilesEntry(),
        logs::hdrLogEntry(),      logs::rtlaEntry(),           logs::oslatEntry(),
        logs::hwlatdetectEntry(), logs::stressNgEntry(),       logs::powerHistogramEntry(),
        logs::perfSchedEntry(),   logs::overrunsEntry(),       logs::gfxinfoEntry(),
        logs::knownTableEntry(),  logs::plainCsvEntry(),
    };
    return kCatalog;
}

std::optional<double> unitNanoseconds(std::string_view unit) noexcept {
    return logs::unitScale(unit);
}

LogQuestion questionOf(const Error& error, const LogEntry* format) {
    LogQuestion question;
    if (error.code != ErrorCode::Usage)
        return question;
    const auto names = [&](std::string_view option) { return error.asks.find(option) != std::string::npos; };
    question.process = names("--process");
    question.column = names("--column") && (format == nullptr || format->choosesColumn);
    question.unit = names("--unit") || (question.column && !question.process);
    question.quantity = names("--quantity") ||
                        ((question.column || question.unit) && format != nullptr && format->choosesQuantity);
    return question;
}

const LogEntry* detectFormat(std::string_view bytes, std::string_view name) {
    if (isOwnFile(bytes))
        return nullptr;
    const LogHead head = headOf(bytes, name);
    for (const LogEntry& entry : importCatalog()) {
        if (entry.detect(head))
            return &entry;
    }
    return nullptr;
}

Result<std::string> readHead(const std::string& path) {
    Result<std::unique_ptr<InputFile>> file = logs::openLog(path);
    if (!file)
        return file.error();
    std::string bytes(kHead, '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
        const Result<std::size_t> count = file.value()->read(bytes.data() + size, bytes.size() - size);
        if (!count)
            return count.error();
        if (count.value() == 0)
            break;
        size += count.value();
    }
    bytes.resize(size);
    return bytes;
}

Result<std::unique_ptr<StandIn>> unpackedStandIn(const std::string& path) {
    const Result<std::unique_ptr<InputFile>> packed = logs::openPacked(path);
    if (!packed)
        return packed.error();
    return packed.value() ? standInFor(path, *packed.value()) : std::unique_ptr<StandIn>();
}

Result<ImportedLog> readLog(const std::string& path, const ImportOptions& options, const CancelFlag* cancel,
                            const ReadProgress& progress) {
    const Result<std::string> head = readHead(path);
    if (!head)
        return head.error();
    const KnownHead known{head.value(), detectFormat(head.value(), fileName(path))};
    return readLog(path, known, options, cancel, progress);
}

Result<ImportedLog> readLog(const std::string& path, const KnownHead& head, const ImportOptions& options,
                            const CancelFlag* cancel, const ReadProgress& progress) {
    const Result<const LogEntry*> entry = chosenFormat(path, options, head);
    if (!entry)
        return entry.error();
    if (entry.value()->support != nullptr) {
        const Support support = entry.value()->support();
        if (!support.available)
            return Error{ErrorCode::Unsupported, pathText(path) + ": " + support.reason, ""};
    }
    if (!options.column.empty() && !entry.value()->choosesColumn)
        return Error{ErrorCode::Usage,
                     pathText(path) + " is read as " + std::string(entry.value()->name) +
                         ", which has its own column of times",
                     "leave out --column, or read it as any table with --format csv"};
    const LogRequest request{path, options, cancel, progress};
    Result<ImportedLog> log = entry.value()->read(request);
    if (!log)
        return log;
    for (ImportedRun& run : log.value().runs) {
        for (std::string* const text : {&run.name, &run.program, &run.version, &run.process})
            *text = limited(std::move(*text));
    }
    for (std::vector<std::string>* const list : {&log.value().comments, &log.value().warnings}) {
        for (std::string& text : *list)
            text = limited(std::move(text), 2 * kMostOfName);
    }
    log.value().path = path;
    log.value().format = entry.value()->id;
    if (Result<Done> judged = logs::judgeValues(log.value(), options); !judged)
        return judged.error();
    if (Result<Done> taken = logs::takePart(log.value(), options.range); !taken)
        return taken.error();
    if (options.pooled) {
        if (Result<Done> pooled = logs::poolRuns(log.value()); !pooled)
            return pooled.error();
    }
    if (Result<Done> summarized = logs::summarizeRuns(log.value(), cancel); !summarized)
        return summarized.error();
    return log;
}

} // namespace jitterscope

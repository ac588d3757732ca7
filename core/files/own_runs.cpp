// SPDX-License-Identifier: MIT
#include "core/files/own_runs.h"

#include "core/base/parse.h"
#include "core/files/atomic_file.h"
#include "core/files/compared_runs.h"
#include "core/files/csv_format.h"
#include "core/files/csv_lines.h"
#include "core/files/own_figures.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostFigures = std::size_t{64} << 20U; // bytes of a file of figures

} // namespace

bool isOwnFile(std::string_view bytes) noexcept {
    std::string_view rest = csv::withoutMark(bytes);
    while (csv::isHeaderLine(rest)) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        const std::size_t key = line.find(csv::kSchemaKey);
        if (key != std::string_view::npos && key <= 3) // behind `# ` and perhaps a quote
            return true;
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return false;
}

std::string ownKind(std::string_view head) {
    const std::string wanted = "# " + std::string(csv::kKindKey) + ": ";
    const std::size_t place = isOwnFile(head) ? head.find(wanted) : std::string_view::npos;
    if (place == std::string_view::npos)
        return {};
    const std::string_view rest = head.substr(place + wanted.size());
    return std::string(trimmed(rest.substr(0, rest.find_first_of("\n,\"")))); // as spreadsheets fill the row
}

bool isOwnJson(std::string_view head) noexcept {
    const std::string_view text = trimmed(head.substr(0, 200));
    return text.starts_with('{') && text.find("\"schema\"") != std::string_view::npos;
}

namespace {

Result<std::vector<ComparedRun>> readKind(const std::string& path, std::string_view head,
                                          const CancelFlag* cancel, const ReadProgress& progress) {
    const std::string kind = ownKind(head);
    if (kind == "samples") {
        const Result<RecordedRun> run = readSamplesCsv(path, cancel, progress);
        if (!run)
            return run.error();
        std::vector<ComparedRun> runs = comparedRuns(run.value());
        if (runs.empty())
            return Error{ErrorCode::Format, pathText(path) + " has no frame that counts", ""};
        return runs;
    }
    if (kind == "sleeps") {
        Result<RecordedOversleeps> sleeps = readOversleeps(path, cancel, progress);
        if (!sleeps)
            return sleeps.error();
        if (sleeps.value().values.empty())
            return Error{ErrorCode::Format, pathText(path) + " has no sleep", ""};
        std::vector<ComparedRun> runs{comparedRun(std::move(sleeps).value(), cancel)};
        if (isCancelled(cancel))
            return Error{ErrorCode::Cancelled, "cancelled", ""};
        return runs;
    }
    const Result<std::string> text = readWhole(path, kMostFigures, cancel);
    if (!text)
        return text.error();
    return readOwnFigures(path, text.value(), cancel);
}

} // namespace

Result<std::vector<ComparedRun>> readOwnRuns(const std::string& path, std::string_view head,
                                             const CancelFlag* cancel, const ReadProgress& progress) {
    Result<std::vector<ComparedRun>> runs = readKind(path, head, cancel, progress);
    if (runs) {
        for (ComparedRun& run : runs.value())
            limitTexts(run);
    }
    return runs;
}

} // namespace jitterscope

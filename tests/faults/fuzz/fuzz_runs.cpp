// SPDX-License-Identifier: MIT
#include "tests/faults/fuzz/fuzz_runs.h"

#include "core/compare/comparison_report.h"
#include "core/diagnosis/target.h"
#include "core/diagnosis/verdict.h"
#include "core/document/documents.h"
#include "core/files/own_runs.h"
#include "core/files/result_files.h"
#include "core/files/session_file.h"
#include "core/import/open_runs.h"
#include "tests/faults/fuzz/fuzz_support.h"
#include "tests/support/sound_comparison.h"

#include <algorithm>
#include <cstdlib>

namespace jitterscope {
namespace {

void sound(const ComparedRun& run) {
    for (const auto& [quantity, summary] : run.summaries)
        jitterscope::sound(summary);
    for (const auto number : {run.rateHz, run.lateFraction, run.lostFraction, run.threadPercent,
                              run.processPercent, run.machinePercent, run.driftPpm})
        promise(!number || std::isfinite(*number), "numbers are finite");
    promise(run.frames >= 0 && run.framesWithout >= 0, "frames are counted from 0");
    if (!run.columns)
        return;
    promise(run.columns->size() > 0, "columns hold something");
    for (const auto* const column : {&run.columns->frameTime, &run.columns->lateness, &run.columns->duration,
                                     &run.columns->spin, &run.columns->lost})
        promise(column->empty() || column->size() == run.columns->size(), "columns are of one length");
}

/// Whatever a file holds, it can be compared: in either order, and with itself.
void comparable(const ComparedRun& a, const ComparedRun& b, bool pictures) {
    CompareOptions options;
    options.resamples = 10;
    const Comparison comparison = compareRuns(a, b, options);
    if (const std::string broken = brokenIn(comparison); !broken.empty())
        promise(false, broken.c_str());
    std::optional<ComparisonCurves> curves;
    if (const auto quantity = shownQuantity(a, b); quantity && pictures)
        curves = comparisonCurves(a, b, *quantity);
    const ComparisonReport report{a, b, comparison, curves ? &*curves : nullptr, options, ""};
    promise(!comparisonJson(report).empty(), "a comparison is written as JSON");
    const std::string csv = comparisonCsv(report);
    promise(csv.find(",nan") == std::string::npos && csv.find(",inf") == std::string::npos &&
                csv.find(",-inf") == std::string::npos,
            "numbers in a file are finite");
    promise(!pictures || !html(comparisonDocument(report)).empty(), "a comparison is written as HTML");
}

/// JITTERSCOPE_FUZZ_COMPARE=8: only every eighth input is compared, which takes longer than to read it.
std::size_t comparedEvery() {
    const char* const every = std::getenv("JITTERSCOPE_FUZZ_COMPARE");
    return every != nullptr ? std::max<std::size_t>(std::strtoul(every, nullptr, 10), 1) : 1;
}

void soundRuns(const std::vector<ComparedRun>& runs, std::string_view bytes) {
    static const std::size_t every = comparedEvery();
    const std::size_t hash = std::hash<std::string_view>()(bytes);
    const bool pictures = hash % 16 == 0; // they take longer than all else
    for (const ComparedRun& run : runs)
        sound(run);
    if (runs.empty() || hash % every != 0)
        return;
    for (const JobEntry& job : jobCatalog())
        (void)judgeRecorded(runs.front(), targetOf(job.id));
    comparable(runs.front(), runs.back(), pictures);
    if (runs.size() > 1)
        comparable(runs.back(), runs.front(), pictures);
}

} // namespace

void fuzzSession(std::string_view bytes) {
    const Result<SavedSession> session = parseSession(bytes);
    if (!session)
        return oneLine(session.error().message());
    soundRuns(session.value().runs, bytes);
    const std::string text = sessionText(session.value()).value();
    const Result<SavedSession> again = parseSession(text);
    promise(again.ok() && sessionText(again.value()).value() == text,
            "a session is read back as it was written");
}

void fuzzFigures(std::string_view bytes) {
    const Result<std::vector<ComparedRun>> runs = readOwnFigures("file", bytes);
    if (!runs)
        return oneLine(runs.error().message());
    promise(!runs.value().empty(), "a file that is read has a run");
    soundRuns(runs.value(), bytes);
}

void fuzzRuns(std::string_view bytes) {
    const MemoryFile file(bytes);
    const Result<std::vector<ComparedRun>> runs = openRuns(file.path());
    if (!runs)
        return oneLine(runs.error().message());
    promise(!runs.value().empty(), "a file that is read has a run");
    soundRuns(runs.value(), bytes);
}

} // namespace jitterscope

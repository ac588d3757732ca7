// SPDX-License-Identifier: MIT
#include "app/cli/experiment_run.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/progress.h"
#include "app/cli/result_file.h"
#include "core/base/parse.h"
#include "core/document/documents.h"
#include "core/experiment/experiment.h"
#include "core/files/machine_file.h"
#include "core/files/result_files.h"
#include "core/platform/process_signals.h"

namespace jitterscope::cli {
namespace {

Result<ExperimentResult> measured(const ExperimentPlan& plan) {
    Result<ExperimentResult> outcome = Error{};
    if (const auto ran = runWatched([&](JobControl& control) { outcome = runExperiment(plan, control); });
        !ran)
        return ran.error();
    return outcome;
}

} // namespace

std::vector<std::string> splitList(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t comma = text.find(',', begin);
        parts.emplace_back(trimmed(std::string_view(text).substr(begin, comma - begin)));
        if (comma == std::string::npos)
            return parts;
        begin = comma + 1;
    }
}

int runAndPrint(const ExperimentPlan& plan, const ExperimentFiles& files) {
    if (const Result<Done> checked = checkExperiment(plan); !checked)
        return report(checked.error());
    std::vector<NamedFile> named{{"--machine", plan.machine.file, NamedFile::Use::Input},
                                 {"--csv", files.csv},
                                 {"--json", files.json}};
    files.reports.addTo(named);
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    const auto recorded = recordedModel(plan.machine);
    if (!recorded)
        return report(recorded.error());
    ExperimentPlan readPlan = plan;
    readPlan.model = recorded.value();
    noteStopSignals();
    Result<ResultFile> csv = ResultFile::open(files.csv);
    if (!csv)
        return report(csv.error());
    Result<ResultFile> json = ResultFile::open(files.json);
    if (!json)
        return report(json.error());
    if (const Result<Done> opened = files.reports.open(); !opened)
        return report(opened.error());
    const Result<ExperimentResult> result = measured(readPlan);
    if (!result)
        return report(result.error());
    const bool good =
        allWritten({csv.value().commit([&] { return experimentCsv(result.value(), files.privacy); }),
                    json.value().commit([&] { return files.jsonText(result.value(), files.privacy); }),
                    files.reports.commit([&] { return experimentDocument(result.value(), files.privacy); })});
    const int printed = printBeside(named, terminalLines(experimentDocument(result.value(), files.privacy),
                                                         {.unicode = unicodeWanted(), .wide = files.wide}));
    if (!good || printed != kDone)
        return kFailed;
    return stopSignal() != 0 ? kInterrupted : kDone;
}

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/experiment_run.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/experiment_summary.h"
#include "app/cli/run_summary.h"
#include "core/base/parse.h"
#include "core/platform/file_system.h"
#include "core/platform/process_signals.h"
#include "core/report/atomic_file.h"
#include "core/report/experiment_files.h"
#include "core/report/separate_files.h"

#include <chrono>
#include <optional>
#include <thread>

namespace jitterscope::cli {
namespace {

/// What a person sees while it runs; nothing where standard error is not a terminal.
class Progress {
public:
    void show(const Job& job) {
        const auto now = std::chrono::steady_clock::now();
        if (!m_terminal || now - m_shown < std::chrono::milliseconds(200))
            return;
        m_shown = now;
        const double done = job.progress();
        const double spent = std::chrono::duration<double>(now - m_begin).count();
        const std::string left =
            done > 0.01 ? ", " + decimalText(spent / done * (1 - done), 0) + " s left" : "";
        printProgress(decimalText(100 * done, 0) + " %" + left + "  " + job.doing());
    }
    void clear() const {
        if (m_terminal)
            printProgress({});
    }

private:
    bool m_terminal = errorIsTerminal();
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_shown{};
};

Result<ExperimentResult> measured(const ExperimentPlan& plan) {
    Result<ExperimentResult> outcome = Error{};
    Job job;
    if (auto started = job.start([&](JobControl& control) { outcome = runExperiment(plan, control); });
        !started)
        return started.error();
    Progress progress;
    while (!job.finished()) {
        if (stopSignal() != 0)
            job.cancel();
        progress.show(job);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    job.join();
    progress.clear();
    return outcome;
}

/// Opened before anything is measured, so that a path that cannot be written costs nothing.
Result<std::optional<AtomicFile>> opened(const std::string& path) {
    if (path.empty())
        return std::optional<AtomicFile>();
    Result<AtomicFile> file = AtomicFile::open(path);
    if (!file)
        return file.error();
    return std::optional<AtomicFile>(std::move(file).value());
}

bool commit(std::optional<AtomicFile>& file, const std::string& text) {
    if (!file)
        return true;
    const Result<Done> written = file->write(text);
    const Result<Done> done = written ? file->commit() : written;
    if (!done)
        (void)report(done.error());
    return done.ok();
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
    const std::vector<NamedFile> named{{"--machine", plan.machine.file, NamedFile::Use::Input},
                                       {"--csv", files.csv},
                                       {"--json", files.json}};
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    noteStopSignals();
    Result<std::optional<AtomicFile>> csv = opened(files.csv);
    if (!csv)
        return report(csv.error());
    Result<std::optional<AtomicFile>> json = opened(files.json);
    if (!json)
        return report(json.error());
    const Result<ExperimentResult> result = measured(plan);
    if (!result)
        return report(result.error());
    const bool good =
        commit(csv.value(), experimentCsv(result.value())) &
        commit(json.value(), files.json.empty() ? std::string() : files.jsonText(result.value()));
    const std::string summary = forTerminal(experimentSummary(result.value(), files.wide));
    int printed = kDone;
    if (anyToStandardOutput(named))
        printAside(summary);
    else
        printed = printData(summary);
    if (!good || printed != kDone)
        return kFailed;
    return stopSignal() != 0 ? kInterrupted : kDone;
}

} // namespace jitterscope::cli

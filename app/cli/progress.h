// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/console.h"
#include "core/files/streaming_csv.h"
#include "core/run/job.h"
#include "core/run/run_result.h"
#include "core/run/runner.h"

#include <chrono>
#include <functional>
#include <memory>

namespace jitterscope::cli {

/// A line on standard error that says how far a command has come. Shows nothing if standard error is not a
/// terminal.
class ProgressLine {
public:
    ProgressLine();
    /// Clears the line.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// May be called at any time: `text()` is called at most five times a second.
    template <typename Text>
    void show(Text&& text) {
        if (due())
            printProgress(text());
    }

private:
    [[nodiscard]] bool due();

    bool m_terminal;
    std::chrono::steady_clock::time_point m_shown{};
};

/// Runs a computation as a job and waits for it, with progress and time left on standard error. An interrupt
/// cancels it. Error: no thread could be made.
[[nodiscard]] Result<Done> runWatched(std::function<void(JobControl&)> computation);

/// Waits for the run that `runner` has just started, with progress on standard error, and returns what it
/// measured. A signal to stop ends it. `stream`, which may be null, takes every sample; the caller has to
/// commit it.
/// * Throws std::bad_alloc; the caller then has to stop the runner.
[[nodiscard]] std::shared_ptr<const RunResult> measureRun(Runner& runner, StreamingCsv* stream = nullptr);

} // namespace jitterscope::cli

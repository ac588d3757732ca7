// SPDX-License-Identifier: MIT
#include "app/cli/measured_run.h"

#include "app/cli/console.h"
#include "app/cli/progress_line.h"
#include "core/base/said.h"
#include "core/platform/process_signals.h"
#include "core/run/collector.h"

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace jitterscope::cli {
namespace {

/// The text of the progress line.
std::string progressText(const FrameStatistics& statistics) {
    const std::optional<double> median = statistics.lateness().summary().p50;
    return std::to_string(statistics.lateness().count()) + " frames, late " +
           std::to_string(statistics.late()) + ", median lateness " +
           (median ? said::duration(*median) : std::string("–"));
}

} // namespace

std::shared_ptr<const RunResult> measureRun(Runner& runner, StreamingCsv* stream) {
    Collector collector(runner, stream);
    // A simulated run waits until its samples are taken over.
    const auto pause =
        runner.plan().simulated() ? std::chrono::milliseconds(1) : std::chrono::milliseconds(33);
    constexpr auto kBetweenFlushes = std::chrono::milliseconds(250); // a kill costs no more than this
    auto flushed = std::chrono::steady_clock::now();
    bool told = false;
    ProgressLine progress;
    while (!runner.finished()) {
        if (stopSignal() != 0)
            runner.requestStop();
        collector.drain();
        progress.show([&] { return progressText(collector.statistics()); });
        if (stream != nullptr && std::chrono::steady_clock::now() - flushed > kBetweenFlushes) {
            stream->flush();
            flushed = std::chrono::steady_clock::now();
        }
        if (stream != nullptr && stream->failed() && !std::exchange(told, true))
            printMessage("a file cannot be written any more; the run goes on");
        std::this_thread::sleep_for(pause);
    }
    return collector.finish();
}

} // namespace jitterscope::cli

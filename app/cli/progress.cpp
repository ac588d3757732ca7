// SPDX-License-Identifier: MIT
#include "app/cli/progress.h"

#include "app/cli/console.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/platform/file_system.h"
#include "core/platform/process_signals.h"
#include "core/run/collector.h"

#include <chrono>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace jitterscope::cli {

namespace {

constexpr auto kBetweenLines = std::chrono::milliseconds(200);

} // namespace

ProgressLine::ProgressLine() : m_terminal(errorIsTerminal()) {}

ProgressLine::~ProgressLine() {
    if (m_terminal)
        printProgress({});
}

bool ProgressLine::due() {
    const auto now = std::chrono::steady_clock::now();
    if (!m_terminal || now - m_shown < kBetweenLines)
        return false;
    m_shown = now;
    return true;
}

namespace {

std::string progressText(const Job& job, double seconds) {
    const double done = job.progress();
    const std::string left =
        done > 0.01 ? ", " + decimalText(seconds / done * (1 - done), 0) + " s left" : "";
    return decimalText(100 * done, 0) + " %" + left + "  " + job.doing();
}

} // namespace

Result<Done> runWatched(std::function<void(JobControl&)> computation) {
    Job job;
    if (Result<Done> started = job.start(std::move(computation)); !started)
        return started;
    const auto begin = std::chrono::steady_clock::now();
    ProgressLine progress;
    while (!job.finished()) {
        if (stopSignal() != 0)
            job.cancel();
        progress.show([&] {
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
            return progressText(job, spent.count());
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    job.join();
    if (job.outOfMemory())
        throw std::bad_alloc();
    return Done{};
}

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

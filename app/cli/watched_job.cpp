// SPDX-License-Identifier: MIT
#include "app/cli/watched_job.h"

#include "app/cli/progress_line.h"
#include "core/base/parse.h"
#include "core/platform/process_signals.h"

#include <chrono>
#include <new>
#include <thread>
#include <utility>

namespace jitterscope::cli {
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

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "core/import/pool_runs.h"

#include "core/base/parse.h"
#include "core/platform/file_system.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

void append(HeldTimes& to, const HeldTimes& more) {
    to.samples.insert(to.samples.end(), more.samples.begin(), more.samples.end());
    to.samplesNotKept += more.samplesNotKept;
    to.distribution.merge(more.distribution);
}

} // namespace

Result<Done> poolRuns(ImportedLog& log) {
    if (log.runs.size() < 2)
        return Done{};
    const bool alike = std::ranges::all_of(log.runs, [&](const ImportedRun& run) {
        return !run.histogram && run.quantity == log.runs.front().quantity && run.distribution.count() > 0;
    });
    if (!alike)
        return Error{ErrorCode::Usage,
                     pathText(log.path) + ": its runs cannot be put together: they are histograms, or hold " +
                         "different things",
                     "leave out --runs pooled"};
    ImportedRun all = std::move(log.runs.front());
    all.parts.push_back(all.samples.size());
    const auto wereShown = [](const ImportedRun& run) { return run.beside.contains(RunQuantity::Displayed); };
    const bool shown = wereShown(all) && std::ranges::all_of(log.runs.begin() + 1, log.runs.end(), wereShown);
    if (shown)
        all.displayedParts.push_back(all.beside.at(RunQuantity::Displayed).samples.size());
    for (std::size_t i = 1; i < log.runs.size(); ++i) {
        const ImportedRun& run = log.runs[i];
        append(all, run);
        if (!run.samples.empty()) // beyond the limit of samples a run has none
            all.parts.push_back(run.samples.size());
        for (const auto& [quantity, times] : run.beside)
            append(all.beside[quantity], times);
        if (shown)
            all.displayedParts.push_back(run.beside.at(RunQuantity::Displayed).samples.size());
        if (all.notDisplayed && run.notDisplayed)
            *all.notDisplayed += *run.notDisplayed;
        else
            all.notDisplayed.reset();
        if (all.taken && run.taken) {
            all.taken->whole += run.taken->whole;
            all.taken->leftOut += run.taken->leftOut;
        }
        if (!all.sampledEvery)
            all.sampledEvery = run.sampledEvery;
    }
    all.elapsed.reset(); // what passed between the runs is in no row
    all.name = (all.process.empty() ? fileName(log.path) : all.process) + ", " +
               std::to_string(log.runs.size()) + " runs";
    log.runs.clear();
    log.runs.push_back(std::move(all));
    return Done{};
}

} // namespace jitterscope::logs

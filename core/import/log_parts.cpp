// SPDX-License-Identifier: MIT
#include "core/import/log_parts.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/import/log_lines.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace jitterscope::logs {

namespace {

/// ns from value to value, if it is not the values themselves; absent: it is, or nothing tells.
std::optional<double> stepOf(const ImportedRun& run) {
    return run.sampledEvery                         ? run.sampledEvery
           : run.quantity == LogQuantity::FrameTime ? std::nullopt
                                                    : run.clockStep;
}

bool knowsTime(const ImportedRun& run) {
    return !run.histogram && (run.quantity == LogQuantity::FrameTime || stepOf(run));
}

/// Values of a fixed step that lie in the range.
FrameSpan samplesIn(std::size_t count, double step, const TimeRange& range) {
    FrameSpan span;
    while (span.first < count && !range.holds(static_cast<double>(span.first) * step))
        ++span.first;
    span.last = span.first;
    while (span.last < count && range.holds(static_cast<double>(span.last) * step))
        ++span.last;
    return span;
}

/// Replaces the values by these of them.
template <typename Keeps>
void keep(HeldTimes& times, Keeps keeps) {
    const std::vector<std::int64_t> all = std::move(times.samples);
    times.samples.clear();
    times.distribution = {};
    std::size_t held = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (keeps(i))
            addSample(times, all[i], held);
    }
}

void keepSpan(HeldTimes& times, const FrameSpan& span) {
    keep(times, [&](std::size_t i) { return i >= span.first && i < span.last; });
}

/// The values of the frames in the span.
void keepOfFrames(HeldTimes& times, const FrameSpan& span) {
    std::vector<bool> kept;
    for (std::size_t frame = 0; frame < times.ofFrame.size(); ++frame) {
        if (times.ofFrame[frame])
            kept.push_back(frame >= span.first && frame < span.last);
    }
    keep(times, [&](std::size_t i) { return i < kept.size() && kept[i]; });
    times.ofFrame.clear();
}

/// False: no value of the run lies in the range.
bool takeOf(ImportedRun& run, const TimeRange& range) {
    const std::optional<double> step = stepOf(run);
    const std::size_t count = run.samples.size();
    const FrameSpan span = step ? samplesIn(count, *step, range) : framesIn(run.samples, range);
    const double whole = step ? *step * static_cast<double>(count)
                              : std::accumulate(run.samples.begin(), run.samples.end(), 0.0);
    if (span.last == span.first)
        return false;
    run.taken = TakenPart{range, whole, static_cast<std::int64_t>(count - (span.last - span.first))};
    for (auto& [quantity, times] : run.beside) {
        if (quantity == RunQuantity::Displayed)
            keepSpan(times, framesIn(times.samples, range));
        else
            keepOfFrames(times, span);
    }
    std::erase_if(run.beside, [](const auto& beside) { return beside.second.samples.empty(); });
    keepSpan(run, span);
    if (run.notDisplayed) {
        const auto at = [&](std::size_t frame) {
            return run.dropped.begin() + static_cast<std::ptrdiff_t>(std::min(frame, run.dropped.size()));
        };
        run.notDisplayed = std::count(at(span.first), at(span.last), true);
    }
    if (run.elapsed)
        run.elapsed = step ? *step * static_cast<double>(run.samples.size())
                           : std::accumulate(run.samples.begin(), run.samples.end(), 0.0);
    run.rateHz.reset();
    return true;
}

void proposePart(ImportedLog& log) {
    for (const ImportedRun& run : log.runs) {
        if (run.quantity != LogQuantity::FrameTime || run.sampledEvery || run.histogram)
            continue;
        if (const std::optional<OtherBeginning> beginning = otherBeginning(run.samples))
            log.warnings.push_back((log.runs.size() > 1 ? run.name : pathText(log.path)) + ": " +
                                   beginning->text());
    }
}

} // namespace

Result<Done> takePart(ImportedLog& log, const TimeRange& range) {
    if (range.whole()) {
        proposePart(log);
        return Done{};
    }
    double longest = 0;
    std::vector<ImportedRun> kept;
    for (ImportedRun& run : log.runs) {
        if (!knowsTime(run) || run.samplesNotKept > 0)
            return Error{ErrorCode::Usage,
                         pathText(log.path) +
                             (run.samplesNotKept > 0
                                  ? " holds more values than are kept: a part of it cannot be taken"
                                  : " does not say when its values were: a part of it by time is not known"),
                         "leave out --from and --to"};
        const double whole = std::accumulate(run.samples.begin(), run.samples.end(), 0.0);
        longest = std::max(longest, whole);
        if (takeOf(run, range))
            kept.push_back(std::move(run));
        else
            log.warnings.push_back(run.name + " has no frame in that part; it takes " +
                                   said::shortDuration(whole));
    }
    if (kept.empty())
        return Error{ErrorCode::Usage,
                     pathText(log.path) + " has no frame in that part: it takes " +
                         said::shortDuration(longest),
                     "choose an earlier --from"};
    log.runs = std::move(kept);
    return Done{};
}

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

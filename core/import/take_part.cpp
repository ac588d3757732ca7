// SPDX-License-Identifier: MIT
#include "core/import/take_part.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/import/log_lines.h"

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

} // namespace jitterscope::logs

// SPDX-License-Identifier: MIT
#include "core/import/plausible.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/import/column_names.h"
#include "core/import/log_lines.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace jitterscope::logs {
namespace {

/// Fewer values may well rise by chance: five random ones do so once in 120 times.
constexpr std::size_t kFewestThatRise = 5;
/// Lost rows and the ends of a log make a smaller difference than this factor.
constexpr double kSlack = 1.2;
constexpr double kTooLong = 1.5; // times what passed: such times have another unit

bool rises(const std::vector<std::int64_t>& values) {
    if (values.size() < kFewestThatRise || !std::ranges::is_sorted(values))
        return false;
    std::size_t steps = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        steps += values[i] > values[i - 1] ? 1 : 0;
    return 2 * steps >= values.size() - 1;
}

std::string columnText(const ImportedLog& log) {
    return log.timeColumn.empty() ? std::string("values") : "values of column " + inQuotes(log.timeColumn);
}

Result<Done> takeDifferences(const ImportedLog& log, ImportedRun& run) {
    if (run.samplesNotKept > 0)
        return Error{ErrorCode::Unsupported,
                     pathText(log.path) + " holds more time stamps than are kept in memory", ""};
    if (run.samples.size() < 2 || !std::ranges::is_sorted(run.samples))
        return Error{ErrorCode::Usage,
                     pathText(log.path) + ": the " + columnText(log) + " are time stamps, but they go back",
                     "choose another column with --column", "--column"};
    std::vector<std::int64_t> stamps = std::move(run.samples);
    run.samples.clear();
    run.distribution = {};
    run.quantity = LogQuantity::FrameTime;
    std::size_t held = 0;
    for (std::size_t i = 1; i < stamps.size(); ++i)
        addSample(run, stamps[i] - stamps[i - 1], held);
    return Done{};
}

Result<Done> judgeStamps(ImportedLog& log, const ImportOptions& options) {
    const bool named = namesTimeStamps(log.timeColumn);
    const bool certain = startsWithName(log.timeColumn, "timestamp"); // `time_ms` may be durations
    bool differences = false;
    for (ImportedRun& run : log.runs) {
        if (run.quantity == LogQuantity::Lateness || run.quantity == LogQuantity::FrameRate || run.histogram)
            continue;
        const bool asTheyAre = options.quantity == LogQuantity::Duration;
        if (options.timeStamps || (!asTheyAre && (certain || (named && rises(run.samples))))) {
            if (Result<Done> taken = takeDifferences(log, run); !taken)
                return taken;
            differences = true;
        } else if (rises(run.samples) && !asTheyAre) {
            return Error{ErrorCode::Usage,
                         pathText(log.path) + ": the " + columnText(log) +
                             " rise from row to row, as time stamps or row numbers do, not times",
                         "--quantity time-stamp takes the differences, duration the values as they are; "
                         "--column chooses another column",
                         "--quantity --column"};
        } else if (options.quantity && run.quantity == LogQuantity::Duration) {
            run.quantity = *options.quantity;
        }
    }
    if (differences)
        addComment(log, "times: from each time stamp to the next" +
                            (log.timeColumn.empty() ? "" : ", column " + log.timeColumn));
    return Done{};
}

struct ClockWarnings {
    RunWarning means;
    RunWarning sampled;
    RunWarning asSaid;
};

/// Times of something, one in each row, beside a clock whose steps are all alike and much longer: somebody
/// looked from time to time.
void judgePolls(ImportedRun& run, RunWarning& sampled) {
    constexpr double kShortest = 100e6;
    constexpr double kTimes = 5;
    if (!run.clockStep || *run.clockStep < kShortest || run.samples.size() < kFewestThatRise)
        return;
    const std::optional<double> mean = run.distribution.summary().mean;
    if (!mean || *mean * kTimes > *run.clockStep)
        return;
    run.sampledEvery = run.clockStep;
    sampled.add(": a row every " + said::duration(*run.clockStep) +
                ": sampled, and the figures are of these rows, not of all times");
}

/// By the clock that stands beside the times.
Result<Done> judgeClock(const std::string& path, ImportedRun& run, const ImportOptions& options,
                        ClockWarnings& warnings) {
    constexpr std::size_t kFewest = 10;
    if (run.quantity == LogQuantity::Duration)
        judgePolls(run, warnings.sampled);
    if (!run.elapsed || run.quantity != LogQuantity::FrameTime || run.samples.size() < kFewest ||
        run.samplesNotKept > 0 || *run.elapsed <= 0)
        return Done{};
    const double sum = std::accumulate(run.samples.begin() + 1, run.samples.end(), 0.0);
    const double share = sum / *run.elapsed;
    const bool thousandth = share > 0.7e-3 && share < 1.4e-3;
    if (share > kTooLong || thousandth) {
        const std::string what = ": the times add up to " + said::duration(sum) +
                                 ", but by the log's own clock " + said::duration(*run.elapsed) + " passed";
        if (options.unit.empty())
            return Error{ErrorCode::Usage, pathText(path) + what,
                         "say the unit of the times with --unit: s, ms, us or ns", "--unit"};
        warnings.asSaid.add(what + "; they are taken as said");
    } else {
        saySampled(run, *run.elapsed, warnings.sampled);
    }
    return Done{};
}

/// What cannot be of the times beside frame times.
struct Doubt {
    RunQuantity quantity;
    std::string_view name;
    bool together; ///< their sum is looked at, otherwise their mean
    bool ofFrame;  ///< longer than a frame cannot be, otherwise than the recording
};
constexpr std::array kDoubts{Doubt{RunQuantity::GpuBusy, "GPU busy", false, true},
                             Doubt{RunQuantity::Displayed, "the displayed time", true, false},
                             Doubt{RunQuantity::Latency, "the latency", false, false}};
using DoubtWarnings = std::array<RunWarning, kDoubts.size()>;

/// Erases what stands beside the frame times and cannot be.
void doubtBeside(ImportedRun& run, DoubtWarnings& warnings) {
    constexpr double kFewest = 10;
    const auto count = static_cast<double>(run.distribution.count());
    const std::optional<double> frame = run.distribution.summary().mean;
    if (run.quantity != LogQuantity::FrameTime || !frame || count < kFewest)
        return;
    const double whole = std::max(run.elapsed.value_or(0), *frame * count);
    for (std::size_t i = 0; i < kDoubts.size(); ++i) {
        const Doubt& doubt = kDoubts[i];
        const auto found = run.beside.find(doubt.quantity);
        if (found == run.beside.end())
            continue;
        const Summary summary = found->second.distribution.summary();
        const double figure = *summary.mean * (doubt.together ? static_cast<double>(summary.count) : 1);
        const double most = doubt.ofFrame ? *frame : whole;
        const bool impossible = figure > most * (doubt.together ? kTooLong : kSlack);
        if (impossible)
            warnings[i].add(": " + std::string(doubt.name) +
                            " is doubted and left out: " + said::duration(figure) +
                            (doubt.together ? " together" : " on average") + ", and " +
                            (doubt.ofFrame ? "a frame" : "the recording") + " takes " + said::duration(most));
        if (impossible || summary.max == 0.0) // zero in every row: it was not watched
            run.beside.erase(found);
    }
}

/// The median; of a histogram the recorded mean, if there is one.
std::optional<double> typical(const ImportedRun& run) {
    if (!run.histogram) {
        if (run.samples.empty())
            return std::nullopt;
        std::vector<std::int64_t> values = run.samples;
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, middle);
        return static_cast<double>(*middle);
    }
    if (run.histogram->mean)
        return run.histogram->mean;
    return logSummary(run).p50;
}

/// cyclictest -N writes ns and does not say so. Its threads wake within a millisecond, mostly.
Result<Done> judgeUnit(const ImportedLog& log, const ImportedRun& run) {
    constexpr double kLong = 1e6;
    const std::optional<double> usual = typical(run);
    if (!log.unitAssumed || !usual || *usual < kLong)
        return Done{};
    return Error{ErrorCode::Usage,
                 pathText(log.path) + " does not say its unit: a latency of " + said::duration(*usual) +
                     " is usual in it if it is us, or of " + said::duration(*usual / 1000) + " if it is ns",
                 "say it with --unit: us, or ns if cyclictest had -N", "--unit"};
}

} // namespace

void saySampled(ImportedRun& run, double elapsed, RunWarning& sampled) {
    if (run.samples.size() < 2)
        return;
    const double sum = std::accumulate(run.samples.begin() + 1, run.samples.end(), 0.0);
    if (sum / elapsed >= 1 / kSlack || elapsed <= 0)
        return;
    run.sampledEvery = elapsed / static_cast<double>(run.samples.size() - 1);
    sampled.add(": a row every " + said::duration(*run.sampledEvery) +
                ", not one for every frame: sampled over " + said::duration(elapsed) +
                ", and the figures are of these rows");
}

Result<Done> judgeValues(ImportedLog& log, const ImportOptions& options) {
    if (Result<Done> stamps = judgeStamps(log, options); !stamps)
        return stamps;
    ClockWarnings warnings;
    DoubtWarnings doubts;
    for (ImportedRun& run : log.runs) {
        if (Result<Done> unit = judgeUnit(log, run); !unit)
            return unit;
        if (Result<Done> clock = judgeClock(log.path, run, options, warnings); !clock)
            return clock;
        doubtBeside(run, doubts);
        if (run.framesInRow > 1)
            warnings.means.add(
                ": each row is the mean of up to " + said::fixed(run.framesInRow, 0) +
                " frames, so a single long frame cannot be seen; write one row for each frame");
    }
    for (const RunWarning& doubt : doubts)
        doubt.report(log);
    warnings.means.report(log);
    warnings.sampled.report(log);
    warnings.asSaid.report(log);
    return Done{};
}

} // namespace jitterscope::logs

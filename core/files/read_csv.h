// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/time_range.h"
#include "core/files/csv.h"
#include "core/run/collector.h"
#include "core/run/statistics.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The rows between two changes of settings.
struct RecordedStretch {
    std::uint32_t index = 0; ///< as in the file: 0 is the run's first
    /// `strategy`, `strategy.x`, `rate_hz`, …: named as in the header lines.
    std::map<std::string, std::string> settings;
    FrameStatistics statistics;
    FrameMetrics metrics;
    std::optional<TakenPart> taken; ///< only this part of it is here; absent: all of it
    [[nodiscard]] std::string setting(std::string_view key) const; ///< empty if not in the file
};

/// A samples CSV read back. Rows that contradict earlier ones are left out of all statistics.
struct RecordedRun {
    static constexpr std::size_t kMostStretches = 1000;

    std::string path;
    std::map<std::string, std::string> header; ///< the `# key: value` lines, except those of stretches
    std::vector<RecordedStretch> stretches;    ///< one, if nothing changed
    /// Problems of a file that can still be read, each a sentence that names the line: cut off, rows missing,
    /// repeated or lost.
    std::vector<std::string> warnings;
    std::deque<FrameSample> frames; ///< the newest, at most Collector::kKeptFrames
    std::int64_t framesNotKept = 0; ///< older frames; they are still in the statistics
    FrameStatistics statistics;
    FrameMetrics metrics; ///< of the whole file; exactly those that the run reported

    /// False: the file is of a loop without deadlines. Lateness, error, late frames and drift then mean
    /// nothing.
    [[nodiscard]] bool hasDeadlines() const;
};

/// Reads a samples CSV of any schema up to this program's. Error: one message with the line number. Memory is
/// bounded for any input (lines ≤ 64 KiB; devices are refused).
[[nodiscard]] Result<RecordedRun> readSamplesCsv(const std::string& path, const CancelFlag* cancel = nullptr,
                                                 const ReadProgress& progress = {});

/// Keeps the frames of each stretch that lie in the range, counted from the stretch's first frame.
/// Error (Usage): no frame does, or older frames were not kept. Cancelled.
[[nodiscard]] Result<Done> keepPart(RecordedRun& run, const TimeRange& range,
                                    const CancelFlag* cancel = nullptr);

/// A sleeps CSV read back.
struct RecordedSleeps {
    std::string path;
    std::map<std::string, std::string> header;
    std::vector<SleepSample> sleeps;
    std::vector<std::string> warnings; ///< as in RecordedRun
};
/// Error: as readSamplesCsv, or more than 8 000 000 rows.
[[nodiscard]] Result<RecordedSleeps> readSleepsCsv(const std::string& path,
                                                   const CancelFlag* cancel = nullptr);

/// How much longer than asked each sleep of a sleeps CSV took. A file may hold very many sleeps, so nothing
/// else of them is kept.
struct RecordedOversleeps {
    static constexpr std::size_t kMost = 40'000'000; ///< more are an Error

    std::string path;
    std::map<std::string, std::string> header;
    std::vector<std::int64_t> values; ///< ns
    std::vector<std::string> warnings;
};
[[nodiscard]] Result<RecordedOversleeps> readOversleeps(const std::string& path,
                                                        const CancelFlag* cancel = nullptr,
                                                        const ReadProgress& progress = {});

} // namespace jitterscope

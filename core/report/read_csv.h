// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/csv.h"
#include "core/run/collector.h"
#include "core/run/statistics.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Rows between two changes of settings.
struct RecordedStretch {
    std::uint32_t index = 0; ///< as in the file: 0 is the run's first
    /// `strategy`, `strategy.x`, `rate_hz`, …: as the header lines name them.
    std::map<std::string, std::string> settings;
    FrameStatistics statistics;
    FrameFigures figures;
    [[nodiscard]] std::string setting(std::string_view key) const; ///< empty: not in the file
};

/// A samples CSV read back. Rows that contradict the ones before them are in no figure.
struct RecordedRun {
    static constexpr std::size_t kMostStretches = 1000;

    std::string path;
    std::map<std::string, std::string> header; ///< the `# key: value` lines, but for those of stretches
    std::vector<RecordedStretch> stretches;    ///< one, if nothing was changed
    /// What is wrong with the file though it can be read, a sentence each that names the line: cut off, rows
    /// missing, repeated or lost.
    std::vector<std::string> warnings;
    std::deque<FrameSample> frames; ///< the last ones, at most Collector::kKeptFrames
    std::int64_t framesNotKept = 0; ///< older ones; they are in the statistics all the same
    FrameStatistics statistics;
    FrameFigures figures; ///< of the whole file; exact, as the run itself reported them
};

/// Reads a samples CSV of any schema up to this program's. Error: one message with the line number; bounded
/// memory for any input (lines ≤ 64 KiB, files of devices refused).
[[nodiscard]] Result<RecordedRun> readSamplesCsv(const std::string& path, const CancelFlag* cancel = nullptr);

/// A sleeps CSV read back.
struct RecordedSleeps {
    std::string path;
    std::map<std::string, std::string> header;
    std::vector<SleepSample> sleeps;
    std::vector<std::string> warnings; ///< as RecordedRun's
};
[[nodiscard]] Result<RecordedSleeps> readSleepsCsv(const std::string& path,
                                                   const CancelFlag* cancel = nullptr);

} // namespace jitterscope

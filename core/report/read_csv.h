// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/csv.h"
#include "core/run/statistics.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace jitterscope {

/// A samples CSV read back.
struct RecordedRun {
    std::string path;
    std::map<std::string, std::string> header; ///< the `# key: value` lines
    std::deque<FrameSample> frames;            ///< the last ones, at most Collector::kKeptFrames
    std::int64_t framesNotKept = 0;            ///< older ones; they are in the statistics all the same
    FrameStatistics statistics;
    FrameFigures figures; ///< exact, as the run itself reported them
};

/// Reads a samples CSV of any schema up to this program's. Error: one message with the line number; bounded
/// memory for any input (lines ≤ 64 KiB, files of devices refused).
[[nodiscard]] Result<RecordedRun> readSamplesCsv(const std::string& path, const CancelFlag* cancel = nullptr);

/// A sleeps CSV read back.
struct RecordedSleeps {
    std::string path;
    std::map<std::string, std::string> header;
    std::vector<SleepSample> sleeps;
};
[[nodiscard]] Result<RecordedSleeps> readSleepsCsv(const std::string& path,
                                                   const CancelFlag* cancel = nullptr);

} // namespace jitterscope

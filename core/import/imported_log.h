// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/base/nanoseconds.h"
#include "core/compare/figure_catalog.h"
#include "core/compare/time_range.h"
#include "core/diagnosis/verdict.h"
#include "core/stats/distribution.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What the values of a log are. Nothing is made up: only a log with deadlines has lateness.
enum class LogQuantity : std::uint8_t {
    FrameTime, ///< from frame to frame
    Lateness,  ///< behind a deadline
    Duration,  ///< times of which the log does not say more
    FrameRate, ///< frames counted in each second, in 10⁻⁹ Hz; there are no frame times
};
/// `frame-time`, `lateness`, `duration`, `frames-each-second`.
[[nodiscard]] std::string_view quantityId(LogQuantity quantity) noexcept;
[[nodiscard]] std::optional<LogQuantity> quantityFrom(std::string_view id) noexcept;

/// A histogram as the log gives it; the single values are gone.
struct LogHistogram {
    struct Bucket {
        std::int64_t value = 0; ///< ns; what the log reports for a value in this bucket
        double middle = 0;      ///< ns; for the mean
        std::uint64_t count = 0;
    };
    std::vector<Bucket> buckets;   ///< ascending, none empty
    bool open = false;             ///< the log does not say how many values lie beyond `covered`
    bool coarse = false;           ///< buckets are wide: mean and deviation from them are approximate
    bool powers = false;           ///< each bucket ends at twice its beginning
    std::uint64_t overflow = 0;    ///< values beyond `covered`; only the maximum of them is known
    std::int64_t covered = 0;      ///< ns; every value up to it has its bucket
    std::optional<double> mean;    ///< ns, as recorded; wins over the one computed from the buckets
    std::optional<double> stddev;  ///< ns, as recorded
    std::optional<double> minimum; ///< ns, as recorded
    std::optional<double> maximum; ///< ns, as recorded
};

/// Times of a log, in its order; ns.
struct HeldTimes {
    /// Samples of one file that are held for exact percentiles; more are only in `distribution`.
    static constexpr std::size_t kMostSamples = 20'000'000;

    std::vector<std::int64_t> samples;
    /// Of times beside frame times: for each frame, whether it has one; frames after its end have none.
    std::vector<bool> ofFrame;
    std::int64_t samplesNotKept = 0; ///< they are still in `distribution`
    Distribution distribution;       ///< of all samples
    Summary summary;                 ///< logSummary()
};

/// A figure of figureCatalog() with its value.
struct LogFigure {
    const FigureEntry* entry = nullptr;
    double value = 0;
};

/// The values of one process, thread or tag of a log. Without samples, if the log is a histogram.
struct ImportedRun : HeldTimes {
    std::string name;    ///< `game.exe (4711)`, `thread 0`, a tag; the file's name where the log has none
    std::string program; ///< that wrote the log: `MangoHud`
    std::string version; ///< of that program; empty if not recorded
    std::string process; ///< that was recorded; empty if not in the log
    LogQuantity quantity = LogQuantity::FrameTime;
    /// What stands beside the frame times: displayed, GPU busy, latency. Frames that have none are missing.
    std::map<RunQuantity, HeldTimes> beside;
    std::optional<LogHistogram> histogram; ///< instead of samples
    std::optional<double> rateHz;          ///< frames divided by the time they took; absent if not to be told
    bool rateEstimated = false;            ///< of samples: most frames are not in the log
    /// Frames that the log marks as dropped; they count like all others. Absent: it does not say.
    std::optional<std::int64_t> notDisplayed;
    std::vector<bool> dropped;          ///< for each frame, whether it is one of these; as ofFrame
    std::optional<double> elapsed;      ///< ns from the first row to the last, by a clock beside the times
    std::optional<double> clockStep;    ///< ns from row to row by that clock, if it is always the same
    double framesInRow = 1;             ///< each value is the mean of so many frames, at most
    std::optional<double> sampledEvery; ///< ns from row to row; absent if every frame has its row
    std::size_t recording = 0;          ///< which recording of its file, from 1; 0: its only one
    std::optional<TakenPart> taken;     ///< only this part of it is here (ImportOptions::range)
    std::vector<std::size_t> displayedParts; ///< the same of the displayed times
    std::vector<std::size_t> parts;     ///< lengths of the runs that it is made of (ImportOptions::pooled)
    std::vector<LogFigure> figures;     ///< addGameFigures()
    std::optional<RecordedVerdict> fit; ///< judgeLog()
};

struct ImportedLog {
    std::string path;
    std::string format;       ///< an id of importCatalog()
    bool unitAssumed = false; ///< neither the log nor the user says the unit
    std::string timeColumn;   ///< name of a table's column of times; empty: it has none
    std::vector<ImportedRun> runs;
    /// What the log says of itself, and what was read into it: `os: Debian`, `unit: ms, by fps × frametime`.
    std::vector<std::string> comments;
    std::int64_t linesLeftOut = 0;
    std::vector<std::string> warnings; ///< each a sentence that names the line
};

/// Statistics of a run; ns. Exact where all samples are held, within 1/128 beyond ImportedRun::kMostSamples.
/// Of a histogram the percentile is the value that the histogram reports; absent where it lies in the
/// overflow. A cancelled one is unfinished.
[[nodiscard]] Summary logSummary(const ImportedRun& run, const CancelFlag* cancel = nullptr);
/// The same of times that are no histogram.
[[nodiscard]] Summary heldSummary(const HeldTimes& times, const CancelFlag* cancel = nullptr);

/// Of what the percentiles are, and how logSummary came by them: `exact`, `within 1/128`, `histogram`,
/// `histogram, powers of two`, `of samples`, `of means`, `of seconds`.
[[nodiscard]] std::string_view percentileKind(const ImportedRun& run) noexcept;

/// Share of the values above `limit`, 0 … 1. Absent without values, and where a histogram cannot tell.
[[nodiscard]] std::optional<double> shareBeyond(const ImportedRun& run, Nanoseconds limit);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/base/nanoseconds.h"
#include "core/base/result.h"
#include "core/compare/time_range.h"
#include "core/stats/distribution.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Whether a number in Hz can be a frame rate: its period is within 1 ns … 10^18 ns.
[[nodiscard]] constexpr bool isRate(double hertz) noexcept {
    return hertz >= 1e-9 && hertz <= 1e9;
}

/// What a figure is about. Nothing is made up: only a run with deadlines has an error.
enum class RunQuantity : std::uint8_t {
    FrameTime, ///< from release to release
    Lateness,  ///< release − deadline; negative: early
    Error,     ///< |lateness|
    Duration,  ///< times of a log that does not say more
    // What a log may record of frames beside their times. Of all but the first only summaries are kept.
    Displayed,      ///< from display to display
    GpuBusy,        ///< how long the GPU worked on a frame
    Latency,        ///< from the event that the log's column names until the frame was displayed
    AnimationError, ///< how much the animation moved on, less how long the frame stood displayed; magnitude
    CountedRate,    ///< frames counted in each second, in 10⁻⁹ Hz, where a log holds nothing else
};
/// As in files: `frame_time`, `lateness`, `error`, `duration`, `displayed_time`, `gpu_busy`, `latency`,
/// `animation_error`, `counted_rate`.
[[nodiscard]] std::string_view runQuantityName(RunQuantity quantity) noexcept;

/// What happened at each frame that counts, in order; in ns. Each column is empty or as long as the others,
/// but for `displayed`: frames that were never displayed have no value there.
struct RunColumns {
    std::vector<std::int64_t> frameTime;
    std::vector<std::int64_t> lateness;
    std::vector<std::int64_t> duration;  ///< instead of the two above
    std::vector<std::int64_t> spin;      ///< busy waiting before the frame
    std::vector<std::int64_t> lost;      ///< slots given up before it; a count
    std::vector<std::int64_t> displayed; ///< from the display of a frame to that of the next one displayed

    [[nodiscard]] std::size_t size() const noexcept;
    /// The values of one quantity; empty: not recorded. Errors are computed into `room`, which must outlive
    /// the result; the others are a view of their column.
    [[nodiscard]] std::span<const std::int64_t> values(RunQuantity quantity,
                                                       std::vector<std::int64_t>& room) const;
};

/// A value and how many frames had it. A log that is a histogram holds nothing else.
struct ValueCount {
    std::int64_t value = 0; ///< ns
    std::uint64_t count = 0;
};

/// Where a run comes from.
enum class RunOrigin : std::uint8_t {
    Here,      ///< measured by this program
    Simulated, ///< by this program, on a simulated machine
    Log,       ///< another program's log
};

/// A run that can be compared with others, whoever recorded it: this window, a file of this program, another
/// program's log. A value type; copies share its columns, which never change.
struct ComparedRun {
    using Texts = std::map<std::string, std::string>;

    std::string name;
    std::string note; ///< the user's
    RunOrigin origin = RunOrigin::Here;
    std::string recordedBy; ///< `Jitterscope`, `MangoHud 0.7.1`
    std::string path;       ///< of the file; empty: measured in this window
    std::string part;       ///< `#2`: which run of the file it is; empty: its only one
    std::string openedWith; ///< options of the command line that its log needs: `--unit us`; mostly empty
    std::string startedUtc; ///< ISO 8601; empty: not recorded
    Texts settings;         ///< keys as in the files: `strategy`, `strategy.x`, `rate_hz`, …
    Texts facts;            ///< of the machine: `kernel`, `cpu_model`, …; empty: not recorded

    std::map<RunQuantity, Summary> summaries; ///< as recorded, or of `columns`
    /// Null: only summaries were recorded, so there are no intervals.
    std::shared_ptr<const RunColumns> columns;
    std::vector<ValueCount> counts; ///< of the quantity `countsOf`, if the recording is a histogram
    RunQuantity countsOf = RunQuantity::Duration;
    bool coarseCounts = false; ///< each value stands for all from half of it on
    std::size_t recording = 0; ///< which recording of its file it belongs to, from 1; 0: the only one
    /// Lengths of the recordings that `columns` are made of, in order; empty: one recording.
    std::vector<std::size_t> parts;
    std::vector<std::size_t> displayedParts; ///< the same of the column `displayed`
    std::optional<TakenPart> taken;          ///< only this part of the recording is here; absent: all of it
    std::int64_t frames = 0;                 ///< number of frames that count
    std::int64_t framesWithout = 0;          ///< number of these that are not in `columns`: too many to keep

    std::optional<double> rateHz; ///< asked for; in a log, as recorded or estimated
    bool rateEstimated = false;
    std::optional<Nanoseconds> tolerance; ///< lateness beyond it counts as late
    std::optional<double> lateFraction;
    std::optional<double> lostFraction; ///< of all slots
    std::optional<double> threadPercent;
    std::optional<double> processPercent;
    std::optional<double> machinePercent;
    std::optional<double> pressurePercent; ///< of the time in which some thread waited for a processor
    std::optional<double> stealPercent;    ///< of all processors' time
    std::optional<double> driftPpm;
    std::optional<double> droppedFraction; ///< of the frames; they were presented, but never displayed

    std::vector<std::string> disturbances; ///< half sentences, as of disturbancesOf()
    std::vector<std::string> warnings;     ///< sentences of the reader
    std::vector<std::string> lacks;        ///< what the recording does not hold, each a sentence
    std::string command;                   ///< the command line that repeats it; empty: not known

    [[nodiscard]] bool has(RunQuantity quantity) const { return summaries.contains(quantity); }
    /// Lengths of the recordings in the values of this quantity.
    [[nodiscard]] const std::vector<std::size_t>& partsOf(RunQuantity quantity) const noexcept {
        return quantity == RunQuantity::Displayed ? displayedParts : parts;
    }
    [[nodiscard]] bool hasDeadlines() const { return has(RunQuantity::Error); }
    /// Seconds from its first frame to the last, by its frame times; absent without them.
    [[nodiscard]] std::optional<double> seconds() const;
};

/// Cuts names, settings and facts to what is kept of a text from outside (limited()). The user's note stays.
void limitTexts(ComparedRun& run);

/// `absolute-sleep, 60 Hz, x 2`: a run by its settings, in the words of the files; empty without a strategy.
[[nodiscard]] std::string settingsTitle(const ComparedRun::Texts& settings);

/// For each of these runs, its settings that are not the same in all and not in the title: `policy
/// accumulator, load 2`. They tell the stretches of one run apart.
[[nodiscard]] std::vector<std::string> differingSettings(const std::vector<ComparedRun::Texts>& runs);

/// Of each name what tells it from the one most like it, where there is no room for all of it: `… x 2` of
/// `precise-sleep · 144 Hz · x 2` beside `… x 1`. A name that is like no other, and equal ones, as they are.
[[nodiscard]] std::vector<std::string> namesApart(const std::vector<std::string>& names);

/// Computes the summaries, and the shares of late and lost frames, from the columns. Call it once the columns
/// are set, for a run whose recording has no summaries. If cancelled, `run` is unfinished.
void summarizeColumns(ComparedRun& run, const CancelFlag* cancel = nullptr);

/// Joins several recordings of the same loop to one run: their columns one after the other, their lengths
/// (`parts`), and the settings on which they agree. Its warnings name what they disagree on. From five
/// recordings on, intervals include what differs between recordings. A single recording stays as it is. If
/// cancelled, the result is unfinished. Error (Format): there are no recordings, or their columns differ.
[[nodiscard]] Result<ComparedRun> pooled(std::vector<ComparedRun> runs, const std::string& name,
                                         const CancelFlag* cancel = nullptr);

/// Adds the counts of histograms up, as of the threads of a cyclictest: all of them as one. Error (Format):
/// they are not histograms of the same quantity, with buckets of the same kind.
[[nodiscard]] Result<ComparedRun> pooledCounts(const std::vector<ComparedRun>& runs, const std::string& name);

} // namespace jitterscope

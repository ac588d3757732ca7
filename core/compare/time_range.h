// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/base/nanoseconds.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace jitterscope {

struct ComparedRun;

/// A part of a recording by its time, counted from the beginning of its first frame.
struct TimeRange {
    std::optional<Nanoseconds> from; ///< absent: from the beginning
    std::optional<Nanoseconds> to;   ///< absent: to the end

    [[nodiscard]] bool whole() const noexcept { return !from && !to; }
    [[nodiscard]] bool holds(double moment) const noexcept;
    bool operator==(const TimeRange&) const = default;
};

/// What a recording was before a part of it was taken.
struct TakenPart {
    TimeRange range;
    double whole = 0;         ///< ns, of the whole recording
    std::int64_t leftOut = 0; ///< frames of it that are not in the part

    /// `10 s … 70 s of 83.2 s, 1 204 frames left out`
    [[nodiscard]] std::string text() const;
    bool operator==(const TakenPart&) const = default;
};

/// Frames from `first` to before `last`.
struct FrameSpan {
    std::size_t first = 0;
    std::size_t last = 0;
};
/// The frames that begin within the range: a frame begins when those before it have passed.
[[nodiscard]] FrameSpan framesIn(std::span<const std::int64_t> frameTimes, const TimeRange& range) noexcept;

/// As options of the command line: `--from 10s --to 70s`; empty: the whole.
[[nodiscard]] std::string rangeOptions(const TimeRange& range);

/// The run with this part of its frames alone. What is known of the whole run only goes: CPU, drift, drops,
/// and what stands beside the frame times. A pooled run keeps this part of each recording.
/// Error (Usage): it has no frame times, or no frame in the range. Cancelled.
[[nodiscard]] Result<ComparedRun> partOf(const ComparedRun& run, const TimeRange& range,
                                         const CancelFlag* cancel = nullptr);

/// The seconds at the beginning of a recording in which frames take ten times as long as later, or a tenth
/// of it: a loading screen, a menu.
struct OtherBeginning {
    Nanoseconds length{}; ///< whole seconds
    double usual = 0;     ///< ns, the median frame time in them
    double later = 0;     ///< ns, that of the frames after them
    /// `its first 4 s run at about 6.0 frames a second, the rest at 60`
    [[nodiscard]] std::string observed() const;
    /// The same, and the option that leaves them out.
    [[nodiscard]] std::string text() const;
};
/// Absent: it begins as it goes on, is shorter than ten seconds, or more than half of it is like that.
[[nodiscard]] std::optional<OtherBeginning> otherBeginning(std::span<const std::int64_t> frameTimes);

} // namespace jitterscope

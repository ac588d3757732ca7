// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/evidence.h"
#include "core/stats/interval.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// CPU time in % of one core: `0.3 %`, `below 0.1 %`.
[[nodiscard]] std::string cpuWords(double percent);

/// From this share of the measured processor's time on, what the window draws may make frames late.
inline constexpr double kWindowDisturbs = 0.1;
/// `This program's window used 12 % of the measured processor's time.`
[[nodiscard]] std::string windowOnProcessorText(double share);
/// A note below an anatomy whose time in the run queue could not be read; empty: it could, or there is none.
[[nodiscard]] std::string queueNote(const LoopEvidence& loop);
/// A difference with its 95 % interval, `−12.2 (−14.0 … −10.6)`, in units of 1 / `scale`; a dash if absent.
[[nodiscard]] std::string intervalText(const std::optional<Share>& difference, double scale, int decimals);
/// The same. It is also a dash if no difference is shown: the interval contains 0.
[[nodiscard]] std::string differenceText(const std::optional<Share>& difference, double scale, int decimals);

/// One late frame, for whoever points at it.
struct LateFrameWords {
    std::string title; ///< `Frame 1 234 started 2.00 ms late`
    std::string cause; ///< what its first cause is
    std::string foot;  ///< from when on it is late, and what its parts add up to
};
[[nodiscard]] LateFrameWords lateFrameWords(const FrameSample& frame, Nanoseconds tolerance);

/// One figure that supports a statement, as text: `late frames` – `8 of 800`.
struct Ground {
    std::string name;
    std::string value;
};

/// The figures that support a statement of a diagnosis. With these, window and report can show the evidence
/// of every statement.
struct StatementGrounds {
    /// `verdict`, `finding:ID`, `suspect:ID`, `cause:ID`, `trial:ID`, `recommendation`, `x`, `disturbance`
    std::string id;
    std::string statement; ///< its text
    std::vector<Ground> grounds;
};

/// All statements of a concluded diagnosis, in the order of a report. They have only measured values.
[[nodiscard]] std::vector<StatementGrounds> groundsOf(const Diagnosis& diagnosis);

/// The figures of one statement; empty: the statement was not made.
[[nodiscard]] std::vector<Ground> groundsOf(const Diagnosis& diagnosis, std::string_view id);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/compare/figure_catalog.h"
#include "core/stats/interval.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// By what two runs are judged. What is absent comes from the runs themselves.
struct CompareOptions {
    std::optional<Nanoseconds> tolerance; ///< one for both; absent: each run's own
    std::optional<Nanoseconds> limit;     ///< of a frame time; absent: 1.1 periods of A
    std::size_t resamples = 2000;
    std::uint64_t seed = 1;
    /// By how much frame times and rates differ when the same is recorded again, as a share: a smaller
    /// difference of two single recordings is no difference of what was recorded. 0 … 1.
    double repeats = 0.03;
};

/// The options with a limit: 1.1 periods of A if none was chosen.
[[nodiscard]] CompareOptions withLimit(const ComparedRun& a, CompareOptions options);

/// One line of a comparison: B − A.
struct FigureDifference {
    enum class Outcome : std::uint8_t {
        Different, ///< the interval does not contain zero
        NotShown,  ///< it does
        /// It does not, but the difference is no larger than between recordings of the same: `why`.
        AboutTheSame,
        TooShort,   ///< the frames hang together for too long against the recording: `why`
        NoInterval, ///< one number a run, or too few frames: `why`
        Unlike,     ///< the two measured different things: `why`
        Absent,     ///< not recorded in one of them or in both: `why`
    };
    const FigureEntry* entry = nullptr;
    std::optional<double> a;
    std::optional<double> b;
    std::optional<Interval> interval; ///< of b − a; all of a comparison hold together, with 95 %
    Outcome outcome = Outcome::Absent;
    std::string why;     ///< half a sentence
    int better = 0;      ///< +1: B is better; −1: worse; 0: neither, or no difference shown
    bool judged = false; ///< the verdict looks at it

    [[nodiscard]] std::optional<double> difference() const {
        return a && b ? std::optional(*b - *a) : std::nullopt;
    }
};

/// What makes a pair fair, or not.
struct FairnessRemark {
    bool good = false;
    std::string text; ///< one sentence
};

enum class PairVerdict : std::uint8_t {
    NotComparable, ///< nothing that both measured
    TooFew,        ///< no interval for any figure that is judged
    TooShort,      ///< the recordings are too short to tell
    AboutTheSame,  ///< no more than another recording of the same would show
    NotShown,      ///< no difference shown
    Faster,        ///< B's typical frame is shorter; its slow ones are shorter for that reason alone
    Slower,
    Better, ///< B is better in what differs
    Worse,
    Mixed, ///< B is better in one figure and worse in another
};
/// `not-comparable`, `too-few`, `too-short`, `about-the-same`, `no-difference-shown`, `faster`, `slower`,
/// `better`, `worse`, `mixed`
[[nodiscard]] std::string_view pairVerdictId(PairVerdict verdict) noexcept;

/// B against A. Every sentence is made here once: window, terminal and reports show the same words.
struct Comparison {
    static constexpr double kLevel = 0.95;

    PairVerdict verdict = PairVerdict::NotComparable;
    /// The verdict: `B is steadier: 99 of 100 frames take at most 1.1 × the median instead of 1.6 ×.`
    std::string sentence;
    std::string detail; ///< how sure, and what shows no difference
    std::vector<FairnessRemark> fairness;
    std::vector<FigureDifference> figures;
    std::optional<Nanoseconds> tolerance; ///< of late frames, for both; absent: two, or none
    std::optional<Nanoseconds> limit;     ///< of frame times
    std::size_t resamples = 0;
    std::size_t blockA = 0; ///< frames in a block; 0: no intervals
    std::size_t blockB = 0;
    std::size_t partsA = 0; ///< recordings, drawn whole instead of blocks; 0: blocks
    std::size_t partsB = 0;

    /// `2 000 resamples in blocks of 120 frames (A) and whole recordings, 8 (B)`; empty: no intervals.
    [[nodiscard]] std::string method() const;
    [[nodiscard]] const FigureDifference* find(std::string_view id) const noexcept;
};

/// Compares two runs. Intervals come from the block bootstrap (core/stats/block_bootstrap.h) and are
/// reproducible from the seed. They hold together: looking at several figures finds no more differences by
/// chance than looking at one. Any thread.
/// * `cancel` (may be null) ends the comparison within 200 ms; the result is then unfinished.
/// * `progress`: 0 … 1.
[[nodiscard]] Comparison compareRuns(const ComparedRun& a, const ComparedRun& b,
                                     const CompareOptions& options = {}, const CancelFlag* cancel = nullptr,
                                     const std::function<void(double)>& progress = {});

/// The figures of one run alone, as they stand in a comparison; for a list of runs.
[[nodiscard]] std::optional<double> figureOf(const FigureEntry& entry, const ComparedRun& run,
                                             const CompareOptions& options = {});

/// Name of a figure for a table, including the limit or the tolerance by which both are judged.
[[nodiscard]] std::string figureName(const FigureEntry& entry, const Comparison& comparison);

/// Whether what differs from one recording of the same to the next is not in the intervals: fewer than five
/// recordings on a side.
[[nodiscard]] bool oneRecordingEach(const ComparedRun& a, const ComparedRun& b) noexcept;

/// Whether both runs have deadlines, at different rates.
[[nodiscard]] bool ratesDiffer(const ComparedRun& a, const ComparedRun& b) noexcept;

/// Why this figure of the two cannot be compared; empty: it can.
[[nodiscard]] std::string whyUnlike(const FigureEntry& entry, const ComparedRun& a, const ComparedRun& b,
                                    const CompareOptions& options);

/// What the two have in common; absent: nothing.
[[nodiscard]] std::optional<CommonGround> commonGround(const ComparedRun& a, const ComparedRun& b) noexcept;

/// Whether a fact under this key is of the machine and is compared: `gpu`, `resolution`, `kernel`, …
[[nodiscard]] bool isComparedFact(std::string_view key) noexcept;

/// What differs besides the strategy, and what is not known of the two runs.
[[nodiscard]] std::vector<FairnessRemark> fairnessOf(const ComparedRun& a, const ComparedRun& b);

} // namespace jitterscope

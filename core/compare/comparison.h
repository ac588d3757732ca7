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

/// The values by which two runs are judged. An absent one comes from the runs themselves.
struct CompareOptions {
    std::optional<Nanoseconds> tolerance; ///< one for both; absent: each run's own
    /// Of a frame time; absent: 1.1 periods of A, or 1.1 of its median frame time where it has no period.
    std::optional<Nanoseconds> limit;
    std::size_t resamples = 2000;
    std::uint64_t seed = 1;
    /// How much frame times and rates differ when the same thing is recorded again, as a share, 0 … 1. If two
    /// single recordings differ by less, what was recorded need not differ.
    double repeats = 0.03;
};

/// The options with a limit, if there is one to be had.
[[nodiscard]] CompareOptions withLimit(const ComparedRun& a, CompareOptions options);

/// One line of a comparison: B − A.
struct FigureDifference {
    enum class Outcome : std::uint8_t {
        Different, ///< the interval does not contain zero
        NotShown,  ///< it does
        /// It does not, but two recordings of the same thing would differ as much: `why`.
        AboutTheSame,
        TooShort,   ///< the recording is too short against how long its frames stay correlated: `why`
        NoInterval, ///< one number per run, or too few frames: `why`
        Unlike,     ///< the two measured different things: `why`
        Absent,     ///< not recorded in one of them or in both: `why`
    };
    const FigureEntry* entry = nullptr;
    std::optional<double> a;
    std::optional<double> b;
    std::optional<Interval> interval; ///< of b − a; simultaneous with the other figures, 95 %
    Outcome outcome = Outcome::Absent;
    std::string why;        ///< half a sentence
    Way way = Way::Neither; ///< Neither also if no difference is shown
    bool judged = false;    ///< whether the verdict looks at it

    [[nodiscard]] std::optional<double> difference() const {
        return a && b ? std::optional(*b - *a) : std::nullopt;
    }
};

/// What makes a pair fair, or not.
struct FairnessRemark {
    bool good = false;
    std::string text; ///< one sentence
};

/// What a comparison comes to.
enum class PairVerdict : std::uint8_t {
    NotComparable, ///< there is nothing that both measured
    TooFew,        ///< no interval for any figure that is judged
    TooShort,      ///< the recordings are too short to tell
    AboutTheSame,  ///< they differ no more than another recording of the same thing would
    NotShown,      ///< no difference shown
    Faster,        ///< B's typical frame is shorter; that alone makes its slow frames shorter
    Slower,
    Better, ///< B is better in what differs
    Worse,
    Mixed, ///< B is better in one figure and worse in another
};
/// `not-comparable`, `too-few`, `too-short`, `about-the-same`, `no-difference-shown`, `faster`, `slower`,
/// `better`, `worse`, `mixed`
[[nodiscard]] std::string_view pairVerdictId(PairVerdict verdict) noexcept;

/// B against A. Every sentence is made once, here. So window, terminal and reports show the same words.
struct Comparison {
    static constexpr double kLevel = 0.95;

    PairVerdict verdict = PairVerdict::NotComparable;
    /// The verdict: `B is steadier: 99 of 100 frames take at most 1.1 × the median instead of 1.6 ×.`
    std::string sentence;
    std::string detail; ///< how sure, and what shows no difference
    std::vector<FairnessRemark> fairness;
    std::vector<FigureDifference> figures;
    std::optional<Nanoseconds> tolerance; ///< of late frames, for both; absent: each its own, or none
    std::optional<Nanoseconds> limit;     ///< of frame times
    std::size_t resamples = 0;
    std::size_t blockA = 0; ///< frames in a block; 0: no intervals
    std::size_t blockB = 0;
    std::size_t partsA = 0; ///< recordings that were drawn whole instead of blocks; 0: blocks
    std::size_t partsB = 0;

    /// `2 000 resamples in blocks of 120 frames (A) and whole recordings, 8 (B)`; empty: no intervals.
    [[nodiscard]] std::string method() const;
    [[nodiscard]] const FigureDifference* find(std::string_view id) const noexcept;
};

/// Compares two runs. Intervals come from the block bootstrap (core/stats/block_bootstrap.h) and are
/// reproducible from the seed. They are simultaneous: chance shows a difference in several figures no more
/// often than in one. Any thread.
/// * `cancel` (may be null) ends the comparison within 200 ms; the result is then unfinished.
/// * `progress`: 0 … 1.
[[nodiscard]] Comparison compareRuns(const ComparedRun& a, const ComparedRun& b,
                                     const CompareOptions& options = {}, const CancelFlag* cancel = nullptr,
                                     const std::function<void(double)>& progress = {});

/// A figure of one run alone, as a comparison has it; for a list of runs. Absent: the run does not have it.
[[nodiscard]] std::optional<double> figureOf(const FigureEntry& entry, const ComparedRun& run,
                                             const CompareOptions& options = {});

/// The figures of one run, one after the other: values that several need are sorted once. It holds at most
/// one copy of the values besides what a figure needs. `run` must outlive it.
class RunFigures {
public:
    explicit RunFigures(const ComparedRun& run, const CompareOptions& options = {})
        : m_run(run), m_options(options) {}

    /// As figureOf().
    [[nodiscard]] std::optional<double> of(const FigureEntry& entry);

private:
    [[nodiscard]] std::optional<double> valueOfEntry(const FigureEntry& entry,
                                                     const SeriesStatistic& statistic);

    const ComparedRun& m_run;
    CompareOptions m_options;
    std::vector<std::int64_t> m_sorted;
    const FigureEntry* m_sortedFor = nullptr;
};

/// The name of a figure for a table, with the limit or the tolerance by which both are judged.
[[nodiscard]] std::string figureName(const FigureEntry& entry, const Comparison& comparison);

/// Whether a side has fewer than five recordings. Then the intervals do not include what differs between
/// recordings of the same thing.
[[nodiscard]] bool oneRecordingEach(const ComparedRun& a, const ComparedRun& b) noexcept;

/// Whether both runs have deadlines, but different rates.
[[nodiscard]] bool ratesDiffer(const ComparedRun& a, const ComparedRun& b) noexcept;

/// Why this figure cannot be compared between the two; empty: it can.
[[nodiscard]] std::string whyUnlike(const FigureEntry& entry, const ComparedRun& a, const ComparedRun& b,
                                    const CompareOptions& options);

/// What the two runs have in common; absent: nothing.
[[nodiscard]] std::optional<CommonGround> commonGround(const ComparedRun& a, const ComparedRun& b) noexcept;

/// Whether the fact with this key is about the machine and is compared: `gpu`, `resolution`, `kernel`, …
[[nodiscard]] bool isComparedFact(std::string_view key) noexcept;

/// What differs besides the strategy, and what is not known of the two runs.
[[nodiscard]] std::vector<FairnessRemark> fairnessOf(const ComparedRun& a, const ComparedRun& b);

} // namespace jitterscope

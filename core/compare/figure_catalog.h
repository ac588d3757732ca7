// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/stats/block_bootstrap.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// What two runs have in common. It decides how they are compared.
enum class CommonGround : std::uint8_t {
    Deadlines,  ///< both have frame times and lateness
    FrameTimes, ///< one of them has no deadlines
    Displayed,  ///< the same, and both record how long each frame was displayed, which is compared first
    Lateness,   ///< wake-ups of another program: they have lateness, but no frames
    Durations,  ///< times of which nothing else is known
};

/// What a difference means for B.
enum class Way : std::int8_t { Worse = -1, Neither = 0, Better = 1 };
[[nodiscard]] constexpr Way opposite(Way way) noexcept {
    return static_cast<Way>(-static_cast<int>(way));
}
/// `better`, `worse`, or empty
[[nodiscard]] std::string_view wayId(Way way) noexcept;

/// One line of a comparison.
///
/// To add one, add a line to figure_catalog.cpp. Table, reports, files, `--assert` and verdict all use it.
struct FigureEntry {
    enum class Unit : std::uint8_t { Time, Share, Rate, Percent, Ppm, Factor };
    /// How a statistic becomes the figure.
    enum class Form : std::uint8_t {
        Itself,
        Rate,     ///< a time becomes a rate in Hz
        OfSlots,  ///< lost slots per frame become a share of all slots
        OfPeriod, ///< a time becomes a share of the run's target period
        Nano,     ///< 10⁻⁹ Hz become Hz
    };

    /// What a difference in the figure means for someone who watches the frames.
    enum class Aspect : std::uint8_t {
        Steadiness, ///< slow or late frames
        Speed,      ///< the typical frame
        Evenness,   ///< slow frames relative to the typical one; a change of speed alone does not change it
        Cost,       ///< the CPU time that punctuality takes; it decides no verdict
    };

    std::string_view id;   ///< as `run --json` names it: `error.p99`; never changes
    std::string_view name; ///< for a table: `Error, 99 of 100`
    std::string_view help; ///< one sentence
    Unit unit = Unit::Time;
    bool moreIsBetter = false;
    /// Where the figure comes from: a statistic of a quantity …
    RunQuantity quantity = RunQuantity::Error;
    SeriesStatistic statistic;
    Form form = Form::Itself;
    std::optional<double> Summary::*recorded = nullptr; ///< used if a run holds no columns
    /// … or one number of the run, which has no interval.
    std::optional<double> ComparedRun::*single = nullptr;
    /// … or a statistic of a column that is not a quantity: spinning and lost slots per frame.
    std::vector<std::int64_t> RunColumns::*column = nullptr;
    std::span<const CommonGround> grounds; ///< where it is shown
    std::span<const CommonGround> aimless; ///< where neither less nor more is better, since the rate is set

    /// … or a statistic of values computed from the columns, one for each frame.
    std::vector<std::int64_t> (*derived)(const ComparedRun&) = nullptr;
    /// The figure is divided by this statistic of the frame times, in each resample.
    std::optional<SeriesStatistic> over;
    /// Whether players of games ask for it, so that the table of a single log has it, too.
    bool ofGames = false;
    /// Whether it is about what a log may record beside frame times. It is shown only if it was recorded. Of
    /// all but the displayed times only a summary is kept.
    bool beside = false;
    /// Whether it is a time or a rate of frames. Repeated recordings of the same thing differ
    /// a little in these (CompareOptions::repeats).
    [[nodiscard]] bool repeatsDiffer() const noexcept;

    // What the verdict says. If empty, the verdict does not look at the figure.
    int order = 0; ///< place among the verdict's figures: 1 comes first
    Aspect aspect = Aspect::Steadiness;
    std::string_view wins;  ///< `is on time more often`
    std::string_view loses; ///< `is late more often`
    std::string_view says;  ///< `%1 of the frames are late instead of %2`; %3: by which tolerance
    std::span<const CommonGround> judged; ///< where the verdict looks at it

    [[nodiscard]] bool isMedian() const noexcept {
        return statistic.kind == SeriesStatistic::Kind::Quantile && statistic.argument == 0.5;
    }
    /// Whether both are statistics of the same values.
    [[nodiscard]] bool sameValuesAs(const FigureEntry& other) const noexcept;
    [[nodiscard]] bool shownOn(CommonGround ground) const noexcept;
    [[nodiscard]] bool judgedOn(CommonGround ground) const noexcept;
    /// Whether a comparison of two runs on this ground shows it. `ratesDiffer`: their target rates differ.
    [[nodiscard]] bool shownOn(CommonGround ground, bool ratesDiffer) const noexcept {
        return shownOn(ground) && (ratesDiffer || form != Form::OfPeriod);
    }
    /// Whether this run, or a log of its kind, can have it at all.
    [[nodiscard]] bool appliesTo(const ComparedRun& run) const;
    /// Whether it is a number of the run that cannot be computed from columns.
    [[nodiscard]] bool numberOfRun() const noexcept;
    /// Whether it is one number per run, without an interval.
    [[nodiscard]] bool singleNumber() const noexcept;
    /// What it means if B has more of it.
    [[nodiscard]] Way ofMore(CommonGround ground) const noexcept;
};

/// All figures, in the order in which a table shows them. Immutable; any thread.
[[nodiscard]] std::span<const FigureEntry> figureCatalog();

/// The figure that a statistic of the values of `run` becomes (FigureEntry::Form). NaN if it is a share of
/// the period and the period is not known.
[[nodiscard]] double figureOf(const FigureEntry& entry, double statistic, const ComparedRun& run) noexcept;

/// `12.3 µs`, `0.25 %`, `143.9 Hz`: the figure as tables and sentences show it.
[[nodiscard]] std::string figureText(const FigureEntry& entry, double value);
/// `+12.3 µs`, `−0.25 points`: a difference, or one end of its interval.
[[nodiscard]] std::string signedFigureText(const FigureEntry& entry, double value);
/// `−2.62 … −2.22 ms`: both ends of an interval. If they have the same unit, it is written once.
[[nodiscard]] std::string intervalText(const FigureEntry& entry, const Interval& interval,
                                       std::string_view between = " … ");
/// Two figures as one text: `2.22 ms` and `2.62 ms` become `2.22 and 2.62 ms`.
[[nodiscard]] std::string spanText(std::string_view first, std::string_view second, std::string_view between);

} // namespace jitterscope

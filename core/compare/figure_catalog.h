// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/stats/block_bootstrap.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// What two runs have in common, and so how they are compared.
enum class CommonGround : std::uint8_t {
    Deadlines,  ///< both have frame times and lateness
    FrameTimes, ///< one of them has no deadlines
    Lateness,   ///< wake-ups of another program: late, but no frames
    Durations,  ///< times of which no more is known
};

/// One line of a comparison.
///
/// To add one: a line in figure_catalog.cpp. Table, reports, files, `--assert` and the verdict take it from
/// there.
struct FigureEntry {
    enum class Unit : std::uint8_t { Time, Share, Rate, Percent, Ppm, Factor };
    /// How a statistic becomes the figure.
    enum class Form : std::uint8_t {
        Itself,
        Rate,     ///< of a time: a rate in Hz
        OfSlots,  ///< of lost slots per frame: a share of all slots
        OfPeriod, ///< of a time: a share of the period that the run was asked for
        Nano,     ///< of 10⁻⁹ Hz: Hz
    };

    /// What a difference in it means to whoever watches the frames.
    enum class Aspect : std::uint8_t {
        Steadiness, ///< slow or late frames
        Speed,      ///< the typical frame
        Evenness,   ///< slow frames against the typical one, which a change of speed alone leaves as it is
        Cost,       ///< what being on time takes; decides no verdict
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
    std::optional<double> Summary::*recorded = nullptr; ///< where a run holds no columns
    /// … or one number of the run, which has no interval.
    std::optional<double> ComparedRun::*single = nullptr;
    /// … or of a column that is no quantity: spinning and lost slots per frame.
    std::vector<std::int64_t> RunColumns::*column = nullptr;
    std::span<const CommonGround> grounds; ///< where it is shown
    std::span<const CommonGround> aimless; ///< where neither less nor more is better: the rate was asked for

    /// … or computed from the columns: one value a frame.
    std::vector<std::int64_t> (*derived)(const ComparedRun&) = nullptr;
    /// Divided by this statistic of the frame times, in each resample.
    std::optional<SeriesStatistic> over;
    /// Players of games ask for it, so it stands in a log's own table too.
    bool ofGames = false;
    /// Of what a log may record beside frame times: only figures are kept, and it is shown only where it was
    /// recorded.
    bool beside = false;
    /// Whether it is a time or a rate of frames, which repeated recordings of the same thing show a little
    /// different each time (CompareOptions::repeats).
    [[nodiscard]] bool repeatsDiffer() const noexcept;

    // What the verdict says; empty: the verdict does not look at it.
    int order = 0; ///< of the verdict's figures: 1 comes first
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
    /// Whether a comparison of two runs on this ground shows it. `ratesDiffer`: they were asked for different
    /// rates.
    [[nodiscard]] bool shownOn(CommonGround ground, bool ratesDiffer) const noexcept {
        return shownOn(ground) && (ratesDiffer || form != Form::OfPeriod);
    }
    /// Whether a run has it at all, or a log of that kind has.
    [[nodiscard]] bool appliesTo(const ComparedRun& run) const;
    /// Whether it is a number of the run, for which there is nothing to compute from.
    [[nodiscard]] bool numberOfRun() const noexcept;
    /// Whether it is one number a run, without an interval.
    [[nodiscard]] bool singleNumber() const noexcept;
    /// +1: more is better; −1: less is; 0: neither.
    [[nodiscard]] int direction(CommonGround ground) const noexcept;
};

/// In the order in which a table shows them.
[[nodiscard]] std::span<const FigureEntry> figureCatalog();

/// The figure that a statistic of the values of `run` becomes (FigureEntry::Form). NaN: a share of a period
/// that is not known.
[[nodiscard]] double figureOf(const FigureEntry& entry, double statistic, const ComparedRun& run) noexcept;

/// `12.3 µs`, `0.25 %`, `143.9 Hz`: as it stands in tables and sentences.
[[nodiscard]] std::string figureText(const FigureEntry& entry, double value);
/// `+12.3 µs`, `−0.25 points`: a difference, or one end of its interval.
[[nodiscard]] std::string signedFigureText(const FigureEntry& entry, double value);
/// `−2.62 … −2.22 ms`: both ends of an interval, with the unit once if they have the same.
[[nodiscard]] std::string intervalText(const FigureEntry& entry, const Interval& interval,
                                       std::string_view between = " … ");
/// Two figures as one text: `2.22 ms` and `2.62 ms` become `2.22 and 2.62 ms`.
[[nodiscard]] std::string spanText(std::string_view first, std::string_view second, std::string_view between);

} // namespace jitterscope

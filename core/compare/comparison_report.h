// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/curves.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// A thread or a processor of both sides, compared by itself.
struct EachPair {
    std::string name; ///< `thread 0`
    PairVerdict verdict = PairVerdict::NotComparable;
    std::string sentence;
};

/// A comparison with everything that its report needs. What its references refer to must outlive it.
struct ComparisonReport {
    const ComparedRun& a;
    const ComparedRun& b;
    const Comparison& comparison;
    const ComparisonCurves* curves = nullptr; ///< null: without pictures
    const CompareOptions& options;
    std::string note{};           ///< the user's
    bool redacted = false;        ///< command lines are left out, too, and the report says so (core/privacy)
    std::vector<EachPair> each{}; ///< the threads or processors of both, if the two are made of such
};

/// The command line that makes this comparison from the same files. `A.csv` or `B.csv` stands for a run
/// without a file.
[[nodiscard]] std::string compareCommand(const ComparisonReport& report);

/// The headings of the table of differences, as reports and the window show it.
inline constexpr std::array<std::string_view, 5> kDifferenceHeadings{"figure", "A", "B",
                                                                     "B − A, with its interval", "B is"};
/// The lines that it has, in their order: those of figures that at least one of the runs has.
[[nodiscard]] std::vector<const FigureDifference*> differenceLines(const Comparison& comparison);
/// The texts of one of its lines, under those headings.
struct DifferenceTexts {
    std::string name, a, b;
    std::string difference; ///< `−2.41 ms (−2.62 … −2.22 ms)`, or why there is none
    std::string better;     ///< `better`, `worse`, or empty
};
[[nodiscard]] DifferenceTexts differenceTexts(const FigureDifference& line, const Comparison& comparison);

/// The figure that stands for a run in a list: `frame time: 99 of 100 are at most this`, `9.49`, `ms p99`.
struct HeadFigure {
    std::string name, value, unit;
};
/// Absent: the run has no such figure.
[[nodiscard]] std::optional<HeadFigure> headFigure(const ComparedRun& run);

/// `measured here`, `simulated`, `MangoHud 0.7.1`: where a run comes from, in the words of its badge.
[[nodiscard]] std::string sourceText(const ComparedRun& run);

/// `strategy precise-sleep, x 1 · policy drop-and-rest · 240 Hz · …`: the settings that a reader asks for.
[[nodiscard]] std::string settingsText(const ComparedRun& run);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison.h"
#include "core/compare/curves.h"
#include "core/report/document.h"
#include "core/report/svg.h"

#include <string>

namespace jitterscope {

/// A comparison with what a report says of it. A value of references: they must outlive it.
struct ComparisonReport {
    const ComparedRun& a;
    const ComparedRun& b;
    const Comparison& comparison;
    const ComparisonCurves* curves = nullptr; ///< null: without pictures
    const CompareOptions& options;
    std::string note{}; ///< the user's
};

/// Verdict, pictures, differences, and for each run what was measured where, when, with what settings, how
/// disturbed, and how to repeat it. Files are named without their folders. `theme` of the pictures:
/// Automatic for HTML, Light for what Qt draws.
[[nodiscard]] Document comparisonDocument(const ComparisonReport& report,
                                          SvgTheme theme = SvgTheme::Automatic);

/// JSON; docs/compare.md describes it.
[[nodiscard]] std::string comparisonJson(const ComparisonReport& report);
/// One row a figure; `# key: value` lines before them.
[[nodiscard]] std::string comparisonCsv(const ComparisonReport& report);

/// The command line that makes the comparison from the same files. Runs without a file are named by hand.
[[nodiscard]] std::string compareCommand(const ComparisonReport& report);

/// The texts of one line of the table of differences.
struct DifferenceTexts {
    std::string name, a, b;
    std::string difference; ///< `−2.41 ms (−2.62 … −2.22 ms)`, or why there is none
    std::string better;     ///< `better`, `worse`, or empty
};
[[nodiscard]] DifferenceTexts differenceTexts(const FigureDifference& line, const Comparison& comparison);

/// `measured here`, `simulated`, `MangoHud 0.7.1`: where a run comes from, in the words of its badge.
[[nodiscard]] std::string sourceText(const ComparedRun& run);

/// `strategy precise-sleep, x 1 · policy drop-and-rest · 240 Hz · …`: the settings that a reader asks for.
[[nodiscard]] std::string settingsText(const ComparedRun& run);

} // namespace jitterscope

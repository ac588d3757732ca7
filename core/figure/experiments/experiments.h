// SPDX-License-Identifier: MIT
#pragma once

#include "core/figure/experiment_figure.h"

#include <vector>

// What the figures of the experiments share, and their list. For experiment_figure.cpp and the files here.
namespace jitterscope {

[[nodiscard]] ExperimentFigureEntry accuracyFigure();
[[nodiscard]] ExperimentFigureEntry intervalSweepFigure();
[[nodiscard]] ExperimentFigureEntry cpuTableFigure();
[[nodiscard]] ExperimentFigureEntry cpuSweepFigure();
[[nodiscard]] ExperimentFigureEntry robustnessFigure();
[[nodiscard]] ExperimentFigureEntry xSweepFigure();
[[nodiscard]] ExperimentFigureEntry driftFigure();
[[nodiscard]] ExperimentFigureEntry slotsFigure();
[[nodiscard]] ExperimentFigureEntry slackFigure();
[[nodiscard]] ExperimentFigureEntry raceFigure();

/// Reads a table by column names. A name that the table does not have is a mistake of the figure: the value
/// is absent, and an assertion fails where there are any. has() asks without one.
class Points {
public:
    explicit Points(const Table& table) : m_table(table) {}
    [[nodiscard]] std::size_t count() const noexcept { return m_table.rows.size(); }
    [[nodiscard]] bool has(std::string_view column) const noexcept { return m_table.column(column) >= 0; }
    /// NaN: absent.
    [[nodiscard]] double number(std::size_t row, std::string_view column) const;
    [[nodiscard]] std::optional<double> maybe(std::size_t row, std::string_view column) const;
    [[nodiscard]] std::optional<Range> range(std::size_t row, std::string_view low,
                                             std::string_view high) const;
    [[nodiscard]] std::string_view word(std::size_t row, std::string_view column) const;
    /// The words of a column, each once, in the order of the rows.
    [[nodiscard]] std::vector<std::string> words(std::string_view column) const;

private:
    /// Null: the row is shorter.
    [[nodiscard]] const Cell* cell(std::size_t row, std::string_view column) const;

    const Table& m_table;
};

/// " >1.00 µs": above which lateness a frame of this experiment counts as late. Empty: the experiment has no
/// tolerance to set.
[[nodiscard]] std::string lateBeyond(const ExperimentResult& result);
/// A key entry for each strategy of a table that has such a column.
[[nodiscard]] std::vector<KeyEntry> strategyKey(const Points& points);
/// What an earlier result says of a strategy in this column.
[[nodiscard]] std::optional<double> keptValue(const ExperimentResult* before, std::string_view strategy,
                                              std::string_view column);

/// The columns of a curve: `y` against `x`, with an interval if both ends are named.
struct CurveColumns {
    std::string_view x;
    std::string_view y;
    std::string_view low = {};
    std::string_view high = {};
    bool band = false;
};
/// One curve for each strategy; the curves of `before` come first.
[[nodiscard]] std::vector<ChartSeries> strategyCurves(const ExperimentFigureInput& input,
                                                      const CurveColumns& columns);

} // namespace jitterscope

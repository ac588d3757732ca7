// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "ui/plot/key.h"
#include "ui/plot/layers/points.h"
#include "ui/plot/plot.h"

#include <QPainter>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope::ui {

/// In the reader's language.
[[nodiscard]] QString say(const char* text);

/// What a picture is made of.
struct ExperimentChartInput {
    const ExperimentResult& result;
    const ExperimentResult* before = nullptr; ///< laid under it; of the same experiment
    bool log = false;                         ///< where the chart offers it
    std::optional<double> advisedX = {};      ///< what the last diagnosis recommends; marked in charts over X
};

/// A whole picture: its plots, filled, and their common key.
struct ExperimentChart {
    std::vector<std::unique_ptr<Plot>> plots;
    QVector<KeyItem> key;
    bool roomy = false;   ///< plots need room: in a narrow card one is shown at first
    bool stacked = false; ///< one below the other; side by side otherwise, as room is

    /// Another plot, to be filled.
    Plot& add(const QString& title = {});
};

/// How an experiment is drawn. One file pair each in charts/experiments/, named as the experiment.
///
/// To add one: write the pair, a line in chart_catalog.cpp and one in ui/CMakeLists.txt.
struct ExperimentChartEntry {
    std::string_view id; ///< of the experiment
    ExperimentChart (*make)(const ExperimentChartInput&) = nullptr;
    void (*sketch)(QPainter&, const QRectF&) = nullptr; ///< the small picture on its card
    bool offersLog = false;
    bool logAtFirst = false;
    bool overlays = false; ///< draws `before`
};

[[nodiscard]] std::span<const ExperimentChartEntry> experimentChartCatalog();

/// Reads a table by column names. A name that the table does not have is a slip of the chart: what it reads
/// is absent, and a warning says so, which the tests do not let pass. has() asks without one.
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
    /// What the column is called, for axes.
    [[nodiscard]] QString label(std::string_view column) const;

private:
    /// −1: there is none.
    [[nodiscard]] int place(std::string_view column) const;
    [[nodiscard]] const Cell* cell(std::size_t row, std::string_view column) const;

    const Table& m_table;
};

/// " >1.00 µs": beyond what a frame of this experiment counts as late; empty: it has no tolerance to set.
[[nodiscard]] QString lateBeyond(const ExperimentResult& result);
/// A key entry for each strategy of a table that has such a column.
[[nodiscard]] QVector<KeyItem> strategyKey(const Points& points);
/// One curve a strategy: `y` against `x`, with an interval where both ends are named. Those of `before`
/// first.
struct CurveColumns {
    std::string_view x;
    std::string_view y;
    std::string_view low = {};
    std::string_view high = {};
    bool band = false;
};
[[nodiscard]] std::vector<XySeries> strategyCurves(const ExperimentChartInput& input,
                                                   const CurveColumns& columns);

} // namespace jitterscope::ui

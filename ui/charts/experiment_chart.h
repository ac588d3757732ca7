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

/// The text in the user's language.
[[nodiscard]] QString say(const char* text);

/// What a picture is made of.
struct ExperimentChartInput {
    const ExperimentResult& result;
    const ExperimentResult* before = nullptr; ///< an earlier result of the same experiment, drawn below
    bool log = false;                         ///< if the chart offers it
    std::optional<double> advisedX = {};      ///< what the last diagnosis recommends; marked in charts over X
};

/// A whole picture: its plots, filled, and their common key.
struct ExperimentChart {
    std::vector<std::unique_ptr<Plot>> plots;
    QVector<KeyItem> key;
    bool roomy = false;   ///< plots need room: a narrow card first shows only one
    bool stacked = false; ///< one below the other; otherwise side by side, as far as there is room

    /// Adds a plot, to be filled.
    Plot& add(const QString& title = {});
};

/// How an experiment is drawn. Each has two files in charts/experiments/, with the name of the experiment.
///
/// To add one: write them, and add a line to chart_catalog.cpp and one to ui/CMakeLists.txt.
struct ExperimentChartEntry {
    std::string_view id; ///< of the experiment
    ExperimentChart (*make)(const ExperimentChartInput&) = nullptr;
    void (*sketch)(QPainter&, const QRectF&) = nullptr; ///< the small picture on its card
    bool offersLog = false;
    bool logAtFirst = false;
    bool overlays = false; ///< draws `before`
};

[[nodiscard]] std::span<const ExperimentChartEntry> experimentChartCatalog();

/// Reads a table by column names. A name that the table does not have is a mistake of the chart: the value is
/// absent, and a warning makes the tests fail. has() asks without a warning.
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
    /// The label of the column, for axes.
    [[nodiscard]] QString label(std::string_view column) const;

private:
    /// −1: there is none.
    [[nodiscard]] int place(std::string_view column) const;
    [[nodiscard]] const Cell* cell(std::size_t row, std::string_view column) const;

    const Table& m_table;
};

/// " >1.00 µs": above which lateness a frame of this experiment counts as late. Empty: the experiment has no
/// tolerance to set.
[[nodiscard]] QString lateBeyond(const ExperimentResult& result);
/// A key entry for each strategy of a table that has such a column.
[[nodiscard]] QVector<KeyItem> strategyKey(const Points& points);
/// The columns of a curve: `y` against `x`, with an interval if both ends are named.
struct CurveColumns {
    std::string_view x;
    std::string_view y;
    std::string_view low = {};
    std::string_view high = {};
    bool band = false;
};
/// One curve for each strategy; the curves of `before` come first.
[[nodiscard]] std::vector<XySeries> strategyCurves(const ExperimentChartInput& input,
                                                   const CurveColumns& columns);

} // namespace jitterscope::ui

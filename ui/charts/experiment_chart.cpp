// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiment_chart.h"

#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/theme/strategy_colours.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace jitterscope::ui {

Plot& ExperimentChart::add(const QString& title) {
    plots.push_back(std::make_unique<Plot>());
    plots.back()->setTitle(title);
    return *plots.back();
}

double Points::number(std::size_t row, std::string_view column) const {
    return maybe(row, column).value_or(std::numeric_limits<double>::quiet_NaN());
}

int Points::place(std::string_view column) const {
    const int at = m_table.column(column);
    if (at < 0 && !m_table.columns.empty())
        qWarning("no column '%s' in these points", std::string(column).c_str());
    return at;
}

const Cell* Points::cell(std::size_t row, std::string_view column) const {
    const int at = place(column);
    const bool there = at >= 0 && row < count() && static_cast<std::size_t>(at) < m_table.rows[row].size();
    return there ? &m_table.rows[row][static_cast<std::size_t>(at)] : nullptr;
}

std::optional<double> Points::maybe(std::size_t row, std::string_view column) const {
    const Cell* const found = cell(row, column);
    return found != nullptr ? numberOf(*found) : std::nullopt;
}

std::optional<Range> Points::range(std::size_t row, std::string_view low, std::string_view high) const {
    if (low.empty() || high.empty())
        return std::nullopt;
    const auto from = maybe(row, low);
    const auto to = maybe(row, high);
    return from && to ? std::optional(Range{*from, *to}) : std::nullopt;
}

std::string_view Points::word(std::size_t row, std::string_view column) const {
    const Cell* const found = cell(row, column);
    return found != nullptr ? wordOf(*found) : std::string_view();
}

std::vector<std::string> Points::words(std::string_view column) const {
    std::vector<std::string> list;
    for (std::size_t row = 0; row < count(); ++row) {
        const std::string_view each = word(row, column);
        if (std::find(list.begin(), list.end(), each) == list.end())
            list.emplace_back(each);
    }
    return list;
}

QString Points::label(std::string_view column) const {
    const int at = place(column);
    return at < 0 ? QString() : format::text(m_table.columns[static_cast<std::size_t>(at)].label);
}

QString lateBeyond(const ExperimentResult& result) {
    if (!result.plan.values.has("tolerance"))
        return {};
    return QStringLiteral(" >") + format::duration(result.plan.values["tolerance"]);
}

QVector<KeyItem> strategyKey(const Points& points) {
    QVector<KeyItem> key;
    if (!points.has("strategy"))
        return key;
    for (const std::string& id : points.words("strategy"))
        key.append(keyLine(format::strategyName(id), strategyPen(id)));
    return key;
}

std::vector<XySeries> strategyCurves(const ExperimentChartInput& input, const CurveColumns& columns) {
    std::vector<XySeries> list;
    for (const ExperimentResult* result : {input.before, &input.result}) {
        if (result == nullptr)
            continue;
        const Points points(result->points);
        for (const std::string& id : points.words("strategy")) {
            XySeries series{.name = format::strategyName(id), .pen = strategyPen(id)};
            series.before = result == input.before;
            if (series.before)
                series.name += QStringLiteral(" (kept)");
            series.band = columns.band;
            for (std::size_t row = 0; row < points.count(); ++row) {
                if (points.word(row, "strategy") == id)
                    series.points.push_back({.x = points.number(row, columns.x),
                                             .y = points.number(row, columns.y),
                                             .ySpan = points.range(row, columns.low, columns.high)});
            }
            list.push_back(std::move(series));
        }
    }
    return list;
}

QString say(const char* text) {
    return QCoreApplication::translate("ExperimentChart", text);
}

} // namespace jitterscope::ui

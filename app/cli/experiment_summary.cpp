// SPDX-License-Identifier: MIT
#include "app/cli/experiment_summary.h"

#include "app/cli/run_summary.h"
#include "app/cli/text_table.h"
#include "core/base/catalog.h"
#include "core/base/parse.h"

#include <cmath>
#include <optional>

namespace jitterscope::cli {
namespace {

/// A number as people read its quantity.
std::string shown(const Cell& cell, Quantity quantity) {
    const std::optional<double> number = numberOf(cell);
    if (!number)
        return std::holds_alternative<std::monostate>(cell) ? "–" : std::string(wordOf(cell));
    switch (quantity) {
    case Quantity::Time:
        return humanDuration(*number);
    case Quantity::Milliseconds:
        return numberText(*number) + " ms";
    case Quantity::Percent:
        return decimalText(*number, 2) + " %";
    case Quantity::Fraction:
        return decimalText(100 * *number, 2) + " %";
    case Quantity::Ppm:
        return decimalText(*number, 1) + " ppm";
    case Quantity::Hertz:
        return numberText(std::round(*number * 1000) / 1000) + " Hz";
    case Quantity::Count:
        return decimalText(*number, 0);
    case Quantity::Number:
    case Quantity::Word:
        break;
    }
    return std::fabs(*number) < 1e6 && *number != std::floor(*number) ? decimalText(*number, 3)
                                                                      : numberText(*number);
}

std::string tableOf(const ExperimentResult& result) {
    constexpr std::size_t kMostRows = 400;
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> heading;
    for (const Column& column : result.points.columns)
        heading.push_back(column.label);
    rows.push_back(std::move(heading));
    for (const auto& row : result.points.rows) {
        if (rows.size() > kMostRows)
            break;
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < row.size(); ++i)
            cells.push_back(shown(row[i], result.points.columns[i].quantity));
        rows.push_back(std::move(cells));
    }
    std::string text = textTable(rows);
    if (result.points.rows.size() > kMostRows)
        text +=
            "… " + std::to_string(result.points.rows.size() - kMostRows) + " more rows; --csv FILE has all\n";
    return text;
}

} // namespace

std::string experimentSummary(const ExperimentResult& result) {
    const ExperimentEntry& entry = *findEntry(experimentCatalog(), result.plan.id);
    std::string text = std::string(entry.name) + " – " + std::string(entry.asks) + "\n";
    text += result.simulated
                ? "SIMULATED on " + result.plan.machine.id + ", seed " + std::to_string(result.plan.seed)
                : "MEASURED HERE in " + decimalText(result.seconds, 1) + " s";
    text +=
        std::string(result.plan.quick ? ", quick" : "") + (result.complete ? "" : ", NOT COMPLETE") + "\n\n";
    text += tableOf(result);
    for (const std::string& note : result.notes)
        text += "\nnote: " + note;
    return text + (result.notes.empty() ? "" : "\n") + "\n" + wrapped(entry.look, 0);
}

} // namespace jitterscope::cli

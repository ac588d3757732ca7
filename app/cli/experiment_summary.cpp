// SPDX-License-Identifier: MIT
#include "app/cli/experiment_summary.h"

#include "app/cli/run_summary.h"
#include "app/cli/text_table.h"
#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/parse.h"
#include "core/base/said.h"

#include <cmath>
#include <optional>

namespace jitterscope::cli {
namespace {

/// A cell as text for people, by its quantity.
std::string shown(const Cell& cell, Quantity quantity) {
    const std::optional<double> number = numberOf(cell);
    if (!number)
        return std::holds_alternative<std::monostate>(cell) ? "–" : std::string(wordOf(cell));
    switch (quantity) {
    case Quantity::Time:
        return said::duration(*number);
    case Quantity::Milliseconds:
        return numberText(*number) + " ms";
    case Quantity::Percent:
        return decimalText(number, 2) + " %";
    case Quantity::Fraction:
        return decimalText(100 * *number, 2) + " %";
    case Quantity::Ppm:
        return decimalText(number, 1) + " ppm";
    case Quantity::Hertz:
        return numberText(std::round(*number * 1000) / 1000) + " Hz";
    case Quantity::Count:
        return decimalText(number, 0);
    case Quantity::Number:
    case Quantity::Word:
        break;
    }
    return *number != std::floor(*number) ? decimalText(number, 3) : plainNumberText(*number);
}

/// Whether two columns are the ends of an interval: one cell then holds both.
bool areEnds(const std::vector<Column>& columns, std::size_t low) {
    constexpr std::string_view kLow = "_low";
    constexpr std::string_view kHigh = "_high";
    if (low + 1 >= columns.size())
        return false;
    const std::string_view first = columns[low].name;
    const std::string_view second = columns[low + 1].name;
    return first.ends_with(kLow) && second.ends_with(kHigh) &&
           first.substr(0, first.size() - kLow.size()) == second.substr(0, second.size() - kHigh.size());
}

std::string intervalText(const Cell& low, const Cell& high, Quantity quantity) {
    if (!numberOf(low) || !numberOf(high))
        return "–";
    const std::string from = shown(low, quantity);
    const std::string to = shown(high, quantity);
    const std::size_t unit = from.rfind(' ');
    const bool same = unit != std::string::npos && to.ends_with(from.substr(unit));
    return (same ? from.substr(0, unit) : from) + " … " + to;
}

Lines tableOf(const Table& points, std::size_t mostRows) {
    std::vector<std::vector<std::string>> rows(1);
    for (std::size_t i = 0; i < points.columns.size(); ++i) {
        const bool interval = areEnds(points.columns, i);
        rows[0].push_back(interval ? "95 % interval" : points.columns[i].label);
        i += interval ? 1 : 0;
    }
    for (const auto& row : points.rows) {
        if (rows.size() > mostRows)
            break;
        std::vector<std::string>& cells = rows.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Quantity quantity = points.columns[i].quantity;
            const bool interval = areEnds(points.columns, i);
            cells.push_back(interval ? intervalText(row[i], row[i + 1], quantity) : shown(row[i], quantity));
            i += interval ? 1 : 0;
        }
    }
    Lines text = textTable(rows);
    if (points.rows.size() > mostRows)
        text.add("… " + std::to_string(points.rows.size() - mostRows) + " more rows; --csv FILE has all");
    return text;
}

/// What the points were measured with: "frames 1000, rate 60, x 1, form printed".
std::string parametersOf(const ExperimentEntry& entry, const ExperimentPlan& plan) {
    std::string text;
    for (std::size_t i = 0; i < entry.parameters.size(); ++i)
        text += (text.empty() ? "" : ", ") + std::string(entry.parameters[i].name) + " " +
                parameterText(entry.parameters[i], plan.values[i]);
    return text;
}

Lines headOf(const ExperimentEntry& entry, const ExperimentResult& result) {
    Lines text = wrapped(std::string(entry.name) + " – " + std::string(entry.asks), 0);
    const std::string where = result.simulated ? "SIMULATED on " + result.plan.machine.id + ", seed " +
                                                     std::to_string(result.plan.seed)
                                               : "MEASURED HERE in " + decimalText(result.seconds, 1) + " s";
    text.add(where + (result.plan.quick ? ", quick" : "") + (result.complete ? "" : ", NOT COMPLETE"));
    text.add(wrapped("With " + parametersOf(entry, result.plan), 0));
    text.addBlank();
    return text;
}

} // namespace

Lines experimentSummary(const ExperimentResult& result, bool wide) {
    constexpr std::size_t kMostRows = 60;
    const ExperimentEntry& entry = *findEntry(experimentCatalog(), result.plan.id);
    Lines text = headOf(entry, result);
    const Digest digest = wide ? Digest{{result.points}, {}} : digestOf(result);
    for (const Table& part : digest.parts) {
        text.add(wrapped(part.title, 0));
        text.add(tableOf(part, wide ? result.points.rows.size() : kMostRows));
        text.addBlank();
    }
    for (const std::string& sentence : digest.sentences)
        text.add(wrapped(sentence, 0));
    if (entry.digest != nullptr && !wide)
        text.add("--wide prints every column and row.");
    for (const std::string& note : result.notes)
        text.add(wrapped("note: " + note, 0));
    text.addBlank();
    text.add(wrapped(entry.look, 0));
    return text;
}

} // namespace jitterscope::cli

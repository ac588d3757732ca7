// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/version.h"
#include "core/experiment/experiment.h"
#include "core/files/csv_format.h"
#include "core/files/json_parts.h"
#include "core/files/result_files.h"
#include "core/simulation/machine_catalog.h"

#include <algorithm>

namespace jitterscope {
namespace {

std::string csvCell(const Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return numberText(*number);
    return csv::field(wordOf(cell));
}

std::string strategyList(const ExperimentPlan& plan) {
    std::string list;
    for (const std::string& id : plan.strategies)
        list += (list.empty() ? "" : " ") + id;
    return list;
}

/// Everything that the rows depend on, as text by name.
std::vector<std::pair<std::string, std::string>> planEntries(const ExperimentPlan& plan, Redactor& redactor) {
    std::vector<std::pair<std::string, std::string>> entries{{"experiment", plan.id}};
    const ExperimentEntry* entry = findEntry(experimentCatalog(), plan.id);
    for (std::size_t i = 0; entry != nullptr && i < entry->parameters.size(); ++i)
        entries.emplace_back("param." + std::string(entry->parameters[i].name),
                             parameterText(entry->parameters[i], plan.values[i]));
    if (!plan.strategies.empty())
        entries.emplace_back("strategies", strategyList(plan));
    std::string rates;
    for (const Period& rate : plan.rates)
        rates += (rates.empty() ? "" : " ") + rate.rateText();
    if (!rates.empty())
        entries.emplace_back("rates_hz", rates);
    entries.emplace_back("machine", plan.machine.id);
    if (const MachineEntry* machine = findEntry(machineCatalog(), plan.machine.id)) {
        for (std::size_t i = 0; i < machine->parameters.size(); ++i)
            entries.emplace_back("machine." + std::string(machine->parameters[i].name),
                                 parameterText(machine->parameters[i], plan.machine.values[i]));
    }
    if (!plan.machine.file.empty())
        entries.emplace_back("machine.file", redactor.file(plan.machine.file));
    entries.emplace_back("seed", std::to_string(plan.seed));
    entries.emplace_back("quick", plan.quick ? "true" : "false");
    return entries;
}

/// Everything except the points.
Json resultObject(const ExperimentResult& result, const Privacy& privacy) {
    Redactor redactor(privacy);
    Json root = fileObject("experiment");
    addPrivacy(root, privacy);
    for (const auto& [key, value] : planEntries(result.plan, redactor))
        root["plan"][key] = value;
    root["simulated"] = result.simulated;
    root["complete"] = result.complete;
    if (!result.startedUtc.empty())
        root["started_utc"] = result.startedUtc;
    root["notes"] = redactor.sentences(result.notes);
    root["machine"] = Json::array();
    for (const Fact& fact : result.facts)
        root["machine"].push_back(factObject(fact));
    return root;
}

Json wordList(std::string_view words) {
    Json list = Json::array();
    while (!words.empty()) {
        const std::string_view word = words.substr(0, words.find(' '));
        list.push_back(std::string(word));
        words.remove_prefix(std::min(words.size(), word.size() + 1));
    }
    return list;
}

} // namespace

std::string experimentCsv(const ExperimentResult& result, const Privacy& privacy) {
    Redactor redactor(privacy);
    std::string text = csv::headerLine(csv::kSchemaKey, std::to_string(csv::kSchema)) +
                       csv::headerLine(csv::kKindKey, "experiment") + csv::headerLine("version", version()) +
                       csv::privacyLine(privacy);
    for (const auto& [key, value] : planEntries(result.plan, redactor))
        text += csv::headerLine(key, value);
    text += csv::headerLine("simulated", result.simulated ? "true" : "false");
    text += csv::headerLine("complete", result.complete ? "true" : "false");
    if (!result.startedUtc.empty())
        text += csv::headerLine("started_utc", result.startedUtc);
    for (const Fact& fact : result.facts)
        text += csv::headerLine("machine." + fact.id, fact.value.empty() ? "unknown" : fact.value);
    for (const std::string& note : result.notes)
        text += csv::headerLine("note", redactor.sentence(note));
    for (std::size_t i = 0; i < result.points.columns.size(); ++i)
        text += (i > 0 ? "," : "") + csv::field(result.points.columns[i].name);
    text += "\n";
    for (const auto& row : result.points.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i > 0 ? "," : "") + csvCell(row[i]);
        text += "\n";
    }
    return text + csv::endLine(static_cast<std::int64_t>(result.points.rows.size()), 0, result.complete);
}

std::string experimentJson(const ExperimentResult& result, const Privacy& privacy) {
    Json root = resultObject(result, privacy);
    root["columns"] = Json::array();
    for (const Column& column : result.points.columns)
        root["columns"].push_back({{"name", column.name},
                                   {"label", column.label},
                                   {"quantity", quantityId(column.quantity)},
                                   {"meaning", column.meaning}});
    root["results"] = rowObjects(result.points);
    return dumped(root);
}

std::string raceJson(const ExperimentResult& result, const Privacy& privacy) {
    Json root = resultObject(result, privacy);
    root["results"] = Json::array();
    for (const auto& row : result.points.rows) {
        const auto cell = [&](std::string_view name) {
            return cellJson(row[static_cast<std::size_t>(result.points.column(name))]);
        };
        root["results"].push_back(
            {{"strategy", cell("strategy")},
             {"rate_hz", cell("rate_hz")},
             {"rounds", cell("rounds")},
             {"frames", cell("frames")},
             {"lost_iterations", cell("lost_iterations")},
             {"late_fraction",
              {{"value", cell("late_fraction")}, {"low", cell("late_low")}, {"high", cell("late_high")}}},
             {"error_ns",
              {{"p50", cell("error_p50_ns")}, {"p99", cell("error_p99_ns")}, {"max", cell("error_max_ns")}}},
             {"cpu_percent",
              {{"median", cell("cpu_percent")}, {"low", cell("cpu_low")}, {"high", cell("cpu_high")}}},
             {"native_sleeps_per_frame", cell("native_sleeps_per_frame")},
             {"oracle_cpu_percent", cell("oracle_cpu_percent")},
             {"dominated_by", wordList(cell("dominated_by").get<std::string>())},
             {"compared_with", cell("compared_with")},
             {"late_difference",
              {{"value", cell("late_difference")},
               {"low", cell("late_difference_low")},
               {"high", cell("late_difference_high")},
               {"verdict", cell("late_verdict")}}},
             {"cpu_difference",
              {{"value", cell("cpu_difference")},
               {"low", cell("cpu_difference_low")},
               {"high", cell("cpu_difference_high")},
               {"verdict", cell("cpu_verdict")}}}});
    }
    return dumped(root);
}

} // namespace jitterscope

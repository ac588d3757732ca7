// SPDX-License-Identifier: MIT
#include "core/import/own_figures.h"

#include "core/base/parse.h"
#include "core/import/log_table.h"
#include "core/platform/file_system.h"
#include "core/report/compared_runs.h"
#include "core/report/csv_lines.h"
#include "core/report/json_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::size_t kMostRuns = 1000;
constexpr double kFarthest = 1e15; // of any figure: a time of eleven days in ns

using Texts = ComparedRun::Texts;

/// Figures by flat names, whatever file they come from: `error_ns_p50`, `late_fraction`, `plan_strategy`.
class FlatFigures {
public:
    explicit FlatFigures(const Texts& texts) : m_texts(texts) {}

    /// The first of these names that holds a number that can be one of a run.
    [[nodiscard]] std::optional<double> number(std::initializer_list<std::string> names) const {
        for (const std::string& name : names) {
            const auto found = m_texts.find(name);
            const auto value = found == m_texts.end() ? std::nullopt : parseDouble(found->second);
            if (value && std::abs(*value) <= kFarthest)
                return value;
        }
        return std::nullopt;
    }

    /// The statistics of a quantity, however the file orders the parts of their names.
    [[nodiscard]] std::optional<Summary> summary(const std::string& quantity, std::int64_t frames) const {
        Summary summary;
        bool any = false;
        for (const SummaryField& field : summaryFields()) {
            const std::string statistic(field.name);
            summary.*field.figure = number({quantity + "_ns_" + statistic, quantity + "_" + statistic + "_ns",
                                            statistic + "_" + quantity + "_ns"});
            any = any || (summary.*field.figure).has_value();
        }
        if (!any)
            return std::nullopt;
        summary.count = std::llround(number({quantity + "_ns_count"}).value_or(static_cast<double>(frames)));
        return summary;
    }

private:
    const Texts& m_texts;
};

/// The words that say what a row is: its factors and the plan.
Texts settingsIn(const Texts& texts) {
    static constexpr std::array<std::string_view, 8> kKnown{"strategy", "policy",  "rate_hz", "work",
                                                            "load",     "machine", "x",       "seed"};
    Texts settings;
    for (const std::string_view key : kKnown) {
        for (const std::string& name : {std::string(key), "plan_" + std::string(key)}) {
            const auto found = texts.find(name);
            if (found != texts.end() && !found->second.empty())
                settings[std::string(key == "x" ? "strategy.x" : key)] = found->second;
        }
    }
    for (const auto& [name, value] : texts) {
        if (name.starts_with("plan_params_") && !value.empty())
            settings["strategy." + name.substr(12)] = value;
    }
    return settings;
}

std::optional<ComparedRun> runOf(const std::string& path, const Texts& texts) {
    const FlatFigures figures(texts);
    ComparedRun run;
    const auto positive = [&](std::initializer_list<std::string> names) {
        const auto number = figures.number(names);
        return number && *number >= 0 ? number : std::nullopt;
    };
    run.frames = std::llround(positive({"frames"}).value_or(0));
    for (const RunQuantity quantity : {RunQuantity::FrameTime, RunQuantity::Lateness, RunQuantity::Error}) {
        if (const auto summary = figures.summary(std::string(runQuantityName(quantity)), run.frames))
            run.summaries[quantity] = *summary;
    }
    if (run.summaries.empty())
        return std::nullopt;
    run.path = path;
    run.recordedBy = "Jitterscope";
    run.settings = settingsIn(texts);
    run.origin = originOf(run.settings);
    if (const auto rate = figures.number({"rate_hz", "plan_rate_hz"}); rate && isRate(*rate))
        run.rateHz = rate;
    if (const auto tolerance = positive({"late_tolerance_ns", "tolerance_ns"}))
        run.tolerance = Nanoseconds{std::llround(*tolerance)};
    run.lateFraction = positive({"late_fraction", "late_fraction_value"});
    if (const auto lost = positive({"lost_iterations"}); lost && run.frames > 0)
        run.lostFraction = *lost / (*lost + static_cast<double>(run.frames));
    run.threadPercent = figures.number({"cpu_thread_percent", "cpu_percent", "cpu_percent_median"});
    run.processPercent = figures.number({"cpu_process_percent"});
    run.machinePercent = figures.number({"cpu_machine_percent"});
    run.driftPpm = figures.number({"drift_ppm"});
    run.lacks.emplace_back("Only figures were recorded: there are no intervals.");
    return run;
}

/// `race.csv · spin · 240 Hz`; of one run alone the file's name.
void nameRuns(std::vector<ComparedRun>& runs) {
    for (ComparedRun& run : runs) {
        run.name = fileName(run.path);
        if (runs.size() == 1)
            return;
        for (const auto& [key, unit] : {std::pair{"strategy", ""}, std::pair{"rate_hz", " Hz"}}) {
            const auto found = run.settings.find(key);
            if (found != run.settings.end())
                run.name += " · " + found->second + unit;
        }
    }
}

/// Nested objects become names with underscores; arrays are left out.
void flatten(const Json& object, const std::string& prefix, Texts& texts) {
    for (const auto& [key, value] : object.items()) {
        const std::string name = prefix.empty() ? key : prefix + "_" + key;
        if (value.is_object() && std::ranges::count(name, '_') < 8)
            flatten(value, name, texts);
        else if (value.is_string())
            texts[name] = value.get<std::string>();
        else if (value.is_number())
            texts[name] = numberText(value.get<double>());
        else if (value.is_boolean())
            texts[name] = value.get<bool>() ? "yes" : "no";
    }
}

void takeFacts(const Json& file, ComparedRun& run) {
    const auto machine = file.find("machine");
    if (machine == file.end() || !machine->is_array())
        return;
    for (const Json& fact : *machine) {
        if (fact.is_object() && fact.contains("id") && fact["id"].is_string() && fact.contains("value") &&
            fact["value"].is_string() && !fact["value"].get_ref<const std::string&>().empty())
            run.facts[fact["id"].get<std::string>()] = fact["value"].get<std::string>();
    }
}

/// The array of runs in a file: results of an experiment, stretches of a run that changed.
const Json* partsOf(const Json& file) {
    for (const char* const key : {"results", "stretches"}) {
        const auto parts = file.find(key);
        if (parts != file.end() && parts->is_array() &&
            (parts->size() > 1 || key == std::string_view("results")))
            return &*parts;
    }
    return nullptr;
}

Result<std::vector<ComparedRun>> readJsonFigures(const std::string& path, std::string_view text,
                                                 const CancelFlag* cancel) {
    const Json file = parsedJson(text, cancel);
    if (isCancelled(cancel))
        return Error{ErrorCode::Cancelled, "cancelled", ""};
    if (file.is_discarded() || !file.is_object())
        return Error{ErrorCode::Format, pathText(path) + " is no JSON: it is damaged or cut off", ""};
    Texts whole;
    flatten(file, "", whole);
    std::vector<ComparedRun> runs;
    const auto add = [&](const Texts& texts) {
        if (std::optional<ComparedRun> run = runOf(path, texts); run && runs.size() < kMostRuns) {
            takeFacts(file, *run);
            const auto started = whole.find("started_utc");
            run->startedUtc = started != whole.end() ? started->second : "";
            runs.push_back(std::move(*run));
        }
    };
    if (const Json* const parts = partsOf(file)) {
        for (const Json& part : *parts) {
            Texts texts;
            for (const auto& [key, value] : whole) {
                if (key.starts_with("plan_"))
                    texts[key] = value;
            }
            if (part.is_object())
                flatten(part, "", texts);
            add(texts);
        }
    } else {
        add(whole);
    }
    return runs;
}

std::vector<ComparedRun> readCsvFigures(const std::string& path, std::string_view text) {
    Texts header;
    std::vector<std::string> columns;
    std::vector<ComparedRun> runs;
    std::vector<std::string_view> fields;
    while (!text.empty() && runs.size() < kMostRuns) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        const bool cut = end == text.size();
        text.remove_prefix(std::min(end + 1, text.size()));
        if (csv::isHeaderLine(line)) {
            const std::size_t colon = line.find(": ");
            if (line.starts_with("# ") && colon != std::string_view::npos)
                header[std::string(line.substr(2, colon - 2))] = std::string(line.substr(colon + 2));
            continue;
        }
        if (line.empty() || cut)
            continue;
        logs::splitFields(line, ',', 512, fields);
        if (columns.empty()) {
            columns.assign(fields.begin(), fields.end());
            continue;
        }
        Texts texts;
        for (const char* const key : {"machine", "seed"}) {
            if (header.contains(key))
                texts[key] = header[key];
        }
        for (std::size_t i = 0; i < std::min(columns.size(), fields.size()); ++i)
            texts[columns[i]] = std::string(fields[i]);
        if (std::optional<ComparedRun> run = runOf(path, texts))
            runs.push_back(std::move(*run));
    }
    return runs;
}

} // namespace

bool isOwnJson(std::string_view head) noexcept {
    const std::string_view text = trimmed(head.substr(0, 200));
    return text.starts_with('{') && text.find("\"schema\"") != std::string_view::npos;
}

Result<std::vector<ComparedRun>> readOwnFigures(const std::string& path, std::string_view text,
                                                const CancelFlag* cancel) {
    Result<std::vector<ComparedRun>> runs =
        trimmed(text.substr(0, 200)).starts_with('{')
            ? readJsonFigures(path, text, cancel)
            : Result<std::vector<ComparedRun>>(readCsvFigures(path, text));
    if (!runs)
        return runs;
    if (runs.value().empty())
        return Error{ErrorCode::Format, pathText(path) + " holds no run: no frame times, lateness or error",
                     "open samples (run --csv), a summary, an experiment, a race, or a log"};
    nameRuns(runs.value());
    return runs;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/files/own_runs.h"

#include "core/base/parse.h"
#include "core/files/atomic_file.h"
#include "core/files/compared_runs.h"
#include "core/files/csv_format.h"
#include "core/files/csv_lines.h"
#include "core/files/json_parts.h"
#include "core/files/json_text.h"
#include "core/files/plan_json.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace jitterscope {

namespace {

constexpr std::string_view kStatistic = "{q}_ns_{s}";

constexpr std::array kNames{
    FigureName{kStatistic, {"{q}_{s}_ns", "{s}_{q}_ns"}}, // race; accuracy and the sweeps
    FigureName{"rate_hz", {"plan_rate_hz"}},              // the rate that was asked for
    FigureName{"late_tolerance_ns", {"tolerance_ns"}},
    FigureName{"late_fraction", {"late_fraction_value"}}, // race --json: with its interval
    FigureName{"cpu_thread_percent", {"cpu_percent", "cpu_percent_median"}},
};

std::string filled(std::string_view pattern, std::string_view quantity, std::string_view statistic) {
    std::string name(pattern);
    name.replace(name.find("{q}"), 3, quantity);
    return name.replace(name.find("{s}"), 3, statistic);
}

} // namespace

std::span<const FigureName> figureNames() noexcept {
    return kNames;
}

std::vector<std::string> spellingsOf(std::string_view name) {
    std::vector<std::string> spellings{std::string(name)};
    for (const FigureName& figure : kNames) {
        if (figure.name != name)
            continue;
        for (const std::string_view alias : figure.aliases) {
            if (!alias.empty())
                spellings.emplace_back(alias);
        }
    }
    return spellings;
}

std::vector<std::string> spellingsOf(std::string_view quantity, std::string_view statistic) {
    std::vector<std::string> spellings = spellingsOf(kStatistic);
    for (std::string& spelling : spellings)
        spelling = filled(spelling, quantity, statistic);
    return spellings;
}

namespace {

constexpr std::size_t kMostRuns = 1000;
constexpr double kFarthest = 1e15; // of any figure: a time of eleven days in ns

using Texts = ComparedRun::Texts;

/// Figures by flat names, whatever file they come from: `error_ns_p50`, `late_fraction`, `plan_strategy`.
class FlatFigures {
public:
    explicit FlatFigures(const Texts& texts) : m_texts(texts) {}

    /// The number under the first of these spellings whose number is possible for a run.
    [[nodiscard]] std::optional<double> number(const std::vector<std::string>& spellings) const {
        for (const std::string& name : spellings) {
            const auto found = m_texts.find(name);
            const auto value = found == m_texts.end() ? std::nullopt : parseDouble(found->second);
            if (value && std::abs(*value) <= kFarthest)
                return value;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<double> number(std::string_view name) const {
        return number(spellingsOf(name));
    }

    /// The statistics of a quantity.
    [[nodiscard]] std::optional<Summary> summary(const std::string& quantity, std::int64_t frames) const {
        Summary summary;
        bool any = false;
        for (const SummaryField& field : summaryFields()) {
            summary.*field.figure = number(spellingsOf(quantity, field.name));
            any = any || (summary.*field.figure).has_value();
        }
        if (!any)
            return std::nullopt;
        summary.count = std::llround(number(quantity + "_ns_count").value_or(static_cast<double>(frames)));
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
    const auto positive = [&](std::string_view name) {
        const auto number = figures.number(name);
        return number && *number >= 0 ? number : std::nullopt;
    };
    run.frames = std::llround(positive("frames").value_or(0));
    for (const RunQuantity quantity : {RunQuantity::FrameTime, RunQuantity::Lateness, RunQuantity::Error}) {
        if (const auto summary = figures.summary(std::string(runQuantityName(quantity)), run.frames))
            run.summaries[quantity] = *summary;
    }
    if (run.summaries.empty())
        return std::nullopt;
    run.path = path;
    run.recordedBy = "Jitterscope";
    run.settings = settingsIn(texts);
    run.origin = runOriginOf(run.settings);
    if (const auto rate = figures.number("rate_hz"); rate && isRate(*rate))
        run.rateHz = rate;
    if (const auto tolerance = positive("late_tolerance_ns"))
        run.tolerance = Nanoseconds{std::llround(*tolerance)};
    run.lateFraction = positive("late_fraction");
    if (const auto lost = positive("lost_iterations"); lost && run.frames > 0)
        run.lostFraction = *lost / (*lost + static_cast<double>(run.frames));
    run.threadPercent = figures.number("cpu_thread_percent");
    run.processPercent = figures.number("cpu_process_percent");
    run.machinePercent = figures.number("cpu_machine_percent");
    run.pressurePercent = figures.number("cpu_pressure_percent");
    run.stealPercent = figures.number("cpu_steal_percent");
    run.driftPpm = figures.number("drift_ppm");
    run.lacks.emplace_back("Only figures were recorded: there are no intervals.");
    return run;
}

/// `race.csv · precise-sleep, 240 Hz, x 1`, `diagnosis.json · Timer slack 1 ns, after`; the file's name alone
/// if it holds one run.
void nameRuns(std::vector<ComparedRun>& runs) {
    std::vector<Texts> settings;
    for (const ComparedRun& run : runs)
        settings.push_back(run.settings);
    const std::vector<std::string> differing = differingSettings(settings);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        ComparedRun& run = runs[i];
        const std::string own = std::exchange(run.name, fileName(run.path));
        if (runs.size() == 1)
            return;
        for (const std::string& part :
             own.empty() ? std::vector{settingsTitle(run.settings), differing[i]} : std::vector{own})
            run.name += part.empty() ? "" : " · " + part;
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

/// The whole plan, where there is one: a run's, a stretch's, a loop's.
void takePlan(const Json& owner, ComparedRun& run) {
    const auto found = owner.is_object() ? owner.find("plan") : owner.end();
    if (found == owner.end() || !found->is_object())
        return;
    if (const Result<RunPlan> parsed = planOf(*found))
        run.settings = settingsOf(parsed.value());
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

/// A loop of a diagnosis and what it is called there.
struct NamedLoop {
    std::string name;
    const Json* loop;
};

/// What a diagnosis measured: the loop with its other ways of waiting, and each trial before and after.
std::vector<NamedLoop> loopsOf(const Json& diagnosis) {
    std::vector<NamedLoop> loops;
    const auto add = [&loops](const Json& owner, const char* key, const std::string& name) {
        if (const auto loop = owner.find(key); loop != owner.end() && loop->is_object())
            loops.push_back({name, &*loop});
    };
    const auto each = [&diagnosis](const char* key, auto&& take) {
        const auto list = diagnosis.find(key);
        if (list == diagnosis.end() || !list->is_array())
            return;
        for (const Json& item : *list) {
            if (item.is_object())
                take(item, item.contains("name") && item["name"].is_string() ? item["name"].get<std::string>()
                                                                             : std::string());
        }
    };
    add(diagnosis, "loop", "as the loop waits now");
    each("candidates", [&](const Json& item, const std::string& name) {
        if (item.value("now", Json(false)) != Json(true)) // that is the loop
            add(item, "loop", name);
    });
    each("trials", [&](const Json& item, const std::string& name) {
        add(item, "before", name + ", before");
        add(item, "after", name + ", after");
    });
    return loops;
}

Result<std::vector<ComparedRun>> readJsonFigures(const std::string& path, std::string_view text,
                                                 const CancelFlag* cancel) {
    const JsonText read = readJsonText(text, cancel);
    if (read.fault) {
        const Error error = errorOf(*read.fault, text);
        return Error{error.code, pathText(path) + ": " + error.what, error.hint};
    }
    const Json& file = read.json;
    if (!file.is_object())
        return Error{ErrorCode::Format, pathText(path) + " is not a JSON object", ""};
    Texts whole;
    flatten(file, "", whole);
    std::vector<ComparedRun> runs;
    const auto add = [&](const Texts& texts, const Json& owner) {
        if (std::optional<ComparedRun> run = runOf(path, texts); run && runs.size() <= kMostRuns) {
            takePlan(owner, *run);
            takeFacts(file, *run);
            for (const char* const key : {"started_utc", "started"}) {
                if (const auto started = whole.find(key); started != whole.end())
                    run->startedUtc = started->second;
            }
            takeDisturbances(*run);
            runs.push_back(std::move(*run));
        }
    };
    if (const std::vector<NamedLoop> loops = loopsOf(file); !loops.empty()) {
        for (const auto& [name, loop] : loops) {
            Texts texts;
            flatten(*loop, "", texts);
            const std::size_t before = runs.size();
            add(texts, *loop);
            if (runs.size() > before)
                runs.back().name = name;
        }
    } else if (const Json* const parts = partsOf(file)) {
        for (const Json& part : *parts) {
            Texts texts;
            for (const auto& [key, value] : whole) {
                if (key.starts_with("plan_"))
                    texts[key] = value;
            }
            if (part.is_object())
                flatten(part, "", texts);
            add(texts, part);
        }
    } else {
        add(whole, file);
    }
    return runs;
}

std::vector<ComparedRun> readCsvFigures(const std::string& path, std::string_view text) {
    Texts header;
    std::vector<std::string> columns;
    std::vector<ComparedRun> runs;
    std::vector<std::string_view> fields;
    while (!text.empty() && runs.size() <= kMostRuns) {
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
        splitFields(line, ',', 512, fields);
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
    if (runs.value().size() > kMostRuns) {
        runs.value().resize(kMostRuns);
        runs.value().front().warnings.push_back(pathText(path) + " holds more than " +
                                                std::to_string(kMostRuns) + " runs; the others are left out");
    }
    nameRuns(runs.value());
    return runs;
}

namespace {

constexpr std::size_t kMostFigures = std::size_t{64} << 20U; // bytes of a file of figures

} // namespace

bool isOwnFile(std::string_view bytes) noexcept {
    std::string_view rest = csv::withoutMark(bytes);
    while (csv::isHeaderLine(rest)) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        const std::size_t key = line.find(csv::kSchemaKey);
        if (key != std::string_view::npos && key <= 3) // behind `# ` and perhaps a quote
            return true;
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return false;
}

std::string ownKind(std::string_view head) {
    const std::string wanted = "# " + std::string(csv::kKindKey) + ": ";
    const std::size_t place = isOwnFile(head) ? head.find(wanted) : std::string_view::npos;
    if (place == std::string_view::npos)
        return {};
    const std::string_view rest = head.substr(place + wanted.size());
    return std::string(trimmed(rest.substr(0, rest.find_first_of("\n,\"")))); // as spreadsheets fill the row
}

bool isOwnJson(std::string_view head) noexcept {
    const std::string_view text = trimmed(head.substr(0, 200));
    return text.starts_with('{') && text.find("\"schema\"") != std::string_view::npos;
}

namespace {

Result<std::vector<ComparedRun>> readKind(const std::string& path, std::string_view head,
                                          const CancelFlag* cancel, const ReadProgress& progress) {
    const std::string kind = ownKind(head);
    if (kind == "samples") {
        const Result<RecordedRun> run = readSamplesCsv(path, cancel, progress);
        if (!run)
            return run.error();
        std::vector<ComparedRun> runs = comparedRuns(run.value());
        if (runs.empty())
            return Error{ErrorCode::Format, pathText(path) + " has no frame that counts", ""};
        return runs;
    }
    if (kind == "sleeps") {
        Result<RecordedOversleeps> sleeps = readOversleeps(path, cancel, progress);
        if (!sleeps)
            return sleeps.error();
        if (sleeps.value().values.empty())
            return Error{ErrorCode::Format, pathText(path) + " has no sleep", ""};
        std::vector<ComparedRun> runs{comparedRun(std::move(sleeps).value(), cancel)};
        if (isCancelled(cancel))
            return Error{ErrorCode::Cancelled, "cancelled", ""};
        return runs;
    }
    const Result<std::string> text = readWhole(path, kMostFigures, cancel);
    if (!text)
        return text.error();
    return readOwnFigures(path, text.value(), cancel);
}

} // namespace

Result<std::vector<ComparedRun>> readOwnRuns(const std::string& path, std::string_view head,
                                             const CancelFlag* cancel, const ReadProgress& progress) {
    Result<std::vector<ComparedRun>> runs = readKind(path, head, cancel, progress);
    if (runs) {
        for (ComparedRun& run : runs.value())
            limitTexts(run);
    }
    return runs;
}

} // namespace jitterscope

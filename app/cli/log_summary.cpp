// SPDX-License-Identifier: MIT
#include "app/cli/log_summary.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/document/measurements.h"
#include "core/document/text_lines.h"
#include "core/import/job_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace jitterscope::cli {
namespace {

/// A column: one run of one log, with its figures.
struct Part {
    const ImportedLog* log = nullptr;
    const ImportedRun* run = nullptr;
    Summary summary;
};

/// What a run holds: as a name for one figure of it, and of all.
struct QuantityName {
    LogQuantity quantity;
    const char* one;
    const char* all;
};
constexpr std::array<QuantityName, 4> kQuantities{
    {{LogQuantity::FrameTime, "frame time", "frame times"},
     {LogQuantity::Lateness, "lateness", "lateness"},
     {LogQuantity::Duration, "duration", "durations"},
     {LogQuantity::FrameRate, "frames a second", "frames counted each second"}}};

std::string orDash(const std::string& text) {
    return text.empty() ? "–" : text;
}

std::string holds(const Part& part) {
    return std::ranges::find(kQuantities, part.run->quantity, &QuantityName::quantity)->all;
}

std::string rateText(const Part& part) {
    if (!part.run->rateHz)
        return "–";
    return (part.run->rateEstimated ? "≈ " : "") + said::fixed(part.run->rateHz, 3);
}

/// `every 2.00 s: 120 of about 30 187 frames`
std::string sampledText(const Part& part) {
    const ImportedRun& run = *part.run;
    if (!run.sampledEvery)
        return "–";
    std::string text = "every " + said::duration(*run.sampledEvery);
    if (run.quantity == LogQuantity::FrameTime && run.rateHz && run.elapsed)
        text += ": " + said::count(part.summary.count) + " of about " +
                said::count(std::llround(*run.elapsed * *run.rateHz / 1e9)) + " frames";
    return text;
}

std::string shareText(const Part& part, Nanoseconds limit) {
    const std::optional<double> share = shareBeyond(*part.run, limit);
    return share ? decimalText(100 * *share, 3) + " %" : "–";
}

class Table {
public:
    explicit Table(std::vector<Part> parts) : m_parts(std::move(parts)) {}

    template <typename Cell>
    void add(const std::string& name, Cell cell) {
        std::vector<std::string>& row = m_rows.emplace_back();
        row.push_back(name);
        for (const Part& part : m_parts)
            row.push_back(cell(part));
    }
    /// The rows of one quantity, if a run holds it.
    void addFigures(LogQuantity quantity, const std::string& name) {
        const auto has = [&](const Part& part) { return part.run->quantity == quantity; };
        if (std::ranges::none_of(m_parts, has))
            return;
        for (const SummaryField& field : summaryFields()) {
            const std::string statistic = field.name == "p99_9" ? "p99.9" : std::string(field.name);
            add(name + " " + statistic,
                [&](const Part& part) { return has(part) ? figure(part, field) : "–"; });
        }
    }
    /// The rows that a run has, in the catalogue's order and words.
    void addGameFigures() {
        for (const FigureEntry& entry : figureCatalog()) {
            const auto has = [&](const Part& part) { return valueIn(part, entry).has_value(); };
            if (!entry.ofGames || std::ranges::none_of(m_parts, has))
                continue;
            add(std::string(entry.name), [&](const Part& part) {
                const std::optional<double> value = valueIn(part, entry);
                return value ? jitterscope::figureText(entry, *value) : "–";
            });
        }
    }
    [[nodiscard]] Lines text() const { return textTable(m_rows); }

private:
    static std::optional<double> valueIn(const Part& part, const FigureEntry& entry) {
        const auto found = std::ranges::find(part.run->figures, &entry, &LogFigure::entry);
        return found != part.run->figures.end() ? std::optional(found->value) : std::nullopt;
    }
    /// `2.00 … 3.00 µs`: the bucket of a percentile, where buckets are powers of two; otherwise empty.
    static std::string powerRange(const Part& part, const SummaryField& field) {
        const std::optional<double>& value = part.summary.*field.figure;
        if (!part.run->histogram || !part.run->histogram->powers || !value || !field.name.starts_with("p"))
            return {};
        const auto bucket =
            std::ranges::find_if(part.run->histogram->buckets, [&](const LogHistogram::Bucket& each) {
                return static_cast<double>(each.value) == *value;
            });
        if (bucket == part.run->histogram->buckets.end())
            return {};
        return spanText(said::duration(2 * bucket->middle - *value), said::duration(*value), " … ");
    }
    /// A histogram may lack a figure even though there are enough values.
    static std::string figure(const Part& part, const SummaryField& field) {
        if (part.run->histogram && !(part.summary.*field.figure))
            return "–";
        const std::optional<double>& value = part.summary.*field.figure;
        if (part.run->quantity == LogQuantity::FrameRate && value)
            return jitterscope::decimalText(*value / 1e9, 2) + " FPS";
        if (const std::string range = powerRange(part, field); !range.empty())
            return range;
        const bool computed = part.run->histogram && part.run->histogram->coarse &&
                              ((field.figure == &Summary::mean && !part.run->histogram->mean) ||
                               (field.figure == &Summary::stddev && !part.run->histogram->stddev));
        return (computed ? "≈ " : "") + figureText(part.summary, field);
    }

    std::vector<Part> m_parts;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace

Lines logSummaryTable(const std::vector<const ImportedLog*>& logs, const std::optional<Nanoseconds>& beyond,
                      const JobEntry* job) {
    std::vector<Part> parts;
    for (const ImportedLog* const log : logs) {
        for (const ImportedRun& run : log->runs)
            parts.push_back({log, &run, run.summary});
    }
    const auto anyRun = [&](auto holds) {
        return std::ranges::any_of(
            logs, [&](const ImportedLog* log) { return std::ranges::any_of(log->runs, holds); });
    };
    Table table(parts);
    table.add("", [](const Part& part) { return shortened(fileName(part.log->path)); });
    table.add("run", [](const Part& part) { return shortened(part.run->name); });
    table.add("recorded by", [](const Part& part) {
        return orDash(part.run->version.empty() ? part.run->program
                                                : part.run->program + " " + part.run->version);
    });
    table.add("holds", holds);
    table.add("values", [](const Part& part) { return std::to_string(part.summary.count); });
    if (anyRun([](const ImportedRun& run) { return run.taken.has_value(); }))
        table.add("part", [](const Part& part) { return part.run->taken ? part.run->taken->text() : "–"; });
    table.add("rows left out", [](const Part& part) { return std::to_string(part.log->linesLeftOut); });
    if (anyRun([](const ImportedRun& run) { return run.notDisplayed.has_value(); }))
        table.add("not displayed", [](const Part& part) {
            return part.run->notDisplayed ? std::to_string(*part.run->notDisplayed) : "–";
        });
    if (anyRun([](const ImportedRun& run) { return run.sampledEvery.has_value(); }))
        table.add("sampled", sampledText);
    table.add("rate, Hz", rateText);
    table.add("percentiles", [](const Part& part) { return std::string(percentileKind(*part.run)); });
    for (const QuantityName& each : kQuantities)
        table.addFigures(each.quantity, each.one);
    table.addGameFigures();
    if (beyond)
        table.add("above " + said::shortDuration(static_cast<double>(beyond->count())),
                  [&](const Part& part) { return shareText(part, *beyond); });
    Lines text = table.text();
    if (job != nullptr)
        text.addBlank();
    for (const Part& part : parts) {
        if (job != nullptr)
            text.add(fileName(part.log->path) + ", " + part.run->name + ", for " + std::string(job->object) +
                     ": " + jobFitText(jobFit(*part.run, *job), *job));
    }
    return text;
}

} // namespace jitterscope::cli

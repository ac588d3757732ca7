// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/document/documents.h"
#include "core/figure/figures.h"
#include "core/import/log_json.h"
#include "core/run/statistics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

/// Rows of one cell for each column, where a column is a run.
template <typename Part>
class SideBySide {
public:
    SideBySide(std::vector<Part> parts, const std::vector<std::string>& names) : m_parts(std::move(parts)) {
        m_table.columns.push_back(words(""));
        for (const std::string& name : names)
            m_table.columns.push_back(numbers(name));
    }

    template <typename Text>
    void add(const std::string& name, Text text) {
        std::vector<Cell> row{name};
        for (const Part& part : m_parts)
            row.emplace_back(text(part));
        m_table.rows.push_back(std::move(row));
    }
    /// A row of the columns that have it, if there are any.
    template <typename Has, typename Text>
    void addIf(Has has, const std::string& name, Text text) {
        if (std::ranges::any_of(m_parts, has))
            add(name, [&](const Part& part) { return has(part) ? std::string(text(part)) : "–"; });
    }
    [[nodiscard]] Table table() { return std::move(m_table); }

private:
    std::vector<Part> m_parts;
    Table m_table;
};

/// A column: one stretch of one file.
struct OwnColumn {
    const RecordedRun* run = nullptr;
    const RecordedStretch* stretch = nullptr;
};

std::string settingText(const OwnColumn& part, std::string_view key) {
    const std::string text = part.stretch->setting(key);
    return text.empty() ? "–" : text;
}

/// `precise-sleep x 1`: the strategy with the parameter that people change most.
std::string strategyText(const OwnColumn& part) {
    const std::string x = part.stretch->setting("strategy.x");
    return settingText(part, "strategy") + (x.empty() ? "" : " x " + x);
}

Table ownTable(const std::vector<OwnColumn>& columns, const std::vector<std::string>& names,
               Redactor& redactor) {
    SideBySide table(columns, names);
    const auto metrics = [](const OwnColumn& part) -> const FrameMetrics& { return part.stretch->metrics; };
    table.add("strategy", strategyText);
    table.add("policy", [](const OwnColumn& part) { return settingText(part, "policy"); });
    table.add("rate, Hz", [](const OwnColumn& part) { return settingText(part, "rate_hz"); });
    table.add("machine",
              [&](const OwnColumn& part) { return redactor.unnamed(settingText(part, "machine")); });
    table.addIf([](const OwnColumn& part) { return part.stretch->taken.has_value(); }, "part",
                [](const OwnColumn& part) { return part.stretch->taken->text(); });
    table.add("frames", [&](const OwnColumn& part) { return std::to_string(metrics(part).frames); });
    table.add("lost iterations",
              [&](const OwnColumn& part) { return std::to_string(metrics(part).lostIterations); });
    table.add("left out, stopped",
              [&](const OwnColumn& part) { return std::to_string(metrics(part).stoppedFrames); });
    table.add("late above", [&](const OwnColumn& part) {
        return said::duration(static_cast<double>(metrics(part).tolerance.count()));
    });
    table.add("late", [&](const OwnColumn& part) {
        const auto& share = metrics(part).lateShare;
        return share ? said::share(share->value) : said::absent();
    });
    table.add("rate measured, Hz",
              [&](const OwnColumn& part) { return said::fixed(metrics(part).rateHz, 3); });
    table.add("drift, ppm", [&](const OwnColumn& part) { return said::fixed(metrics(part).driftPpm, 3); });
    for (const auto& [name, quantity] :
         {std::pair("error", &FrameMetrics::error), std::pair("lateness", &FrameMetrics::lateness),
          std::pair("frame time", &FrameMetrics::frameTime),
          std::pair("oversleep", &FrameMetrics::oversleep)}) {
        const std::string what = name;
        Summary FrameMetrics::*const of = quantity;
        for (const SummaryField& field : summaryFields())
            table.add(what + " " + std::string(field.label),
                      [&](const OwnColumn& part) { return figureText(part.stretch->metrics.*of, field); });
    }
    return table.table();
}

/// A column: one run of one log, with its figures.
struct LogColumn {
    const ImportedLog* log = nullptr;
    const ImportedRun* run = nullptr;
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

std::string holds(const LogColumn& part) {
    return std::ranges::find(kQuantities, part.run->quantity, &QuantityName::quantity)->all;
}

std::string ratesText(const LogColumn& part) {
    if (!part.run->rateHz)
        return "–";
    return (part.run->rateEstimated ? "≈ " : "") + said::fixed(part.run->rateHz, 3);
}

/// `every 2.00 s: 120 of about 30 187 frames`
std::string sampledText(const LogColumn& part) {
    const ImportedRun& run = *part.run;
    if (!run.sampledEvery)
        return "–";
    std::string text = "every " + said::duration(*run.sampledEvery);
    if (run.quantity == LogQuantity::FrameTime && run.rateHz && run.elapsed)
        text += ": " + said::count(part.run->summary.count) + " of about " +
                said::count(std::llround(*run.elapsed * *run.rateHz / 1e9)) + " frames";
    return text;
}

std::string shareText(const LogColumn& part, Nanoseconds limit) {
    const std::optional<double> share = shareBeyond(*part.run, limit);
    return share ? said::share(*share) : said::absent();
}

std::optional<double> valueIn(const LogColumn& part, const FigureEntry& entry) {
    const auto found = std::ranges::find(part.run->figures, &entry, &LogFigure::entry);
    return found != part.run->figures.end() ? std::optional(found->value) : std::nullopt;
}
/// `2.00 … 3.00 µs`: the bucket of a percentile, where buckets are powers of two; otherwise empty.
std::string powerRange(const LogColumn& part, const SummaryField& field) {
    const std::optional<double>& value = part.run->summary.*field.figure;
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
std::string logFigure(const LogColumn& part, const SummaryField& field) {
    if (part.run->histogram && !(part.run->summary.*field.figure))
        return "–";
    const std::optional<double>& value = part.run->summary.*field.figure;
    if (part.run->quantity == LogQuantity::FrameRate && value)
        return decimalText(*value / 1e9, 2) + " FPS";
    if (const std::string range = powerRange(part, field); !range.empty())
        return range;
    const bool computed = part.run->histogram && part.run->histogram->coarse &&
                          ((field.figure == &Summary::mean && !part.run->histogram->mean) ||
                           (field.figure == &Summary::stddev && !part.run->histogram->stddev));
    return (computed ? "≈ " : "") + figureText(part.run->summary, field);
}

Table logTable(const std::vector<LogColumn>& columns, const std::vector<std::string>& files,
               const std::vector<std::string>& runs, const std::optional<Nanoseconds>& beyond) {
    SideBySide table(columns, files);
    std::size_t place = 0;
    table.add("run", [&](const LogColumn&) { return shortened(runs[place++]); });
    table.add("recorded by", [](const LogColumn& part) {
        return orDash(part.run->version.empty() ? part.run->program
                                                : part.run->program + " " + part.run->version);
    });
    table.add("holds", holds);
    table.add("values", [](const LogColumn& part) { return std::to_string(part.run->summary.count); });
    table.addIf([](const LogColumn& part) { return part.run->taken.has_value(); }, "part",
                [](const LogColumn& part) { return part.run->taken->text(); });
    table.add("rows left out", [](const LogColumn& part) { return std::to_string(part.log->linesLeftOut); });
    table.addIf([](const LogColumn& part) { return part.run->notDisplayed.has_value(); }, "not displayed",
                [](const LogColumn& part) { return std::to_string(*part.run->notDisplayed); });
    table.addIf([](const LogColumn& part) { return part.run->sampledEvery.has_value(); }, "sampled",
                sampledText);
    table.add("rate, Hz", ratesText);
    table.add("percentiles", [](const LogColumn& part) { return std::string(percentileKind(*part.run)); });
    for (const QuantityName& each : kQuantities) {
        for (const SummaryField& field : summaryFields())
            table.addIf([&](const LogColumn& part) { return part.run->quantity == each.quantity; },
                        std::string(each.one) + " " + std::string(field.label),
                        [&](const LogColumn& part) { return logFigure(part, field); });
    }
    for (const FigureEntry& entry : figureCatalog()) { // in its order and words
        if (entry.ofGames)
            table.addIf([&](const LogColumn& part) { return valueIn(part, entry).has_value(); },
                        std::string(entry.name),
                        [&](const LogColumn& part) { return figureText(entry, *valueIn(part, entry)); });
    }
    if (beyond)
        table.add("above " + said::shortDuration(static_cast<double>(beyond->count())),
                  [&](const LogColumn& part) { return shareText(part, *beyond); });
    return table.table();
}

// --- quantiles, side by side ---

std::vector<ValueCount> countsOf(const Histogram& histogram) {
    std::vector<ValueCount> counts;
    for (const Histogram::Bucket& bucket : histogram.buckets())
        counts.push_back({bucket.lower + (bucket.upper - bucket.lower) / 2, bucket.count});
    return counts;
}

QuantileLine countsOf(const ImportedRun& run, const std::string& name) {
    QuantileLine line{name, {}, static_cast<double>(run.summary.count)};
    if (!run.histogram) {
        line.counts = countsOf(run.distribution.histogram());
        return line;
    }
    for (const LogHistogram::Bucket& bucket : run.histogram->buckets)
        line.counts.push_back({bucket.value, bucket.count});
    return line;
}

/// Those that hold the same as the first.
Figure logFigure(const std::vector<LogColumn>& columns, const std::vector<std::string>& names) {
    std::vector<QuantileLine> lines;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const ImportedRun& run = *columns[i].run;
        if (run.quantity != LogQuantity::FrameRate && run.quantity == columns.front().run->quantity)
            lines.push_back(countsOf(run, names[i]));
    }
    return fileQuantilesFigure(lines, "quantiles", holds(columns.front()));
}

/// How late frames start. Where one of the recordings has no deadlines: how far their times lie from the
/// period.
Figure ownFigure(const std::vector<OwnColumn>& columns, const std::vector<std::string>& names) {
    const bool deadlines =
        std::ranges::all_of(columns, [](const OwnColumn& part) { return part.run->hasDeadlines(); });
    std::vector<QuantileLine> lines;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const FrameStatistics& all = columns[i].stretch->statistics;
        const Distribution& of = deadlines ? all.lateness() : all.deviation();
        lines.push_back({names[i], countsOf(of.histogram()), static_cast<double>(of.count())});
    }
    return fileQuantilesFigure(lines, "own-quantiles", deadlines ? "lateness" : "frame time − period");
}

/// What each log says of itself.
Section aboutSection(const std::vector<const ImportedLog*>& logs, Redactor& redactor) {
    Section section{"What the logs say", {}};
    section.aside = true;
    for (const ImportedLog* const log : logs) {
        std::string text = redactor.file(log->path) + " (" + log->format + ")";
        for (const std::string& comment : log->comments) {
            if (!redactor.redacts() || isOfLogsMachine(comment))
                text += " · " + comment;
        }
        section.blocks.push_back(note(text));
        for (const std::string& warning : redactor.sentences(log->warnings))
            section.blocks.push_back(note("Careful: " + warning));
    }
    return section;
}

void addLogs(Document& document, const std::vector<const ImportedLog*>& logs,
             const std::optional<Nanoseconds>& beyond, Redactor& redactor) {
    std::vector<LogColumn> columns;
    std::vector<std::string> files;
    std::vector<std::string> runs;
    std::vector<std::string> names; // of both
    for (const ImportedLog* const log : logs) {
        for (const ImportedRun& run : log->runs) {
            columns.push_back({log, &run});
            files.push_back(shortened(fileName(redactor.file(log->path))));
            runs.push_back(logRunName(run, *log, redactor));
            names.push_back(files.back() + (log->runs.size() > 1 ? ", " + runs.back() : ""));
        }
    }
    Section section{"Logs of other programs", {}};
    section.blocks.push_back(logTable(columns, files, runs, beyond));
    if (Figure figure = logFigure(columns, names); !figure.empty())
        section.blocks.push_back(FigureBlock{std::move(figure)});
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].run->fit)
            section.blocks.push_back(plain(fileName(redactor.file(columns[i].log->path)) +
                                           (columns[i].log->runs.size() > 1 ? ", " + runs[i] : "") + ": " +
                                           columns[i].run->fit->sentence));
    }
    document.sections.push_back(std::move(section));
    document.sections.push_back(aboutSection(logs, redactor));
}

void addOwn(Document& document, const std::vector<const RecordedRun*>& runs, Redactor& redactor) {
    std::vector<OwnColumn> columns;
    std::vector<std::string> names;
    for (const RecordedRun* const run : runs) {
        for (const RecordedStretch& stretch : run->stretches) {
            columns.push_back({run, &stretch});
            names.push_back(shortened(fileName(redactor.file(run->path))) +
                            (run->stretches.size() > 1 ? " #" + std::to_string(stretch.index + 1) : ""));
        }
    }
    Section section{"Recordings of this program", {ownTable(columns, names, redactor)}};
    if (Figure figure = ownFigure(columns, names); !figure.empty())
        section.blocks.push_back(FigureBlock{std::move(figure)});
    document.sections.push_back(std::move(section));
}

} // namespace

Document summaryDocument(const std::vector<ReadFile>& files, const std::optional<Nanoseconds>& beyond,
                         const Privacy& privacy) {
    Redactor redactor(privacy);
    std::vector<const RecordedRun*> runs;
    std::vector<const ImportedLog*> logs;
    for (const ReadFile& file : files) {
        if (const auto* const log = std::get_if<ImportedLog>(&file))
            logs.push_back(log);
        else
            runs.push_back(&std::get<RecordedRun>(file));
    }
    Document document{"Recordings, side by side", {}};
    if (!runs.empty())
        addOwn(document, runs, redactor);
    if (!logs.empty())
        addLogs(document, logs, beyond, redactor);
    document.sections.push_back(madeSection(privacy, "names of files and programs"));
    return document;
}

} // namespace jitterscope

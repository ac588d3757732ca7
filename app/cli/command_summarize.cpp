// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/options/option_set.h"
#include "app/cli/options/readers.h"
#include "app/cli/result_file.h"
#include "app/cli/run_summary.h"
#include "app/cli/text_table.h"
#include "core/base/parse.h"
#include "core/report/read_csv.h"
#include "core/report/run_json.h"

#include <memory>

namespace jitterscope::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// A column: one stretch of one file.
struct Part {
    const RecordedRun* run = nullptr;
    const RecordedStretch* stretch = nullptr;
};

std::string settingText(const Part& part, std::string_view key) {
    const std::string text = part.stretch->setting(key);
    return text.empty() ? "–" : text;
}

/// `precise-sleep x 1`: with the parameter that people change most.
std::string strategyText(const Part& part) {
    const std::string x = part.stretch->setting("strategy.x");
    return settingText(part, "strategy") + (x.empty() ? "" : " x " + x);
}

/// The name without its folders, cut in the middle where it would not fit into a column.
std::string columnTitle(const std::string& path) {
    constexpr std::size_t kMost = 24;
    const std::string name = path.substr(path.rfind('/') + 1);
    return name.size() <= kMost ? name
                                : name.substr(0, kMost / 2) + ".." + name.substr(name.size() - kMost / 2 + 2);
}

template <typename Cell>
void addRow(Rows& rows, const std::string& name, const std::vector<Part>& parts, Cell cell) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(name);
    for (const Part& part : parts)
        row.push_back(cell(part));
}

void addQuantity(Rows& rows, const std::string& name, const std::vector<Part>& parts,
                 Summary FrameMetrics::*quantity) {
    for (const SummaryField& field : summaryFields()) {
        const std::string statistic = field.name == "p99_9" ? "p99.9" : std::string(field.name);
        addRow(rows, name + " " + statistic, parts,
               [&](const Part& part) { return figureText(part.stretch->metrics.*quantity, field); });
    }
}

std::string titleOf(const Part& part) {
    const std::string name = columnTitle(part.run->path);
    return part.run->stretches.size() > 1 ? name + " #" + std::to_string(part.stretch->index + 1) : name;
}

std::string sideBySide(const std::vector<RecordedRun>& runs) {
    std::vector<Part> parts;
    for (const RecordedRun& run : runs) {
        for (const RecordedStretch& stretch : run.stretches)
            parts.push_back({&run, &stretch});
    }
    const auto metrics = [](const Part& part) -> const FrameMetrics& { return part.stretch->metrics; };
    Rows rows;
    addRow(rows, "", parts, titleOf);
    addRow(rows, "strategy", parts, strategyText);
    for (const char* key : {"policy", "rate_hz", "machine"})
        addRow(rows, key, parts, [&](const Part& part) { return settingText(part, key); });
    addRow(rows, "frames", parts, [&](const Part& part) { return std::to_string(metrics(part).frames); });
    addRow(rows, "lost iterations", parts,
           [&](const Part& part) { return std::to_string(metrics(part).lostIterations); });
    addRow(rows, "left out, stopped", parts,
           [&](const Part& part) { return std::to_string(metrics(part).stoppedFrames); });
    addRow(rows, "late above", parts, [&](const Part& part) {
        return humanDuration(static_cast<double>(metrics(part).tolerance.count()));
    });
    addRow(rows, "late", parts, [&](const Part& part) {
        const auto& share = metrics(part).lateShare;
        return share ? decimalText(100 * share->value, 2) + " %" : "–";
    });
    addRow(rows, "rate measured, Hz", parts,
           [&](const Part& part) { return decimalText(metrics(part).rateHz, 3); });
    addRow(rows, "drift, ppm", parts,
           [&](const Part& part) { return decimalText(metrics(part).driftPpm, 3); });
    addQuantity(rows, "error", parts, &FrameMetrics::error);
    addQuantity(rows, "lateness", parts, &FrameMetrics::lateness);
    addQuantity(rows, "frame time", parts, &FrameMetrics::frameTime);
    addQuantity(rows, "oversleep", parts, &FrameMetrics::oversleep);
    return textTable(rows);
}

class SummarizeCommand {
public:
    explicit SummarizeCommand(CLI::App& app)
        : m_options(app),
          m_json(m_options.add("--json", "FILE", "a path, or - for standard output",
                               "Write the figures of all files as JSON")) {
        app.add_option("FILE", m_files, "Samples CSV files, as run --csv writes them")->type_name("");
    }

    int run();

private:
    OptionSet m_options;
    TextOption& m_json;
    std::vector<std::string> m_files;
};

int SummarizeCommand::run() {
    if (const Result<Done> checked = m_options.check(); !checked)
        return report(checked.error());
    if (const Result<Done> named = checkFileName(m_json); !named)
        return report(named.error());
    if (m_files.empty())
        return report({ErrorCode::Usage, "summarize takes FILE...: one or more CSV files of run --csv", ""});
    std::vector<NamedFile> named{{"--json", m_json.text()}};
    for (const std::string& path : m_files)
        named.push_back({"FILE", path, NamedFile::Use::Input});
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    Result<ResultFile> json = ResultFile::open(m_json.text());
    if (!json)
        return report(json.error());
    std::vector<RecordedRun> runs;
    for (const std::string& path : m_files) {
        Result<RecordedRun> run = readSamplesCsv(path);
        if (!run)
            return report(run.error());
        for (const std::string& warning : run.value().warnings)
            printMessage("warning: " + warning);
        runs.push_back(std::move(run).value());
        runs.back().frames.clear(); // the figures are enough
    }
    if (!json.value().commit([&] { return recordedJson(runs); }))
        return kFailed;
    return printBeside(named, sideBySide(runs));
}

} // namespace

Command addSummarizeCommand(CLI::App& root) {
    CLI::App* const app = root.add_subcommand("summarize", "Statistics of recorded CSV files, side by side");
    const auto command = std::make_shared<SummarizeCommand>(*app);
    return {app, [command] { return command->run(); }};
}

} // namespace jitterscope::cli

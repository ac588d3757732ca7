// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/options/option_set.h"
#include "app/cli/run_summary.h"
#include "app/cli/text_table.h"
#include "core/base/parse.h"
#include "core/report/read_csv.h"
#include "core/report/run_json.h"

#include <memory>
#include <optional>

namespace jitterscope::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string headerText(const RecordedRun& run, const std::string& key) {
    const auto place = run.header.find(key);
    return place == run.header.end() ? "–" : place->second;
}

/// The name without its folders, cut in the middle where it would not fit into a column.
std::string columnTitle(const std::string& path) {
    constexpr std::size_t kMost = 24;
    const std::string name = path.substr(path.rfind('/') + 1);
    return name.size() <= kMost ? name
                                : name.substr(0, kMost / 2) + ".." + name.substr(name.size() - kMost / 2 + 2);
}

template <typename Cell>
void addRow(Rows& rows, const std::string& name, const std::vector<RecordedRun>& runs, Cell cell) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(name);
    for (const RecordedRun& run : runs)
        row.push_back(cell(run));
}

void addQuantity(Rows& rows, const std::string& name, const std::vector<RecordedRun>& runs,
                 Summary FrameFigures::*quantity) {
    for (const SummaryField& field : summaryFields()) {
        const std::string statistic = field.name == "p99_9" ? "p99.9" : std::string(field.name);
        addRow(rows, name + " " + statistic, runs,
               [&](const RecordedRun& run) { return figureText(run.figures.*quantity, field); });
    }
}

std::string sideBySide(const std::vector<RecordedRun>& runs) {
    Rows rows;
    addRow(rows, "", runs, [](const RecordedRun& run) { return columnTitle(run.path); });
    for (const char* key : {"strategy", "policy", "rate_hz", "machine"})
        addRow(rows, key, runs, [&](const RecordedRun& run) { return headerText(run, key); });
    addRow(rows, "frames", runs, [](const RecordedRun& run) { return std::to_string(run.figures.frames); });
    addRow(rows, "lost iterations", runs,
           [](const RecordedRun& run) { return std::to_string(run.figures.lostIterations); });
    addRow(rows, "late above", runs, [](const RecordedRun& run) {
        return humanDuration(static_cast<double>(run.figures.tolerance.count()));
    });
    addRow(rows, "late", runs, [](const RecordedRun& run) {
        return run.figures.lateShare ? decimalText(100 * run.figures.lateShare->value, 2) + " %" : "–";
    });
    addRow(rows, "rate measured, Hz", runs,
           [](const RecordedRun& run) { return decimalText(run.figures.rateHz, 3); });
    addRow(rows, "drift, ppm", runs,
           [](const RecordedRun& run) { return decimalText(run.figures.driftPpm, 3); });
    addQuantity(rows, "error", runs, &FrameFigures::error);
    addQuantity(rows, "lateness", runs, &FrameFigures::lateness);
    addQuantity(rows, "frame time", runs, &FrameFigures::frameTime);
    addQuantity(rows, "oversleep", runs, &FrameFigures::oversleep);
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
    if (m_files.empty())
        return report({ErrorCode::Usage, "summarize takes FILE...: one or more CSV files of run --csv", ""});
    std::optional<AtomicFile> json;
    if (m_json.given()) {
        Result<AtomicFile> file = AtomicFile::open(m_json.text());
        if (!file)
            return report(file.error());
        json.emplace(std::move(file).value());
    }
    std::vector<RecordedRun> runs;
    for (const std::string& path : m_files) {
        Result<RecordedRun> run = readSamplesCsv(path);
        if (!run)
            return report(run.error());
        runs.push_back(std::move(run).value());
        runs.back().frames.clear(); // the figures are enough
    }
    const std::string text = forTerminal(sideBySide(runs));
    if (!json)
        return printData(text);
    Result<Done> written = json->write(recordedJson(runs));
    if (written)
        written = json->commit();
    if (!written)
        return report(written.error());
    if (m_json.text() != "-")
        return printData(text);
    printAside(text);
    return kDone;
}

} // namespace

Command addSummarizeCommand(CLI::App& root) {
    CLI::App* const app = root.add_subcommand("summarize", "Statistics of recorded CSV files, side by side");
    const auto command = std::make_shared<SummarizeCommand>(*app);
    return {app, [command] { return command->run(); }};
}

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/experiment_run.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/text_table.h"
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/platform/file_system.h"
#include "core/report/atomic_file.h"
#include "core/report/experiment_files.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>

namespace jitterscope::cli {
namespace {

std::string fixed(double value, int decimals) {
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::fixed, decimals);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string("–");
}

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
        return fixed(*number, 2) + " %";
    case Quantity::Fraction:
        return fixed(100 * *number, 2) + " %";
    case Quantity::Ppm:
        return fixed(*number, 1) + " ppm";
    case Quantity::Hertz:
        return numberText(std::round(*number * 1000) / 1000) + " Hz";
    case Quantity::Count:
        return fixed(*number, 0);
    case Quantity::Number:
    case Quantity::Word:
        break;
    }
    return std::fabs(*number) < 1e6 && *number != std::floor(*number) ? fixed(*number, 3)
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

std::string summaryOf(const ExperimentResult& result) {
    const ExperimentEntry& entry = *findEntry(experimentCatalog(), result.plan.id);
    std::string text = std::string(entry.name) + " – " + std::string(entry.asks) + "\n";
    text += result.simulated
                ? "SIMULATED on " + result.plan.machine.id + ", seed " + std::to_string(result.plan.seed)
                : "MEASURED HERE in " + fixed(result.seconds, 1) + " s";
    text +=
        std::string(result.plan.quick ? ", quick" : "") + (result.complete ? "" : ", NOT COMPLETE") + "\n\n";
    text += tableOf(result);
    for (const std::string& note : result.notes)
        text += "\nnote: " + note;
    return text + (result.notes.empty() ? "" : "\n") + "\n" + wrapped(entry.look, 0);
}

/// What a person sees while it runs; nothing where standard error is not a terminal.
class Progress {
public:
    void show(const Job& job) {
        const auto now = std::chrono::steady_clock::now();
        if (!m_terminal || now - m_shown < std::chrono::milliseconds(200))
            return;
        m_shown = now;
        const double done = job.progress();
        const double spent = std::chrono::duration<double>(now - m_begin).count();
        const std::string left = done > 0.01 ? ", " + fixed(spent / done * (1 - done), 0) + " s left" : "";
        printAside(forTerminal("\r\033[K" + fixed(100 * done, 0) + " %" + left + "  " + job.doing()));
    }
    void clear() const {
        if (m_terminal)
            printAside("\r\033[K");
    }

private:
    bool m_terminal = errorIsTerminal();
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_shown{};
};

Result<ExperimentResult> measured(const ExperimentPlan& plan) {
    Result<ExperimentResult> outcome = Error{};
    Job job;
    if (auto started = job.start([&](JobControl& control) { outcome = runExperiment(plan, control); });
        !started)
        return started.error();
    Progress progress;
    while (!job.finished()) {
        if (interrupted())
            job.cancel();
        progress.show(job);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    job.join();
    progress.clear();
    return outcome;
}

/// Opened before anything is measured, so that a path that cannot be written costs nothing.
Result<std::optional<AtomicFile>> opened(const std::string& path) {
    if (path.empty())
        return std::optional<AtomicFile>();
    Result<AtomicFile> file = AtomicFile::open(path);
    if (!file)
        return file.error();
    return std::optional<AtomicFile>(std::move(file).value());
}

bool commit(std::optional<AtomicFile>& file, const std::string& text) {
    if (!file)
        return true;
    const Result<Done> written = file->write(text);
    const Result<Done> done = written ? file->commit() : written;
    if (!done)
        (void)report(done.error());
    return done.ok();
}

} // namespace

std::vector<std::string> splitList(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t comma = text.find(',', begin);
        parts.emplace_back(trimmed(std::string_view(text).substr(begin, comma - begin)));
        if (comma == std::string::npos)
            return parts;
        begin = comma + 1;
    }
}

int runAndPrint(const ExperimentPlan& plan, const ExperimentFiles& files) {
    if (const Result<Done> checked = checkExperiment(plan); !checked)
        return report(checked.error());
    if (!files.csv.empty() && files.csv == files.json)
        return report(
            {ErrorCode::Usage, "--json " + files.json + ": the same file as --csv", "takes another file"});
    Result<std::optional<AtomicFile>> csv = opened(files.csv);
    if (!csv)
        return report(csv.error());
    Result<std::optional<AtomicFile>> json = opened(files.json);
    if (!json)
        return report(json.error());
    noteInterrupts();
    const Result<ExperimentResult> result = measured(plan);
    if (!result)
        return report(result.error());
    const bool good =
        commit(csv.value(), experimentCsv(result.value())) &
        commit(json.value(), files.json.empty() ? std::string() : files.jsonText(result.value()));
    const std::string summary = forTerminal(summaryOf(result.value()));
    int printed = kDone;
    if (files.csv == "-" || files.json == "-")
        printAside(summary);
    else
        printed = printData(summary);
    if (interrupted())
        return kInterrupted;
    return good ? printed : kFailed;
}

} // namespace jitterscope::cli

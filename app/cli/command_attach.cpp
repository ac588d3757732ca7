// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/options/readers.h"
#include "app/cli/progress_line.h"
#include "app/cli/report_files.h"
#include "app/cli/result_file.h"
#include "core/attach/attach_session.h"
#include "core/attach/attach_words.h"
#include "core/attach/target_program.h"
#include "core/document/attach_document.h"
#include "core/files/attach_files.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"
#include "core/privacy/redactor.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

namespace jitterscope::cli {
namespace {

constexpr int kAttachFailed = 125; // the code that env, nohup and timeout use
constexpr int kBySignal = 128;     // plus its number, as in shells
constexpr Nanoseconds kTurn = std::chrono::milliseconds{20};

class AttachCommand {
public:
    explicit AttachCommand(CLI::App& app);
    int run();

private:
    Result<Done> readOptions();
    Result<Done> openFiles();
    int listen(AttachSession& session);
    bool handOut(const AttachReport& report);

    OptionSet m_options;
    TextOption& m_duration;
    TextOption& m_loop;
    TextOption& m_cure;
    TextOption& m_block;
    TextOption& m_pid;
    TextOption& m_csv;
    TextOption& m_json;
    ReportFiles m_reports;
    bool m_redact = false;
    bool m_wide = false;
    std::vector<std::string> m_words;
    AttachPlan m_plan;
    ResultFile m_csvFile;
    ResultFile m_jsonFile;
};

AttachCommand::AttachCommand(CLI::App& app)
    : m_options(app),
      m_duration(m_options.add("--duration", "SECONDS", "1 … 3600, or 1s … 1h",
                               "How long to listen before the first cure; default 10s")),
      m_loop(m_options.add("--loop", "present|THREAD:SITE", "as the loops are listed",
                           "Which of its loops is meant")),
      m_cure(m_options.add("--cure", "ID,…", idRange(cureCatalog()),
                           "Try these in the running program, one after the other")),
      m_block(m_options.add("--block", "SECONDS", "0.5 … 60, or 500ms … 60s",
                            "Length of each block with and without a cure; default 1500ms")),
      m_pid(m_options.add("--pid", "PID", "of no program",
                          "Refused: only a program that attach starts can be listened to")),
      m_csv(m_options.add("--csv", "FILE", kFileRange, "Write its frames as a samples CSV, for compare")),
      m_json(m_options.add("--json", "FILE", kFileRange, "Write what was found as JSON")),
      m_reports(m_options, {"frame", "frame-times", "histogram"}) {
    m_options.addFlag("--wide", m_wide,
                      "Print every section: all loops that were found, how it was measured");
    m_options.addRedact(m_redact);
    m_options.addPositional("CMD", m_words, "The program and its arguments, behind --");
    m_options.setFooter(
        "The program keeps its terminal and its streams; what was found goes to standard error.\n"
        "Exit: the program's own status, 128 + N where signal N ended it, 125 where attaching failed.\n"
        "What a cure changes is put back when its block ends, and a second after this program is killed.\n"
        "What the program sets itself meanwhile stays.");
}

Result<Done> AttachCommand::readOptions() {
    if (Result<Done> checked = m_options.check(); !checked)
        return checked;
    for (const TextOption* const file : {&m_csv, &m_json}) {
        if (Result<Done> named = checkFileName(*file); !named)
            return named;
    }
    if (Result<Done> named = m_reports.check(); !named)
        return named;
    std::optional<Nanoseconds> time;
    if (Result<Done> read = readLength(m_duration, std::chrono::seconds{1}, std::chrono::hours{1}, time);
        !read)
        return read;
    m_plan.duration = time.value_or(m_plan.duration);
    time.reset();
    if (Result<Done> read =
            readLength(m_block, std::chrono::milliseconds{500}, std::chrono::seconds{60}, time);
        !read)
        return read;
    m_plan.block = time.value_or(m_plan.block);
    if (m_loop.given()) {
        Result<LoopChoice> choice = LoopChoice::parse(m_loop.text());
        if (!choice)
            return m_loop.refusal(m_loop.text(), "not a loop");
        m_plan.choice = std::move(choice).value();
    }
    std::string_view rest = m_cure.text();
    while (m_cure.given()) {
        const std::string_view id = trimmed(rest.substr(0, rest.find(',')));
        if (findEntry(cureCatalog(), id) == nullptr)
            return m_cure.refusal(id, "unknown");
        m_plan.cures.emplace_back(id);
        if (rest.find(',') == std::string_view::npos)
            break;
        rest.remove_prefix(rest.find(',') + 1);
    }
    if (m_pid.given())
        return Error{ErrorCode::Usage,
                     "a program that runs already cannot be listened to: the library comes in when it starts",
                     "end it, and start it with attach -- CMD…"};
    if (m_words.empty() || m_words.front().empty())
        return Error{ErrorCode::Usage, "attach takes a program: attach -- CMD…",
                     "see jitterscope-cli attach --help"};
    return Done{};
}

Result<Done> AttachCommand::openFiles() {
    std::vector<NamedFile> named{{"--csv", m_csv.text()}, {"--json", m_json.text()}};
    m_reports.addTo(named);
    if (Result<Done> separate = checkSeparate(named); !separate)
        return separate;
    for (const auto& [option, file] : {std::pair{&m_csv, &m_csvFile}, std::pair{&m_json, &m_jsonFile}}) {
        Result<ResultFile> opened = ResultFile::open(option->text());
        if (!opened)
            return opened.error();
        *file = std::move(opened).value();
    }
    return m_reports.open();
}

bool AttachCommand::handOut(const AttachReport& report) {
    const Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    const Document told = attachDocument(report, privacy);
    printLinesAside(terminalLines(told, {.unicode = unicodeWanted(), .wide = m_wide}));
    bool done = m_jsonFile.commit([&] { return attachJson(report, privacy); });
    if (m_csvFile.wanted() && !report.loop) {
        printMessage("--csv: there are no frames, since no loop was found");
        done = false;
    } else {
        done &= m_csvFile.commit([&] { return attachCsv(report, privacy); });
    }
    return done & m_reports.commit([&] { return told; });
}

/// Signals to stop this program are meant for the other one. It may go on nevertheless, so later ones are
/// handed on too. If what it has started is listened to instead, they end that.
void handOn(AttachSession& session) {
    for (int signal = takeStopSignal(); signal != 0; signal = takeStopSignal()) {
        session.program().handOn(signal);
        if (session.end())
            session.stopListening();
    }
}

int AttachCommand::listen(AttachSession& session) {
    SystemTime time;
    std::optional<ProgressLine> progress(std::in_place);
    bool told = false;
    bool done = true;
    while (session.turn(time.now())) {
        handOn(session);
        if (session.stage() == AttachSession::Stage::Done && !told) {
            progress.reset(); // clears its line
            done = handOut(session.report());
            told = true;
        } else if (!told) {
            progress->show([&] {
                const std::string_view cure = session.trying();
                return (cure.empty() ? std::string("listening") : "trying: " + std::string(cure)) + ", " +
                       decimalText(100 * session.progress(time.now()), 0) + " %";
            });
        }
        time.sleepFor(kTurn, SleepKind::Relative);
    }
    progress.reset();
    if (!told)
        done = handOut(session.report());
    const AttachReport report = session.report();
    if (!done || report.answer <= AttachAnswer::Elsewhere)
        return kAttachFailed;
    return session.end()->signal != 0 ? kBySignal + session.end()->signal : session.end()->status;
}

int AttachCommand::run() {
    const auto failed = [](const Error& error) {
        const int code = report(error);
        return code == kUsage ? code : kAttachFailed;
    };
    if (const Result<Done> options = readOptions(); !options)
        return failed(options.error());
    const Result<std::string> path = findTarget(m_words.front());
    if (!path)
        return failed({ErrorCode::NotFound, path.error().what, path.error().hint});
    m_plan.path = path.value();
    m_plan.words = m_words;
    if (const char* const preloaded = std::getenv("LD_PRELOAD"))
        m_plan.preloaded = preloaded;
    if (const Result<Done> files = openFiles(); !files)
        return failed(files.error());
    noteStopSignals();
    const Result<std::unique_ptr<AttachSession>> session = AttachSession::begin(m_plan);
    if (!session)
        return failed(session.error());
    return listen(*session.value());
}

} // namespace

Command addAttachCommand(CLI::App& root) {
    return addCommand<AttachCommand>(root, "attach", "Start a program, and say what makes its frames late");
}

} // namespace jitterscope::cli

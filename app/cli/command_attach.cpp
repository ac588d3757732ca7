// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/progress.h"
#include "app/cli/report_files.h"
#include "app/cli/result_file.h"
#include "app/cli/started_program.h"
#include "app/options/readers.h"
#include "core/attach/attach_report.h"
#include "core/attach/attach_session.h"
#include "core/attach/held_cures.h"
#include "core/document/documents.h"
#include "core/files/result_files.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"
#include "core/privacy/redactor.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace jitterscope::cli {
namespace {

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
    TextOption& m_part;
    TextOption& m_cure;
    TextOption& m_block;
    TextOption& m_pid;
    TextOption& m_csv;
    TextOption& m_json;
    ReportFiles m_reports;
    bool m_redact = false;
    bool m_names = false;
    bool m_noOthers = false;
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
      m_part(m_options.add(
          "--part", "N", "1, 2, … as they are listed",
          "If the loop means different rates in turn, which part is meant; default the longest")),
      m_cure(m_options.add("--cure", "ID,…", idRange(curesThere()),
                           "Try these in the running program, one after the other")),
      m_block(m_options.add("--block", "SECONDS", "0.5 … 60, or 500ms … 60s",
                            "Length of each block with and without a cure; default 1500ms")),
      m_pid(m_options.add("--pid", "PID", "a process id",
                          "Refused: only a program that attach starts can be listened to")),
      m_csv(m_options.add("--csv", "FILE", kFileRange, "Write its frames as a samples CSV, for compare")),
      m_json(m_options.add("--json", "FILE", kFileRange, "Write what was found as JSON")),
      m_reports(m_options, {"frame", "frame-times", "histogram", "causes"}) {
    m_options.addFlag("--wide", m_wide,
                      "Print every section: all loops that were found, how it was measured");
    m_options.addFlag("--names", m_names,
                      "In files, too, name the programs that ran while its frames were long");
    m_options.addFlag("--no-others", m_noOthers, "Do not look at which other programs run");
    m_options.addRedact(m_redact);
    m_options.addPositional("CMD", m_words, "The program and its arguments, after --");
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
    if (Result<Done> loop = readLoop(m_loop, m_plan.choice); !loop)
        return loop;
    std::size_t part = 0;
    if (Result<Done> read = readInteger<std::size_t>(m_part, 1, 1000, part); !read)
        return read;
    if (part > 0)
        m_plan.stretch = part - 1;
    if (Result<Done> cures = readCures(m_cure, m_plan.cures); !cures)
        return cures;
    m_plan.lookAround = !m_noOthers;
    if (m_names && m_redact)
        return Error{ErrorCode::Usage, "--names asks for what --redact leaves out", "leave one out"};
    if (m_names && m_noOthers)
        return Error{ErrorCode::Usage, "--names asks for what --no-others does not look at", "leave one out"};
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
    Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    privacy.programs = true; // on the terminal; redacted, nothing is named
    printLinesAside(
        terminalLines(attachDocument(report, privacy), {.unicode = unicodeWanted(), .wide = m_wide}));
    privacy.programs = m_names;
    bool done = m_jsonFile.commit([&] { return attachJson(report, privacy); });
    if (m_csvFile.wanted() && !report.loop) {
        printMessage("--csv: there are no frames, since no loop was found");
        done = false;
    } else {
        done &= m_csvFile.commit([&] { return attachCsv(report, privacy); });
    }
    return done & m_reports.commit([&] { return attachDocument(report, privacy); });
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
        return kNotStarted;
    return exitCodeOf(*session.end());
}

int AttachCommand::run() {
    if (const Result<Done> options = readOptions(); !options)
        return notStarted(options.error());
    // What a command line holds in a program is tried in that program.
    if (std::optional<HeldCommand> held = heldCommand(m_words)) {
        for (std::string& id : held->cures) {
            if (findCure(curesThere(), id) == nullptr)
                return notStarted(m_cure.refusal(id, "unknown"));
            if (std::ranges::find(m_plan.cures, id) == m_plan.cures.end())
                m_plan.cures.push_back(std::move(id));
        }
        m_words = std::move(held->words);
    }
    if (const Result<Done> target = readTarget(m_words, m_plan); !target)
        return notStarted(target.error());
    if (const Result<Done> files = openFiles(); !files)
        return notStarted(files.error());
    noteStopSignals();
    const Result<std::unique_ptr<AttachSession>> session = AttachSession::begin(m_plan);
    if (!session)
        return notStarted(session.error());
    return listen(*session.value());
}

} // namespace

Command addAttachCommand(CLI::App& root) {
    return addCommand<AttachCommand>(root, "attach", "Start a program, and say what makes its frames late");
}

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/started_program.h"
#include "app/options/readers.h"
#include "core/attach/held_cures.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"

#include <memory>

namespace jitterscope::cli {
namespace {

class WithCommand {
public:
    explicit WithCommand(CLI::App& app);
    int run();

private:
    Result<Done> readOptions();

    OptionSet m_options;
    TextOption& m_cure;
    TextOption& m_loop;
    bool m_quiet = false;
    std::vector<std::string> m_words;
    HoldPlan m_plan;
};

WithCommand::WithCommand(CLI::App& app)
    : m_options(app),
      m_cure(m_options.add("--cure", "ID,…", idRange(curesThere()),
                           "Hold these in the program's loop for as long as it runs")),
      m_loop(m_options.add("--loop", "present|THREAD:SITE", "as attach lists the loops",
                           "Which of its loops is meant")) {
    m_options.addFlag("--quiet", m_quiet, "Do not say what is held");
    m_options.addPositional("CMD", m_words, "The program and its arguments, after --");
    m_options.setFooter(
        "The program is unchanged, and keeps its terminal, its streams and its exit status. It is listened "
        "to until its loop is known, after about three seconds; then nothing is recorded any more. What is "
        "held is said on standard error. `attach --cure` shows which cures help.\n"
        "Exit: the program's own status, 128 + N where signal N ended it, 125 where it was not started.\n"
        "Everything is put back at its end, and a second after this program is killed.");
}

Result<Done> WithCommand::readOptions() {
    if (Result<Done> checked = m_options.check(); !checked)
        return checked;
    if (Result<Done> cures = readCures(m_cure, m_plan.cures); !cures)
        return cures;
    if (Result<Done> loop = readLoop(m_loop, m_plan.choice); !loop)
        return loop;
    if (m_plan.cures.empty())
        return Error{ErrorCode::Usage, "with takes what to hold: with --cure ID,… -- CMD…",
                     idRange(curesThere())};
    if (m_words.empty() || m_words.front().empty())
        return Error{ErrorCode::Usage, "with takes a program: with --cure ID,… -- CMD…",
                     "see jitterscope-cli with --help"};
    return readTarget(m_words, m_plan);
}

int WithCommand::run() {
    if (const Result<Done> options = readOptions(); !options)
        return notStarted(options.error());
    noteStopSignals();
    const Result<std::unique_ptr<HeldCures>> held = HeldCures::begin(m_plan);
    if (!held)
        return notStarted(held.error());
    HeldCures& cures = *held.value();
    SystemTime time;
    while (cures.turn(time.now())) {
        for (int signal = takeStopSignal(); signal != 0; signal = takeStopSignal())
            cures.handOn(signal);
        for (const std::string& sentence : cures.news()) {
            if (!m_quiet)
                printMessage(sentence);
        }
        time.sleepFor(kTurn, SleepKind::Relative);
    }
    return exitCodeOf(*cures.end());
}

} // namespace

Command addWithCommand(CLI::App& root) {
    return addCommand<WithCommand>(root, "with", "Start a program with cures held in its loop");
}

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/options/help_text.h"
#include "app/options/option_set.h"
#include "core/base/last_words.h"
#include "core/base/version.h"
#include "core/machine/versions.h"
#include "core/platform/file_system.h"
#include "core/platform/process_signals.h"
#include "core/platform/program_start.h"
#include "core/platform/system_bus.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope::cli {
namespace {

constexpr const char* kFooter =
    "Data goes to standard output, everything else to standard error; '-' as a file is standard output.\n"
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 an --assert did not hold, 130 interrupted.";

/// In the order of the help text.
constexpr std::array kCommands{&addListCommand,    &addRunCommand,   &addExperimentCommand,
                               &addRaceCommand,    &addLabCommand,   &addDiagnoseCommand,
                               &addAttachCommand,  &addWithCommand,  &addSummarizeCommand,
                               &addCompareCommand, &addWatchCommand, &addCompletionCommand};

const Command* chosen(const std::vector<Command>& commands) {
    for (const Command& command : commands) {
        if (command.app->parsed())
            return &command;
    }
    return nullptr;
}

/// `list, run or watch`
std::string namesOf(const std::vector<Command>& commands) {
    std::string names;
    for (std::size_t i = 0; i < commands.size(); ++i)
        names += (i == 0 ? "" : i + 1 < commands.size() ? ", " : " or ") + commands[i].app->get_name();
    return names;
}

int run(std::vector<std::string> arguments) {
    CLI::App app("Shows how late this machine wakes a sleeping thread, and what it costs to be on time.",
                 "jitterscope-cli");
    const bool verbose = std::ranges::find(arguments, "--verbose") != arguments.end();
    CLI::Option* const versionFlag = app.set_version_flag("--version", [verbose] {
        if (!verbose)
            return "jitterscope " + std::string(version());
        std::string text = versionsText();
        text.pop_back(); // the line is ended there
        return text;
    });
    app.add_flag("--verbose")
        ->description(
            "With --version: also how it was built, the system and the processor, to paste into an issue")
        ->needs(versionFlag);
    app.allow_windows_style_options(false); // an argument that begins with / is a path on every system
    app.formatter(std::make_shared<HelpText>());
    app.footer(kFooter);
    app.require_subcommand(0, 1);
    std::vector<Command> commands;
    for (const auto& add : kCommands)
        commands.push_back(add(app));
    if (const Result<Done> values = checkValues(app, arguments); !values)
        return report(values.error());
    try {
        std::ranges::reverse(arguments); // CLI11 takes them in reverse order
        app.parse(std::move(arguments));
    } catch (const CLI::Success& success) { // --help, --version
        std::ostringstream text;
        app.exit(success, text, text);
        return printData(text.str());
    } catch (const CLI::ParseError& error) {
        const Command* const command = chosen(commands);
        return report(usageError(command == nullptr ? app : *command->app, error));
    }
    const Command* const command = chosen(commands);
    if (command == nullptr)
        return report(
            {ErrorCode::Usage, "a command is needed: " + namesOf(commands), "see jitterscope-cli --help"});
    constexpr std::size_t kFilesAtOnce = 12; // told before anything is measured
    if (!descriptorsLeft(kFilesAtOnce))
        return report({ErrorCode::Io, "too few files may be open at once", "raise the limit: ulimit -n 64"});
    try {
        return command->run();
    } catch (const std::bad_alloc&) {
        printMessage("out of memory");
        return kFailed;
    }
}

} // namespace
} // namespace jitterscope::cli

/// Before every other constructor of this program.
[[gnu::constructor(101)]] static void beginOrEnd() {
    jitterscope::endIfRefused("jitterscope-cli");
}

int main(int count, char** arguments) {
    jitterscope::holdStopSignals(); // until there are handlers, or something is printed
    jitterscope::holdStandardStreams();
    jitterscope::ignoreFileSignals();
    jitterscope::haveLastWords("jitterscope-cli");
    if (const char* const missing = jitterscope::missingAtStart({})) {
        jitterscope::releaseStopSignals();
        std::fprintf(stderr, "jitterscope-cli: %s\n", missing); // what prints otherwise takes memory
        return jitterscope::cli::kFailed;
    }
    jitterscope::useSleepInhibitor();
    return jitterscope::cli::run(jitterscope::utf8Arguments(count, arguments));
}

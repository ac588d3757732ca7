// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/help_text.h"
#include "app/cli/options/option_set.h"
#include "core/base/version.h"
#include "core/platform/file_system.h"
#include "core/platform/system_bus.h"

#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <vector>

namespace jitterscope::cli {
namespace {

constexpr const char* kFooter =
    "Data goes to standard output, everything else to standard error; '-' as a file is standard output.\n"
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 an --assert did not hold, 130 interrupted.";

/// CLI11 takes `--rate=` for `--rate` and the next argument.
std::optional<std::string> emptyOption(int count, char** arguments) {
    for (int i = 1; i < count; ++i) {
        const std::string argument(arguments[i]);
        if (argument.size() > 3 && argument.starts_with("--") && argument.find('=') == argument.size() - 1)
            return argument;
    }
    return std::nullopt;
}

/// CLI11 takes whatever stands behind an option for its value, another option too: `--csv --json x.json`.
std::optional<Error> optionForValue(const CLI::App& command, int count, char** arguments) {
    for (int i = 2; i + 1 < count; ++i) {
        const CLI::Option* const option = command.get_option_no_throw(arguments[i]);
        const std::string_view next(arguments[i + 1]);
        if (option != nullptr && option->get_expected_max() > 0 && next.starts_with("--") &&
            command.get_option_no_throw(std::string(next)) != nullptr)
            return missingValue(command, arguments[i]);
    }
    return std::nullopt;
}

const Command* chosen(const std::vector<Command>& commands) {
    for (const Command& command : commands) {
        if (command.app->parsed())
            return &command;
    }
    return nullptr;
}

int usage(const Error& error) {
    return report(error);
}

int run(int count, char** arguments) {
    CLI::App app("Shows how late this machine wakes a sleeping thread, and what it costs to be on time.",
                 "jitterscope-cli");
    app.set_version_flag("--version", "jitterscope " + std::string(version()));
    app.formatter(std::make_shared<HelpText>());
    app.footer(kFooter);
    app.require_subcommand(0, 1);
    const std::vector<Command> commands{
        addListCommand(app),      addRunCommand(app),     addExperimentCommand(app),
        addRaceCommand(app),      addLabCommand(app),     addDiagnoseCommand(app),
        addSummarizeCommand(app), addCompareCommand(app), addWatchCommand(app)};
    if (const auto empty = emptyOption(count, arguments))
        return usage({ErrorCode::Usage, *empty + " has no value", "see jitterscope-cli --help"});
    for (const Command& command : commands) {
        if (count < 2 || command.app->get_name() != arguments[1])
            continue;
        if (const auto wrong = optionForValue(*command.app, count, arguments))
            return usage(*wrong);
    }
    try {
        app.parse(count, arguments);
    } catch (const CLI::Success& success) { // --help, --version
        std::ostringstream text;
        app.exit(success, text, text);
        return printData(text.str());
    } catch (const CLI::ParseError& error) {
        const Command* const command = chosen(commands);
        return usage(usageError(command == nullptr ? app : *command->app, error));
    }
    const Command* const command = chosen(commands);
    if (command == nullptr)
        return usage({ErrorCode::Usage,
                      "a command is needed: list, run, experiment, race, lab, diagnose, summarize or watch",
                      "see jitterscope-cli --help"});
    try {
        return command->run();
    } catch (const std::bad_alloc&) {
        printMessage("out of memory");
        return kFailed;
    }
}

} // namespace
} // namespace jitterscope::cli

int main(int count, char** arguments) {
    jitterscope::holdStandardStreams();
    jitterscope::ignoreFileSignals();
    jitterscope::useSleepInhibitor();
    return jitterscope::cli::run(count, arguments);
}

// SPDX-License-Identifier: MIT
#pragma once

#include "app/options/option_set.h"

#include <functional>
#include <memory>
#include <string>

namespace jitterscope::cli {

/// The program's exit codes.
enum ExitCode : int { kDone = 0, kFailed = 1, kUsage = 2, kAssertion = 3, kInterrupted = 130 };

/// One command. `app` holds its options; `run` is called if the user has chosen it.
///
/// To add one: write command_NAME.cpp with `Command addNameCommand(CLI::App& root)`, declare it here, add a
/// line to main.cpp and one to CMakeLists.txt.
struct Command {
    CLI::App* app = nullptr;
    std::function<int()> run; ///< returns an ExitCode
};

/// Makes a command: the constructor of `Body` declares its options, and `Body::run()` runs it.
template <typename Body>
[[nodiscard]] Command addCommand(CLI::App& root, const std::string& name, const std::string& meaning) {
    CLI::App& app = addSubcommand(root, name, meaning);
    const auto body = std::make_shared<Body>(app);
    return {&app, [body] { return body->run(); }};
}

[[nodiscard]] Command addAttachCommand(CLI::App& root);
[[nodiscard]] Command addCompareCommand(CLI::App& root);
[[nodiscard]] Command addCompletionCommand(CLI::App& root);
[[nodiscard]] Command addDiagnoseCommand(CLI::App& root);
[[nodiscard]] Command addExperimentCommand(CLI::App& root);
[[nodiscard]] Command addLabCommand(CLI::App& root);
[[nodiscard]] Command addListCommand(CLI::App& root);
[[nodiscard]] Command addRaceCommand(CLI::App& root);
[[nodiscard]] Command addRunCommand(CLI::App& root);
[[nodiscard]] Command addSummarizeCommand(CLI::App& root);
[[nodiscard]] Command addWatchCommand(CLI::App& root);
[[nodiscard]] Command addWithCommand(CLI::App& root);

} // namespace jitterscope::cli

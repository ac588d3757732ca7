// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace jitterscope::cli {

// Completion for shells, made from the same tables as --help.

/// Something that can be typed.
struct Completed {
    /// What comes after it.
    enum class Value { None, Text, File, Choice, Choices, Command }; ///< Choices: several, divided by commas
    std::string name;                                                ///< `--rate`; empty: an argument
    std::string meaning;
    Value value = Value::None;
    std::vector<std::string> choices;
};
struct CompletedCommand {
    std::string name;
    std::string meaning;
    std::vector<Completed> options;
};

/// The commands of the program and what they take.
[[nodiscard]] std::vector<CompletedCommand> completedCommands(const CLI::App& root);

/// The script for a shell: `bash`, `zsh` or `fish`. `names`: what the ids are called, for shells that show
/// it. Empty: another shell.
[[nodiscard]] std::string completionScript(const std::string& shell,
                                           const std::vector<CompletedCommand>& commands,
                                           const std::map<std::string, std::string>& names);

} // namespace jitterscope::cli

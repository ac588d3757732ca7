// SPDX-License-Identifier: MIT
#include "app/cli/completion.h"

#include "app/options/option_set.h"
#include "core/base/parse.h"
#include "core/base/said.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>

namespace jitterscope::cli {
namespace {

using Value = Completed::Value;

std::string replaced(std::string_view text, const std::map<char, std::string>& by) {
    std::string result;
    for (const char letter : text) {
        const auto found = by.find(letter);
        result += found == by.end() ? std::string(1, letter) : found->second;
    }
    return result;
}

/// One line, for a list: up to what explains the values.
std::string shortened(const std::string& meaning) {
    const std::size_t end =
        std::min({meaning.find(" ("), meaning.find('\n'), meaning.find(';'), meaning.size()});
    return meaning.substr(0, end);
}

Completed completed(const CLI::Option& option) {
    Completed result;
    result.name = option.get_positional() ? "" : "--" + option.get_lnames().front();
    result.meaning = option.get_description();
    const std::string type = option.get_positional() ? option.get_name(true) : option.get_type_name();
    result.choices = choicesIn(result.meaning);
    if (!option.get_positional() && option.get_items_expected_max() == 0)
        result.value = Value::None;
    else if (!result.choices.empty())
        result.value = type.find(',') != std::string::npos ? Value::Choices : Value::Choice;
    else if (type.find("CMD") != std::string::npos)
        result.value = Value::Command;
    else if (type.find("FILE") != std::string::npos || type == "A" || type == "B" || type == "RUN")
        result.value = Value::File;
    else
        result.value = Value::Text;
    return result;
}

// --- bash ---

std::string bashWords(const Completed& each) {
    switch (each.value) {
    case Value::Choice:
        return "_jitterscope_words " + shellWord(said::joined(each.choices, " "));
    case Value::Choices:
        return "_jitterscope_list " + shellWord(said::joined(each.choices, " "));
    case Value::File:
        return "_jitterscope_files";
    case Value::Command:
    case Value::Text:
    case Value::None:
        break;
    }
    return ":";
}

constexpr std::string_view kBashHead =
    R"(# Completion of jitterscope-cli for bash; made by `jitterscope-cli completion bash`.
_jitterscope_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_jitterscope_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
_jitterscope_list() { # words divided by commas
    local before=
    [[ $cur == *,* ]] && before=${cur%,*},
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
}
_jitterscope_command() { # after --: another program
    local i
    for ((i = 2; i < COMP_CWORD; ++i)); do
        [[ ${COMP_WORDS[i]} == -- ]] || continue
        if ((i + 1 == COMP_CWORD)); then mapfile -t COMPREPLY < <(compgen -c -- "$cur"); else _jitterscope_files; fi
        return 0
    done
    return 1
}
_jitterscope() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
)";

std::string bashScript(const std::vector<CompletedCommand>& commands) {
    std::vector<std::string> names;
    for (const CompletedCommand& command : commands)
        names.push_back(command.name);
    std::string text(kBashHead);
    text += "    if ((COMP_CWORD == 1)); then _jitterscope_words " +
            shellWord(said::joined(names, " ") + " --help --version --verbose") +
            "; return; fi\n    case ${COMP_WORDS[1]} in\n";
    for (const CompletedCommand& command : commands) {
        std::vector<std::string> options;
        std::string values, rest = ":";
        bool starts = false;
        for (const Completed& each : command.options) {
            starts = starts || each.value == Value::Command;
            if (each.name.empty()) {
                rest = bashWords(each);
                continue;
            }
            options.push_back(each.name);
            if (each.value != Value::None)
                values += "            " + each.name + ") " + bashWords(each) + "; return ;;\n";
        }
        text += "    " + command.name + ")\n";
        if (starts)
            text += "        _jitterscope_command && return\n";
        if (!values.empty())
            text += "        case $prev in\n" + values + "        esac\n";
        text += "        if [[ $cur == -* ]]; then _jitterscope_words " +
                shellWord(said::joined(options, " ")) + "; else " + rest + "; fi ;;\n";
    }
    return text + "    esac\n}\ncomplete -F _jitterscope jitterscope-cli\n";
}

// --- zsh ---

/// In a specification of _arguments.
std::string zshText(std::string_view text) {
    return replaced(text, {{'[', "\\["}, {']', "\\]"}, {':', "\\:"}, {'\'', "'\\''"}});
}

std::string zshAction(const Completed& each, const std::map<std::string, std::string>& names) {
    switch (each.value) {
    case Value::Choice: {
        std::string choices;
        for (const std::string& id : each.choices) {
            const auto name = names.find(id);
            choices += (choices.empty() ? "" : " ") + id;
            if (name != names.end())
                choices += "\\:\"" + replaced(zshText(name->second), {{'"', "\\\""}}) + "\"";
        }
        return ":value:((" + choices + "))";
    }
    case Value::Choices:
        return ":values:_values -s , value " + said::joined(each.choices, " ");
    case Value::File:
        return ":file:_files";
    case Value::Command:
        return ":program: _normal";
    case Value::Text:
        return ":value: ";
    case Value::None:
        break;
    }
    return {};
}

std::string zshScript(const std::vector<CompletedCommand>& commands,
                      const std::map<std::string, std::string>& names) {
    std::string text =
        "#compdef jitterscope-cli\n# Made by `jitterscope-cli completion zsh`.\n_jitterscope-cli() {\n"
        "    local -a commands\n    commands=(\n";
    for (const CompletedCommand& command : commands)
        text += "        " + shellWord(command.name + ":" + command.meaning) + "\n";
    text += "    )\n    if ((CURRENT == 2)); then _describe command commands; return; fi\n"
            "    local command=$words[2]\n    shift words; ((CURRENT--))\n    case $command in\n";
    for (const CompletedCommand& command : commands) {
        text += "    " + command.name + ")\n        _arguments -S";
        for (const Completed& each : command.options) {
            if (each.name.empty() && each.value == Value::Command)
                text += " \\\n            '*:" + zshText("program") + ": _normal'";
            else if (each.name.empty())
                text += " \\\n            '*" + zshAction(each, names) + "'";
            else
                text += " \\\n            '*" + each.name + "[" + zshText(shortened(each.meaning)) + "]" +
                        zshAction(each, names) + "'";
        }
        text += " ;;\n";
    }
    return text + "    esac\n}\n_jitterscope-cli \"$@\"\n";
}

// --- fish ---

std::string fishText(std::string_view text) {
    return "'" + replaced(text, {{'\'', "\\'"}, {'\\', "\\\\"}}) + "'";
}

std::string fishScript(const std::vector<CompletedCommand>& commands,
                       const std::map<std::string, std::string>& names) {
    std::string text =
        "# Completion of jitterscope-cli for fish; made by `jitterscope-cli completion fish`.\n"
        "complete -c jitterscope-cli -f\n"
        "complete -c jitterscope-cli -n __fish_use_subcommand -l help -d 'Print help'\n"
        "complete -c jitterscope-cli -n __fish_use_subcommand -l version -d 'Print the version'\n"
        "complete -c jitterscope-cli -n __fish_use_subcommand -l verbose -d 'With --version: build, system, "
        "processor'\n";
    for (const CompletedCommand& command : commands) {
        text += "complete -c jitterscope-cli -n __fish_use_subcommand -a " + command.name + " -d " +
                fishText(command.meaning) + "\n";
        const std::string here =
            "complete -c jitterscope-cli -n '__fish_seen_subcommand_from " + command.name + "'";
        for (const Completed& each : command.options) {
            std::string choices;
            for (const std::string& id : each.choices) {
                const auto name = names.find(id);
                choices +=
                    (choices.empty() ? "" : "\n") + id + (name == names.end() ? "" : "\t" + name->second);
            }
            if (each.value == Value::Choices) // fish's own: what stands before the last comma stays
                choices = "(__fish_append , " + said::joined(each.choices, " ") + ")";
            text += here;
            if (!each.name.empty())
                text += " -l " + each.name.substr(2) + (each.value == Value::None ? "" : " -r") + " -d " +
                        fishText(shortened(each.meaning));
            if (each.value == Value::File || each.value == Value::Command)
                text += " -F";
            if (!choices.empty())
                text += " -a " + fishText(choices);
            text += "\n";
        }
    }
    return text;
}

} // namespace

std::vector<CompletedCommand> completedCommands(const CLI::App& root) {
    std::vector<CompletedCommand> commands;
    for (const CLI::App* const app : root.get_subcommands({})) {
        if (app->get_group().empty())
            continue; // hidden
        CompletedCommand command{app->get_name(), app->get_description(), {}};
        for (const CLI::Option* const option : app->get_options()) {
            if (option->get_positional() || !option->get_group().empty())
                command.options.push_back(completed(*option));
        }
        commands.push_back(std::move(command));
    }
    return commands;
}

std::string completionScript(const std::string& shell, const std::vector<CompletedCommand>& commands,
                             const std::map<std::string, std::string>& names) {
    return shell == "bash"   ? bashScript(commands)
           : shell == "zsh"  ? zshScript(commands, names)
           : shell == "fish" ? fishScript(commands, names)
                             : std::string();
}

} // namespace jitterscope::cli

// SPDX-License-Identifier: MIT
#include "app/options/option_set.h"

#include "core/base/nearest.h"
#include "core/base/parse.h"
#include "core/privacy/redactor.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>

namespace jitterscope::cli {

const std::string& TextOption::text() const {
    static const std::string empty;
    return texts.empty() ? empty : texts.back();
}

std::vector<std::string> choicesIn(std::string_view text) {
    constexpr std::string_view kBegin = "one of ";
    std::vector<std::string> choices;
    const std::size_t begin = text.find(kBegin);
    text.remove_prefix(begin == std::string_view::npos ? text.size() : begin + kBegin.size());
    const auto isOfId = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '_';
    };
    while (!text.empty()) {
        const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, isOfId) - text.begin());
        if (end == 0)
            break;
        choices.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
        if (!text.starts_with(", "))
            break;
        text.remove_prefix(2);
    }
    return choices;
}

Error TextOption::refusal(std::string_view text, std::string_view what) const {
    if (what == "unknown") {
        if (const std::string meant = didYouMean(text, choicesIn(takes)); !meant.empty())
            return Error{ErrorCode::Usage, name + " " + inQuotes(text) + ": unknown" + meant,
                         "takes " + takes};
    }
    return Error{ErrorCode::Usage, name + " " + inQuotes(text) + ": " + std::string(what), "takes " + takes};
}

TextOption& OptionSet::addIf(bool wanted, const std::string& name, const std::string& unit,
                             const std::string& range, const std::string& meaning, bool repeated) {
    return wanted ? add(name, unit, range, meaning, repeated) : m_options.emplace_back();
}

TextOption& OptionSet::add(const std::string& name, const std::string& unit, const std::string& range,
                           const std::string& meaning, bool repeated) {
    TextOption& option = m_options.emplace_back();
    option.name = name;
    option.takes = unit + (range.empty() ? "" : ": " + range);
    option.repeated = repeated;
    const auto keep = [&option, &command = m_command](const CLI::results_t& texts) {
        // CLI11 takes whatever follows an option as its value, even another option: `--csv --json x.json`.
        for (const std::string& text : texts) {
            if (text.starts_with("--") && command.get_option_no_throw(text) != nullptr)
                throw CLI::ArgumentMismatch::TypedAtLeast(option.name, 1, "value");
        }
        option.texts = texts;
        return true;
    };
    m_command.add_option(name, keep, meaning + (range.empty() ? "" : " (" + range + ")"))
        ->type_name(unit)
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return option;
}

TextOption& OptionSet::addGone(const std::string& name, const std::string& instead) {
    TextOption& option = add(name, "FILE", {}, {}, true);
    option.instead = instead;
    m_command.get_option(name)->group({}); // hides it
    return option;
}

void OptionSet::addFlag(const std::string& name, bool& value, const std::string& meaning) {
    m_command.add_flag(name, value, meaning);
}

void OptionSet::addRedact(bool& value) {
    addFlag("--redact", value, "Leave out of every file: " + leftOutText());
}

void OptionSet::addPositional(const std::string& name, std::string& value, const std::string& meaning) {
    m_command.add_option(name, value, meaning)->type_name("");
}

void OptionSet::addPositional(const std::string& name, std::vector<std::string>& values,
                              const std::string& meaning) {
    m_command.add_option(name, values, meaning)->type_name("");
}

void OptionSet::setFooter(const std::string& text) {
    m_command.footer(text);
}

Result<Done> OptionSet::check() const {
    for (const TextOption& option : m_options) {
        if (option.given() && !option.instead.empty())
            return Error{ErrorCode::Usage, option.name + " is gone", option.instead};
        if (!option.repeated && option.texts.size() > 1)
            return option.refusal(option.texts[1], "given twice");
    }
    return Done{};
}

bool OptionSet::anyGiven() const {
    return std::ranges::any_of(m_options, &TextOption::given);
}

Result<Done> OptionSet::checkOnly(std::initializer_list<std::string_view> names, std::string_view why) const {
    for (const TextOption& option : m_options) {
        if (option.given() && std::find(names.begin(), names.end(), option.name) == names.end())
            return Error{ErrorCode::Usage, option.name + " has no meaning here: " + std::string(why),
                         "leave it out"};
    }
    return Done{};
}

CLI::App& addSubcommand(CLI::App& root, const std::string& name, const std::string& meaning) {
    return *root.add_subcommand(name, meaning);
}

namespace {

/// "--rate: 1 required HZ missing" → "--rate".
std::string optionOf(const std::string& message) {
    return message.substr(0, message.find(':'));
}

} // namespace

Result<Done> checkValues(const CLI::App& program, const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
        if (argument.size() > 3 && argument.starts_with("--") && argument.find('=') == argument.size() - 1)
            return Error{ErrorCode::Usage, argument + " has no value",
                         "see " + program.get_name() + " --help"};
    }
    return Done{};
}

Error missingValue(const CLI::App& command, const std::string& name) {
    const CLI::Option* const option = command.get_option_no_throw(name);
    const std::string takes = option == nullptr ? "a value" : option->get_type_name();
    const std::string meaning = option == nullptr ? "" : option->get_description();
    return Error{ErrorCode::Usage, name + " takes " + takes + (meaning.empty() ? "" : ": " + meaning), ""};
}

namespace {

Error unknownArgument(const CLI::App& command, const std::string& help) {
    const std::vector<std::string> extras = command.remaining(true);
    const std::string first = extras.empty() ? "" : extras.front();
    const bool option = first.starts_with('-');
    const bool commands = !command.get_subcommands({}).empty();
    const char* const what = option     ? "unknown option "
                             : commands ? "unknown command "
                                        : "unexpected argument ";
    std::vector<std::string> names;
    if (option) {
        for (const CLI::Option* const each : command.get_options()) {
            if (!each->get_lnames().empty() && !each->get_group().empty())
                names.push_back("--" + each->get_lnames().front());
        }
    } else {
        for (const CLI::App* const each : command.get_subcommands({}))
            names.push_back(each->get_name());
    }
    return Error{ErrorCode::Usage,
                 what + inQuotes(first) + didYouMean(first.substr(0, first.find('=')), names), "see " + help};
}

} // namespace

Error usageError(const CLI::App& command, const CLI::ParseError& error) {
    const std::string message = error.what();
    const CLI::App* const parent = command.get_parent();
    const std::string help =
        (parent == nullptr ? "" : parent->get_name() + " ") + command.get_name() + " --help";
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
        return unknownArgument(command, help);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
        return missingValue(command, optionOf(message));
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
        return Error{ErrorCode::Usage, message, "see " + help};
    return Error{ErrorCode::Usage, message.substr(0, message.find('\n')), "see " + help};
}

} // namespace jitterscope::cli

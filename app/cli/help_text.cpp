// SPDX-License-Identifier: MIT
#include "app/cli/help_text.h"

#include "core/document/text_lines.h"

#include <sstream>
#include <string_view>

namespace jitterscope::cli {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kColumn = 24; // where descriptions begin

/// Help has only the program's own words: nothing in it is from outside.
std::string helpLines(std::string_view text, std::size_t indent) {
    const Lines lines = wrapped(text, indent, kWidth);
    std::string joined;
    for (const std::string& line : lines.list())
        joined += line + "\n";
    return joined;
}

/// The name with its description beside it, or below it if the name takes all the room.
std::string entry(const std::string& name, std::string_view description) {
    std::string lines = helpLines(description, kColumn);
    const std::string begin = "  " + name;
    const std::size_t width = displayWidth(begin);
    if (lines.empty())
        return begin + "\n";
    if (width + 1 >= kColumn)
        return begin + "\n" + lines;
    return begin + std::string(kColumn - width, ' ') + lines.substr(kColumn);
}

} // namespace

HelpText::HelpText() {
    column_width(kColumn);
}

std::string HelpText::make_option(const CLI::Option* option, bool positional) const {
    return entry(make_option_name(option, positional) + make_option_opts(option), make_option_desc(option));
}

std::string HelpText::make_subcommand(const CLI::App* command) const {
    return entry(command->get_name(), command->get_description());
}

std::string HelpText::make_footer(const CLI::App* app) const {
    std::string text;
    std::istringstream lines(app->get_footer());
    for (std::string line; std::getline(lines, line);)
        text += helpLines(line, 0);
    return text;
}

} // namespace jitterscope::cli

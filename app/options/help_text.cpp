// SPDX-License-Identifier: MIT
#include "app/options/help_text.h"

#include "core/document/text_lines.h"

#include <sstream>

namespace jitterscope::cli {

std::string HelpText::make_option(const CLI::Option* option, bool positional) const {
    return helpEntry(make_option_name(option, positional) + make_option_opts(option),
                     make_option_desc(option));
}

std::string HelpText::make_subcommand(const CLI::App* command) const {
    return helpEntry(command->get_name(), command->get_description());
}

std::string HelpText::make_description(const CLI::App* app) const {
    return helpParagraph(app->get_description()) + "\n";
}

std::string HelpText::make_footer(const CLI::App* app) const {
    std::string text;
    std::istringstream lines(app->get_footer());
    for (std::string line; std::getline(lines, line);)
        text += helpParagraph(line);
    return text;
}

} // namespace jitterscope::cli

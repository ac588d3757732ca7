// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace jitterscope::cli {

/// --help in 80 columns: names at the left, and their meanings wrapped beside them. (CLI11 itself writes each
/// description on one line, which a terminal breaks in the middle of words.)
class HelpText : public CLI::Formatter {
public:
    std::string make_option(const CLI::Option* option, bool positional) const override;
    std::string make_subcommand(const CLI::App* command) const override;
    std::string make_description(const CLI::App* app) const override;
    std::string make_footer(const CLI::App* app) const override;
};

} // namespace jitterscope::cli

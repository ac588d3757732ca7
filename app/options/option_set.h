// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// CLI11 itself is included in option_set.cpp, help_text.cpp, app/cli/completion.cpp, app/cli/main.cpp and
// app/gui/options.cpp alone: it costs
// every file that includes it five seconds.
namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace jitterscope::cli {

/// One option and the text that was typed for it. Commands read the text themselves, so that every refusal is
/// one line of the same form.
struct TextOption {
    std::string name;  ///< "--rate"
    std::string takes; ///< "HZ: 0.1 … 100000, as 60, 59.94 or 60000/1001"
    bool repeated = false;
    std::string instead = {}; ///< of an option that is gone
    std::vector<std::string> texts;

    [[nodiscard]] bool given() const noexcept { return !texts.empty(); }
    /// "" when not given.
    [[nodiscard]] const std::string& text() const;
    /// Error (Usage): "--rate 'abc': what; it takes HZ: …".
    [[nodiscard]] Error refusal(std::string_view text, std::string_view what) const;
};

/// The ids behind `one of ` in a text such as TextOption::takes; empty: it names none.
[[nodiscard]] std::vector<std::string> choicesIn(std::string_view text);

/// TextOption::takes of options that name an output.
inline constexpr const char* kFileRange = "a path, or - for standard output";

/// The options of one command. References stay valid as long as it lives.
class OptionSet {
public:
    explicit OptionSet(CLI::App& command) : m_command(command) {}

    /// `unit`: "HZ"; `range`: "0.1 … 100000"; `meaning`: a sentence for the help text.
    TextOption& add(const std::string& name, const std::string& unit, const std::string& range,
                    const std::string& meaning, bool repeated = false);
    /// The same if `wanted`. Otherwise returns an option that cannot be given.
    TextOption& addIf(bool wanted, const std::string& name, const std::string& unit, const std::string& range,
                      const std::string& meaning, bool repeated = false);
    /// An option of an earlier version: check() answers it with the way on. It is in no help text.
    TextOption& addGone(const std::string& name, const std::string& instead);
    /// An option without a value. `value` becomes true if it is given.
    void addFlag(const std::string& name, bool& value, const std::string& meaning);
    /// --redact, the same in every command that writes files for others.
    void addRedact(bool& value);
    /// An argument without a name: `jitterscope-cli lab ID`, `jitterscope-cli summarize FILE…`.
    void addPositional(const std::string& name, std::string& value, const std::string& meaning);
    void addPositional(const std::string& name, std::vector<std::string>& values, const std::string& meaning);
    /// The last paragraph of the help text.
    void setFooter(const std::string& text);
    /// Error (Usage): an option that is not repeated was given twice.
    [[nodiscard]] Result<Done> check() const;

    /// Whether an option with a value was given.
    [[nodiscard]] bool anyGiven() const;
    /// Error (Usage): an option that is not one of `names` was given. `why`: half a sentence.
    [[nodiscard]] Result<Done> checkOnly(std::initializer_list<std::string_view> names,
                                         std::string_view why) const;

private:
    CLI::App& m_command;
    std::deque<TextOption> m_options;
};

/// A new command of the program.
[[nodiscard]] CLI::App& addSubcommand(CLI::App& root, const std::string& name, const std::string& meaning);

/// Error (Usage): an option has an empty value, as `--rate=`. CLI11 would take the next argument as its
/// value, but `--csv= old.csv` must not write to old.csv.
[[nodiscard]] Result<Done> checkValues(const CLI::App& program, const std::vector<std::string>& arguments);

/// "--csv takes FILE: …"; Usage.
[[nodiscard]] Error missingValue(const CLI::App& command, const std::string& name);

/// What CLI11 found wrong, as one line; Usage.
[[nodiscard]] Error usageError(const CLI::App& command, const CLI::ParseError& error);

} // namespace jitterscope::cli

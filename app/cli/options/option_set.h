// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <CLI/CLI.hpp>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope::cli {

/// One option and the text that was typed for it. Commands read the text themselves, so that every refusal is
/// one line of the same form.
struct TextOption {
    std::string name;  ///< "--rate"
    std::string takes; ///< "HZ: 0.1 … 100000, as 60, 59.94 or 60000/1001"
    bool repeated = false;
    std::vector<std::string> texts;

    [[nodiscard]] bool given() const noexcept { return !texts.empty(); }
    /// "" when not given.
    [[nodiscard]] const std::string& text() const;
    /// Error (Usage): "--rate 'abc': what; it takes HZ: …".
    [[nodiscard]] Error refusal(std::string_view text, std::string_view what) const;
};

/// The options of one command. References stay valid as long as it lives.
class OptionSet {
public:
    explicit OptionSet(CLI::App& app) : m_app(app) {}

    /// `unit`: "HZ"; `range`: "0.1 … 100000"; `meaning`: a sentence for the help text.
    TextOption& add(const std::string& name, const std::string& unit, const std::string& range,
                    const std::string& meaning, bool repeated = false);
    /// The same if `wanted`; otherwise an option that nobody can give.
    TextOption& addIf(bool wanted, const std::string& name, const std::string& unit, const std::string& range,
                      const std::string& meaning, bool repeated = false);
    /// Error (Usage): an option that is not repeated was given twice.
    [[nodiscard]] Result<Done> check() const;

private:
    CLI::App& m_app;
    std::deque<TextOption> m_options;
};

/// "--csv takes FILE: …"; Usage.
[[nodiscard]] Error missingValue(const CLI::App& command, const std::string& name);

/// What CLI11 found wrong, as one line; Usage.
[[nodiscard]] Error usageError(const CLI::App& command, const CLI::ParseError& error);

} // namespace jitterscope::cli

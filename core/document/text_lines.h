// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

/// A text for people, line by line, for the printing functions. Only add() begins a line: a line end inside a
/// name from outside stays inside its line, where the printer shows it as '?'.
class Lines {
public:
    Lines() = default;
    /// A text of the program, split at its line ends. It must contain nothing from outside.
    explicit Lines(std::string_view ownText);

    /// Adds one line, without its end.
    void add(std::string line) { m_list.push_back(std::move(line)); }
    void add(const Lines& more);
    /// The same, as lines that stand out on a terminal: a conclusion, a heading.
    void addStrong(const Lines& more);
    void addBlank() { m_list.emplace_back(); }

    [[nodiscard]] bool empty() const noexcept { return m_list.empty(); }
    [[nodiscard]] const std::vector<std::string>& list() const& noexcept { return m_list; }
    const std::vector<std::string>& list() const&& = delete; // it would dangle
    /// Whether the line with this number stands out.
    [[nodiscard]] bool isStrong(std::size_t line) const noexcept { return m_strong.contains(line); }

private:
    std::vector<std::string> m_list;
    std::set<std::size_t> m_strong;
};

/// Columns of a terminal that the text takes: its characters, one each.
[[nodiscard]] std::size_t displayWidth(std::string_view text) noexcept;

/// A long name with its middle left out, at most 24 characters.
[[nodiscard]] std::string shortened(std::string_view name);

/// The text in lines of at most `width` characters, each after `indent` blanks. A number and its per cent
/// sign stay together.
[[nodiscard]] Lines wrapped(std::string_view text, std::size_t indent, std::size_t width = 100);

/// Of --help, 80 columns wide: the name at the left, what it means beside it from column 24 on, or below it
/// if the name takes that room. Every line is ended.
[[nodiscard]] std::string helpEntry(std::string_view name, std::string_view meaning);
/// The same width, without a name.
[[nodiscard]] std::string helpParagraph(std::string_view text);

} // namespace jitterscope

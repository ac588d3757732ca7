// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope::cli {

/// A text for people, line by line, for the printing functions. Only add() begins a line: a line end inside a
/// name from outside is shown as '?' (console.h).
class Lines {
public:
    Lines() = default;
    /// A text of the program, split at its line ends. It must contain nothing from outside.
    explicit Lines(std::string_view ownText);

    /// Adds one line, without its end.
    void add(std::string line) { m_list.push_back(std::move(line)); }
    void add(const Lines& more) { m_list.insert(m_list.end(), more.m_list.begin(), more.m_list.end()); }
    void addBlank() { m_list.emplace_back(); }

    [[nodiscard]] bool empty() const noexcept { return m_list.empty(); }
    [[nodiscard]] const std::vector<std::string>& list() const& noexcept { return m_list; }
    const std::vector<std::string>& list() const&& = delete; // it would dangle

private:
    std::vector<std::string> m_list;
};

} // namespace jitterscope::cli

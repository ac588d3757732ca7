// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jitterscope {

/// A text that every viewer can show. Bytes that are not UTF-8, control characters, noncharacters, and
/// characters that break a line or turn the direction of writing become U+FFFD. With `lines`, newlines and
/// tabs stay; without it they become blanks.
[[nodiscard]] std::string shownText(std::string_view text, bool lines = false);

/// The same, escaped for the content or an attribute of HTML, SVG or XML.
[[nodiscard]] std::string markupText(std::string_view text, bool lines = false);

/// What stands for a character that is markup in HTML, SVG and XML: `&lt;`; empty for any other.
[[nodiscard]] std::string_view entityOf(char c) noexcept;

/// The most that is kept of a name, a setting or a fact from outside, in bytes.
inline constexpr std::size_t kMostOfName = 1000;

/// A text of at most `most` bytes as it is; a longer one is cut between two characters, and ends with `…`.
[[nodiscard]] std::string limited(std::string text, std::size_t most = kMostOfName);

} // namespace jitterscope

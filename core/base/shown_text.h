// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace jitterscope {

/// A text that every viewer can show. Bytes that are not UTF-8, control characters, noncharacters, and
/// characters that break a line or turn the direction of writing become U+FFFD. With `lines`, newlines and
/// tabs stay; without it they become blanks.
[[nodiscard]] std::string shownText(std::string_view text, bool lines = false);

/// The same, escaped for the content or an attribute of HTML, SVG or XML.
[[nodiscard]] std::string markupText(std::string_view text, bool lines = false);

} // namespace jitterscope

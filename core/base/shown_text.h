// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace jitterscope {

/// A text that every reader can show: what is not UTF-8, control characters and what turns the direction of
/// writing become U+FFFD. Line ends and tabs stay with `lines`, and become blanks without it.
[[nodiscard]] std::string shownText(std::string_view text, bool lines = false);

/// The same as content or attribute of HTML, SVG and XML.
[[nodiscard]] std::string markupText(std::string_view text, bool lines = false);

} // namespace jitterscope

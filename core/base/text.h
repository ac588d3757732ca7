// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jitterscope {

/// A character of a text, and how many bytes it takes there.
struct Character {
    static constexpr std::uint32_t kInvalid = 0xffffffff;

    std::uint32_t code = 0;
    std::size_t length = 1;

    /// A C0 or C1 control character, or DEL.
    [[nodiscard]] bool control() const noexcept;
    /// Breaks a line, or changes the direction in which the text around it is written.
    [[nodiscard]] bool turnsText() const noexcept;
};

/// The character that `text` begins with. Its code is kInvalid and its length 1 if the bytes are not UTF-8.
/// `text` must not be empty.
[[nodiscard]] Character firstCharacter(std::string_view text) noexcept;

/// The beginning of `text`, at most `most` bytes, cut between two characters.
[[nodiscard]] std::string_view firstBytes(std::string_view text, std::size_t most) noexcept;

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

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
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

} // namespace jitterscope

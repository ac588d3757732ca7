// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"

#include <array>

namespace jitterscope {

bool Character::control() const noexcept {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

bool Character::turnsText() const noexcept {
    return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

Character firstCharacter(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (length == 0 || lead > 0xf4 || length > text.size())
        return {Character::kInvalid, 1};
    std::uint32_t code = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {Character::kInvalid, 1};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000}; // shorter would have done
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < kLeast[length] || surrogate || code > 0x10ffff)
        return {Character::kInvalid, 1};
    return {code, length};
}

std::string_view firstBytes(std::string_view text, std::size_t most) noexcept {
    constexpr std::size_t kBytes = 4; // of a character at most
    if (text.size() <= most)
        return text;
    for (std::size_t begin = most; begin > 0 && begin + kBytes > most; --begin) {
        if ((static_cast<unsigned char>(text[begin]) & 0xc0) != 0x80) // a character begins here
            return text.substr(0, begin);
    }
    return text.substr(0, most); // no UTF-8
}

} // namespace jitterscope

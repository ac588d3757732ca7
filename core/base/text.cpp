// SPDX-License-Identifier: MIT
#include "core/base/text.h"

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

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd"; // U+FFFD

/// Characters that XML refuses and HTML calls an error.
bool refused(const Character& character) noexcept {
    const bool noCharacter =
        (character.code & 0xfffe) == 0xfffe || (character.code >= 0xfdd0 && character.code <= 0xfdef);
    return character.code == Character::kInvalid || character.control() || character.turnsText() ||
           noCharacter;
}

} // namespace

std::string_view entityOf(char c) noexcept {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return {};
    }
}

std::string shownText(std::string_view text, bool lines) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const Character character = firstCharacter(text);
        const std::string_view bytes = text.substr(0, character.length);
        text.remove_prefix(character.length);
        if (character.code == '\n' || character.code == '\t')
            shown += lines ? bytes : std::string_view(" ");
        else
            shown += refused(character) ? kReplacement : bytes;
    }
    return shown;
}

std::string markupText(std::string_view text, bool lines) {
    std::string markup;
    for (const char c : shownText(text, lines)) {
        const std::string_view entity = entityOf(c);
        if (entity.empty())
            markup += c;
        else
            markup += entity;
    }
    return markup;
}

std::string limited(std::string text, std::size_t most) {
    if (text.size() <= most)
        return text;
    constexpr std::string_view kEllipsis = "…";
    text.resize(firstBytes(text, most - kEllipsis.size()).size());
    return text.append(kEllipsis);
}

} // namespace jitterscope

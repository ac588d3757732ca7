// SPDX-License-Identifier: MIT
#include "core/base/shown_text.h"

#include "core/base/utf8.h"

namespace jitterscope {
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

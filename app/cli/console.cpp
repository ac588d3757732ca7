// SPDX-License-Identifier: MIT
#include "app/cli/console.h"

#include "app/cli/command.h"
#include "core/report/atomic_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <utility>

namespace jitterscope::cli {

int printData(std::string_view text) {
    const Result<Done> written = writeWhole("-", text);
    return written ? kDone : report(written.error());
}

void printAside(std::string_view text) {
    std::cerr << text << std::flush;
}

void printMessage(std::string_view message) {
    std::string line = "jitterscope-cli: " + std::string(message);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    printAside(forTerminal(line) + "\n");
}

void printProgress(std::string_view line) {
    printAside("\r\033[K" + forTerminal(line));
}

int report(const Error& error) {
    printMessage(error.message());
    return error.code == ErrorCode::Usage ? kUsage : kFailed;
}

bool unicodeWanted() {
    for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* const value = std::getenv(variable);
        if (value == nullptr || *value == '\0')
            continue;
        std::string text(value);
        std::ranges::transform(text, text.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
    return false;
}

namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t length = 1;
};
constexpr std::uint32_t kNone = 0xffffffff;

/// The character that `text` begins with; kNone and one byte where it is no UTF-8.
Character firstOf(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (length == 0 || lead > 0xf4 || length > text.size())
        return {kNone, 1};
    std::uint32_t code = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {kNone, 1};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000}; // shorter would have done
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < kLeast[length] || surrogate || code > 0x10ffff ? Character{kNone, 1}
                                                                 : Character{code, length};
}

/// Whether a terminal would do something else than show it.
bool commands(std::uint32_t code) {
    const bool control = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0);
    const bool direction = (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                           (code >= 0x2066 && code <= 0x2069);
    return code == kNone || control || direction;
}

/// What stands for a character where only ASCII is taken.
std::string_view plain(std::string_view character) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kPlain{{
        {"µ", "u"},
        {"μ", "u"},
        {"…", ".."},
        {"−", "-"},
        {"–", "-"},
        {"·", "-"},
        {"≥", ">="},
        {"≤", "<="},
        {"²", "^2"},
        {"±", "+-"},
        {"σ", "sigma"},
        {"×", "x"},
        {"→", "->"},
    }};
    for (const auto& [special, substitute] : kPlain) {
        if (character == special)
            return substitute;
    }
    return "?";
}

} // namespace

std::string forTerminal(std::string_view text) {
    const bool unicode = unicodeWanted();
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const Character character = firstOf(text);
        const std::string_view bytes = text.substr(0, character.length);
        text.remove_prefix(character.length);
        if (commands(character.code))
            safe += '?';
        else
            safe += unicode || character.length == 1 ? bytes : plain(bytes);
    }
    return safe;
}

} // namespace jitterscope::cli

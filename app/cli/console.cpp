// SPDX-License-Identifier: MIT
#include "app/cli/console.h"

#include "app/cli/command.h"
#include "core/base/utf8.h"
#include "core/files/atomic_file.h"

#include <algorithm>
#include <array>
#include <cctype>
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

/// Whether a terminal would do something else than show it.
bool commands(const Character& character) {
    const bool layout = character.code == '\n' || character.code == '\t';
    return character.code == Character::kInvalid || (character.control() && !layout) || character.turnsText();
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
        const Character character = firstCharacter(text);
        const std::string_view bytes = text.substr(0, character.length);
        text.remove_prefix(character.length);
        if (commands(character))
            safe += '?';
        else
            safe += unicode || character.length == 1 ? bytes : plain(bytes);
    }
    return safe;
}

} // namespace jitterscope::cli

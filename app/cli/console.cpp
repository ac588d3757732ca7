// SPDX-License-Identifier: MIT
#include "app/cli/console.h"

#include "app/cli/command.h"
#include "core/base/text.h"
#include "core/files/atomic_file.h"
#include "core/platform/file_system.h"
#include "core/platform/process_signals.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

namespace jitterscope::cli {

namespace {

/// Whether a terminal would do something else than show the character.
bool commands(const Character& character) {
    return character.code == Character::kInvalid || character.control() || character.turnsText();
}

/// The ASCII text for a character.
std::string_view plain(std::string_view character) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kPlain{{
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
        {"√", "sqrt"},
        {"δ", "delta"},
        {"\u2009", " "},
        {"\u202f", " "},
    }};
    for (const auto& [special, substitute] : kPlain) {
        if (character == special)
            return substitute;
    }
    return "?";
}

/// One line as it may be sent to a terminal. Everything that is printed for people goes through here.
std::string forTerminal(std::string_view line) {
    const bool unicode = unicodeWanted();
    std::string safe;
    safe.reserve(line.size());
    while (!line.empty()) {
        const Character character = firstCharacter(line);
        const std::string_view bytes = line.substr(0, character.length);
        line.remove_prefix(character.length);
        if (commands(character))
            safe += '?';
        else if (bytes == "\u00a0") // lines are broken already, and blanks can be copied and searched
            safe += ' ';
        else
            safe += unicode || character.length == 1 ? bytes : plain(bytes);
    }
    return safe;
}

/// `bold`: whether lines stand out that do.
std::string forTerminal(const Lines& lines, bool bold) {
    std::string safe;
    for (std::size_t i = 0; i < lines.list().size(); ++i) {
        const std::string line = forTerminal(lines.list()[i]);
        safe += bold && lines.isStrong(i) && !line.empty() ? "\033[1m" + line + "\033[0m\n" : line + "\n";
    }
    return safe;
}

/// Whether the user wants looks (no-color.org), and the terminal has them.
bool boldWanted(bool terminal) {
    const char* const none = std::getenv("NO_COLOR");
    const char* const kind = std::getenv("TERM");
    return terminal && (none == nullptr || *none == '\0') &&
           (kind == nullptr || std::string_view(kind) != "dumb");
}

void printAside(std::string_view text) {
    releaseStopSignals(); // the reader may have stopped reading, so this may wait for ever
    std::cerr << text << std::flush;
}

} // namespace

int printData(std::string_view text) {
    releaseStopSignals();
    const Result<Done> written = writeWhole("-", text);
    return written ? kDone : report(written.error());
}

int printLines(const Lines& lines) {
    return printData(forTerminal(lines, boldWanted(outputIsTerminal())));
}

void printLinesAside(const Lines& lines) {
    printAside(forTerminal(lines, boldWanted(errorIsTerminal())));
}

void printMessage(std::string_view message) {
    printAside(forTerminal("jitterscope-cli: " + std::string(message)) + "\n");
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
    return consoleTakesUtf8();
}

} // namespace jitterscope::cli

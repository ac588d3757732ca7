// SPDX-License-Identifier: MIT
#include "app/cli/console.h"

#include "app/cli/command.h"
#include "core/report/atomic_file.h"

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
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    printAside(forTerminal(line) + "\n");
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

std::string forTerminal(std::string text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kPlain{{
        {"µ", "u"},
        {"μ", "u"},
        {"…", ".."},
        {"−", "-"},
        {"–", "-"},
        {"·", "-"},
        {"≥", ">="},
        {"²", "^2"},
        {"±", "+-"},
    }};
    if (unicodeWanted())
        return text;
    for (const auto& [special, plain] : kPlain) {
        for (std::size_t place = text.find(special); place != std::string::npos;
             place = text.find(special, place))
            text.replace(place, special.size(), plain);
    }
    return text;
}

} // namespace jitterscope::cli

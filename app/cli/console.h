// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace jitterscope::cli {

/// Data: to standard output. Returns kDone, or kFailed when it is closed or full, which is reported.
[[nodiscard]] int printData(std::string_view text);

/// Everything else: to standard error, as it is.
void printAside(std::string_view text);

/// One line "jitterscope-cli: message" on standard error.
void printMessage(std::string_view message);

/// Prints the error and returns the exit code for it: kUsage for usage, else kFailed.
[[nodiscard]] int report(const Error& error);

/// Whether the environment asks for UTF-8 (LC_ALL, LC_CTYPE, LANG in this order).
[[nodiscard]] bool unicodeWanted();

/// The text itself, or without its µ, … and bars where the terminal does not take UTF-8.
[[nodiscard]] std::string forTerminal(std::string text);

} // namespace jitterscope::cli

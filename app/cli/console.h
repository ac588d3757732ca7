// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace jitterscope::cli {

/// Prints data to standard output. Returns kDone, or kFailed after reporting that it is closed or full.
[[nodiscard]] int printData(std::string_view text);

/// Prints everything else to standard error, unchanged.
void printAside(std::string_view text);

/// One line "jitterscope-cli: message" on standard error.
void printMessage(std::string_view message);

/// Prints the error and returns the exit code for it: kUsage for usage, else kFailed.
[[nodiscard]] int report(const Error& error);

/// Whether the environment asks for UTF-8 (LC_ALL, LC_CTYPE, LANG in this order).
[[nodiscard]] bool unicodeWanted();

/// Makes a text safe to show; every text for people goes through it. Control characters (except line ends and
/// tabs), characters that change the direction of writing and bytes that are not UTF-8 become '?'. Where the
/// terminal does not take UTF-8, only ASCII is left.
[[nodiscard]] std::string forTerminal(std::string_view text);

/// Prints a line to standard error that the next one replaces. An empty line clears it.
void printProgress(std::string_view line);

} // namespace jitterscope::cli

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

/// What is safe to show: every text for people goes through it. Control characters (but line ends and tabs),
/// characters that turn the direction of writing, and bytes that are no UTF-8 become '?', whatever file,
/// machine or header they came from; where the terminal does not take UTF-8 nothing but ASCII is left.
[[nodiscard]] std::string forTerminal(std::string_view text);

/// A line on standard error that the next one replaces, made safe; an empty one clears it.
void printProgress(std::string_view line);

} // namespace jitterscope::cli

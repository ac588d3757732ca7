// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/document/text_lines.h"

#include <string>
#include <string_view>

namespace jitterscope::cli {

/// Prints data (a file's content, help) to standard output as it is. Returns kDone, or kFailed after
/// reporting that it is closed or full.
[[nodiscard]] int printData(std::string_view text);

/// Prints a text for people to standard output. Characters of a line are only shown, and do nothing else:
/// control characters (line ends and tabs too), characters that change the direction of writing, and bytes
/// that are not UTF-8 become '?'. If unicodeWanted() is false, only ASCII is left. The same holds for the
/// functions below. Returns kDone, or kFailed after reporting that it is closed or full.
[[nodiscard]] int printLines(const Lines& lines);

/// The same to standard error.
void printLinesAside(const Lines& lines);

/// One line "jitterscope-cli: message" on standard error.
void printMessage(std::string_view message);

/// Prints the error and returns the exit code for it: kUsage for usage, else kFailed.
[[nodiscard]] int report(const Error& error);

/// Whether the environment asks for UTF-8 (LC_ALL, LC_CTYPE, LANG in this order). If it says nothing: whether
/// the console takes UTF-8 (Windows).
[[nodiscard]] bool unicodeWanted();

/// Prints a line to standard error that the next one replaces. An empty line clears it.
void printProgress(std::string_view line);

} // namespace jitterscope::cli

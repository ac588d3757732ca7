// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/snippet.h"

#include <string>

namespace jitterscope::snippets {

[[nodiscard]] std::string cppPacer(const SnippetParts& parts);
[[nodiscard]] std::string cppHeader(const SnippetParts& parts);
[[nodiscard]] std::string cppPosix(const SnippetParts& parts);
[[nodiscard]] std::string cppWindows(const SnippetParts& parts);
[[nodiscard]] std::string c(const SnippetParts& parts);
[[nodiscard]] std::string cWindows(const SnippetParts& parts);
[[nodiscard]] std::string rust(const SnippetParts& parts);
[[nodiscard]] std::string python(const SnippetParts& parts);

// How they wait.
[[nodiscard]] CodeWay asPlanned(const SnippetParts& parts);  ///< Pacer runs the plan's own strategy
[[nodiscard]] CodeWay asAdaptive(const SnippetParts& parts); ///< the header learns
[[nodiscard]] CodeWay absolute(const SnippetParts& parts);   ///< one sleep until a point, then a spin if any
[[nodiscard]] CodeWay relative(const SnippetParts& parts);   ///< one sleep for the time left, then the same
[[nodiscard]] CodeWay windowsTimer(const SnippetParts& parts); ///< one high-resolution timer, then the same

/// A line that includes a header of the system.
[[nodiscard]] std::string included(const std::string& header);
/// Lines in C and C++ that prevent deep idle states, if that was measured. `perror`: its name there.
[[nodiscard]] std::string withoutDeepIdle(const SnippetParts& parts, const std::string& perror);
/// Headers and lines that apply the thread's settings in C and C++ for Windows. `null`: its null pointer.
[[nodiscard]] std::string windowsHeaders(const SnippetParts& parts);
[[nodiscard]] std::string windowsSettings(const SnippetParts& parts, const std::string& null);
/// Lines in C and C++ that go on after a frame that took too long, as the plan's policy does.
[[nodiscard]] std::string behind(const SnippetParts& parts);
/// Whole nanoseconds of the period: a loop that adds them drifts by less than 1 ns a frame.
[[nodiscard]] std::string periodText(const SnippetParts& parts);
/// Whether a loop that is behind goes on at the next free slot, and not at once.
[[nodiscard]] bool rests(const SnippetParts& parts);
/// Replaces every `@NAME@` in `text`.
[[nodiscard]] std::string filled(std::string text,
                                 const std::vector<std::pair<std::string, std::string>>& values);

} // namespace jitterscope::snippets

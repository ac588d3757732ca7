// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace jitterscope {

/// The arguments of the program in UTF-8, without its own name. Pass the arguments of main(). On Windows they
/// are ignored, because it keeps the words elsewhere.
[[nodiscard]] std::vector<std::string> utf8Arguments(int count, char** arguments);

/// From now on standard output and standard error, unless they were sent elsewhere, go to the console that
/// the program was started from. A program of windows has none of its own on Windows; other systems need
/// nothing. Call it before something is printed and the program ends: a program that goes on with a console
/// ends with it.
void joinStartingConsole() noexcept;

/// What a program needs beyond what it has at its start.
struct StartNeeds {
    std::size_t descriptors = 0;
    std::size_t memory = 0; ///< of addresses, bytes
    std::size_t threads = 0;
};

/// What keeps this program from running here, as half a sentence with what to do about it: a system call that
/// libc cannot do without and a filter refuses, too small a stack, or too little of these. nullptr: nothing.
/// Takes no memory. Call it in main() before anything that could fail in such a way. Windows has none of it.
[[nodiscard]] const char* missingAtStart(const StartNeeds& needs) noexcept;

/// Ends the program with a line and exit status 1 where a filter refuses a call without which libc ends it in
/// the first constructor that locks something. For a program's own first constructor, as in its main file.
void endIfRefused(const char* program) noexcept;

} // namespace jitterscope

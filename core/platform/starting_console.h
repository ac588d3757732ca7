// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope {

/// From now on standard output and standard error, unless they were sent elsewhere, go to the console that
/// the program was started from. A program of windows has none of its own on Windows; other systems need
/// nothing. Call it before something is printed and the program ends: a program that goes on with a console
/// ends with it.
void joinStartingConsole() noexcept;

} // namespace jitterscope

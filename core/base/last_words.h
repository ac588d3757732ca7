// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope {

/// From now on, if nobody catches an exception because memory has run out or no thread can be started, one
/// line on standard error says so, and the program ends with exit status 1, as after a kill: what is on the
/// disk stays. Any other one ends it as before. `program`: the name that begins the line. For main().
void haveLastWords(const char* program) noexcept;

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace jitterscope {

/// What the program was called with, in UTF-8 and without its own name. Give it what main() was given.
/// Windows keeps the words elsewhere, and those are returned.
[[nodiscard]] std::vector<std::string> utf8Arguments(int count, char** arguments);

} // namespace jitterscope

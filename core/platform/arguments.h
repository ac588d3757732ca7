// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace jitterscope {

/// The arguments of the program in UTF-8, without its own name. Pass the arguments of main(). On Windows they
/// are ignored, because it keeps the words elsewhere.
[[nodiscard]] std::vector<std::string> utf8Arguments(int count, char** arguments);

} // namespace jitterscope

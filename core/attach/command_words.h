// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The words of a command line as a shell reads them: 'as it is', "with \" in it", one\ word. Nothing in it
/// is replaced or run. Variables in front (`SDL_VIDEODRIVER=x11 ./game`) are given to `env`. Error (Usage): a
/// quotation that does not end.
[[nodiscard]] Result<std::vector<std::string>> commandWords(std::string_view line);

/// The other way: a line of which commandWords() makes these words again.
[[nodiscard]] std::string commandLine(const std::vector<std::string>& words);

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The words of a command line as a shell reads them: 'as it is', "with \" in it", one\ word. No variable is
/// replaced and nothing is run. Variables in front (`SDL_VIDEODRIVER=x11 ./game`) become arguments of `env`.
/// Error (Usage): a quotation does not end.
[[nodiscard]] Result<std::vector<std::string>> commandWords(std::string_view line);

/// The reverse: a line from which commandWords() makes these words again.
[[nodiscard]] std::string commandLine(const std::vector<std::string>& words);

} // namespace jitterscope

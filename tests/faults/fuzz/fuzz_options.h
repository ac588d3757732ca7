// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace jitterscope {

/// Target: what is typed after `jitterscope-cli`, a word a line.
void fuzzOptions(std::string_view bytes);

} // namespace jitterscope

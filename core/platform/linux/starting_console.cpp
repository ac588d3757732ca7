// SPDX-License-Identifier: MIT
#include "core/platform/starting_console.h"

namespace jitterscope {

void joinStartingConsole() noexcept {}

} // namespace jitterscope

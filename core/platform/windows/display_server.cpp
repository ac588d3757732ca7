// SPDX-License-Identifier: MIT
#include "core/platform/display_server.h"

namespace jitterscope {

// Its one use, listening to other programs, is Linux's alone.
std::vector<std::int32_t> displayServers() {
    return {};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/arguments.h"

namespace jitterscope {

std::vector<std::string> utf8Arguments(int count, char** arguments) {
    return count > 1 ? std::vector<std::string>(arguments + 1, arguments + count)
                     : std::vector<std::string>();
}

} // namespace jitterscope

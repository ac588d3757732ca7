// SPDX-License-Identifier: MIT
#include "app/cli/lines.h"

#include <algorithm>

namespace jitterscope::cli {

Lines::Lines(std::string_view ownText) {
    while (!ownText.empty()) {
        const std::string_view line = ownText.substr(0, ownText.find('\n'));
        add(std::string(line));
        ownText.remove_prefix(std::min(ownText.size(), line.size() + 1));
    }
}

} // namespace jitterscope::cli

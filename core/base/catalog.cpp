// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"

#include "core/base/utf8.h"

namespace jitterscope {

Error unknownEntry(std::string_view what, std::string_view id, const std::string& ids) {
    constexpr std::size_t kMost = 60; // bytes of what was typed
    return Error{ErrorCode::Usage,
                 "unknown " + std::string(what) + " '" + std::string(firstBytes(id, kMost)) + "'",
                 "one of " + ids};
}

} // namespace jitterscope

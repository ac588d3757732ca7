// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"

#include "core/base/parse.h"

namespace jitterscope {

Error unknownEntry(std::string_view what, std::string_view id, const std::string& ids) {
    return Error{ErrorCode::Usage, "unknown " + std::string(what) + " " + inQuotes(id), "one of " + ids};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/import/inflate.h"

namespace jitterscope::logs {

Support inflateSupport() {
    return {false, "this jitterscope was built without zlib, which interval logs need"};
}

Result<std::string> inflated(std::string_view, std::size_t) {
    return Error{ErrorCode::Unsupported, inflateSupport().reason, ""};
}

} // namespace jitterscope::logs

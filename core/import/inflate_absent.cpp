// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/unpack.h"

namespace jitterscope::logs {

Support inflateSupport() {
    return {false, "this jitterscope was built without zlib, which interval logs need"};
}

Result<std::string> inflated(std::string_view, std::size_t) {
    return Error{ErrorCode::Unsupported, inflateSupport().reason, ""};
}

Result<std::unique_ptr<InputFile>> unpacked(std::unique_ptr<InputFile>, const std::string& path) {
    return Error{ErrorCode::Unsupported,
                 pathText(path) + " is packed with gzip: this jitterscope was built without zlib",
                 "unpack it first: gzip -dk FILE"};
}

} // namespace jitterscope::logs

// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/unpack.h"

namespace jitterscope::logs {

Support zstdSupport() {
    return {false, "this jitterscope was built without libzstd"};
}

Result<std::unique_ptr<InputFile>> unpackedZstd(std::unique_ptr<InputFile>, const std::string& path) {
    return Error{ErrorCode::Unsupported,
                 pathText(path) + " is packed with Zstandard: " + zstdSupport().reason,
                 "unpack it first: zstd -d FILE"};
}

} // namespace jitterscope::logs

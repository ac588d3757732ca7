// SPDX-License-Identifier: MIT
#include "core/platform/shared_memory.h"

namespace jitterscope {

// Its one use, listening to other programs, is Linux's alone.

Result<std::unique_ptr<SharedFile>> openSharedFile(const std::string&, std::size_t) {
    return Error{ErrorCode::Unsupported, "programs can be listened to on Linux alone", ""};
}

Result<std::unique_ptr<PrivateFolder>> makePrivateFolder() {
    return Error{ErrorCode::Unsupported, "programs can be listened to on Linux alone", ""};
}

std::size_t removeLeftFolders() {
    return 0;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace jitterscope {

/// While this object lives, no other program can take the lock of this path. The lock is a file beside it,
/// `PATH.lock`, because a file that is replaced cannot be locked itself. It is removed with its owner. If a
/// killed owner leaves the file, that blocks nobody.
class FileLock {
public:
    virtual ~FileLock() = default;

    /// Error (Permission): another program has the lock. Other errors say why there can be no lock.
    [[nodiscard]] static Result<std::unique_ptr<FileLock>> take(const std::string& path);
};

} // namespace jitterscope

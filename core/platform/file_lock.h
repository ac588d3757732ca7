// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace jitterscope {

/// For as long as it lives, no other program that asks has the lock of this path. The lock is a file beside
/// it, `PATH.lock`, because a file that is replaced cannot be locked itself; it goes with its owner, and what
/// a killed owner leaves holds nobody up.
class FileLock {
public:
    virtual ~FileLock() = default;

    /// Error (Permission): another program has it; otherwise why there can be no lock.
    [[nodiscard]] static Result<std::unique_ptr<FileLock>> take(const std::string& path);
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <string>

namespace jitterscope {

/// A file in memory that another program writes to as well. It is unmapped when this object is destroyed.
class SharedMemory {
public:
    virtual ~SharedMemory() = default;
    [[nodiscard]] virtual std::byte* bytes() const noexcept = 0;
};

/// Maps the first `bytes` of a file for reading and writing. Error: it cannot be opened, or is smaller.
[[nodiscard]] Result<std::unique_ptr<SharedMemory>> openSharedMemory(const std::string& path,
                                                                     std::size_t bytes);

/// Makes a new folder that only this user can look into. Its files lie in memory if the system has such a
/// place. The caller removes it. Error: it cannot be made.
[[nodiscard]] Result<std::string> makePrivateFolder();

} // namespace jitterscope

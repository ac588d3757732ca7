// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <string>

namespace jitterscope {

/// A file in memory that another program writes to as well. It is read and written by copies: the other
/// program may cut it off at any time, and a mapping of it would then end this program (SIGBUS).
class SharedFile {
public:
    virtual ~SharedFile() = default;
    /// False: it has not so many bytes there any more.
    [[nodiscard]] virtual bool read(std::size_t at, void* bytes, std::size_t count) const noexcept = 0;
    virtual bool write(std::size_t at, const void* bytes, std::size_t count) noexcept = 0;
};

/// Opens a file for reading and writing. Error: it cannot be opened, or has fewer than `bytes`.
[[nodiscard]] Result<std::unique_ptr<SharedFile>> openSharedFile(const std::string& path, std::size_t bytes);

/// Makes a new folder that only this user can look into. Its files lie in memory if the system has such a
/// place. The caller removes it. Error: it cannot be made.
[[nodiscard]] Result<std::string> makePrivateFolder();

} // namespace jitterscope

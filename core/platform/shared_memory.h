// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
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
    /// Its number in its file system; 0: not known.
    [[nodiscard]] virtual std::uint64_t node() const noexcept = 0;
};

/// Opens a file for reading and writing. Error: it cannot be opened, or has fewer than `bytes`.
[[nodiscard]] Result<std::unique_ptr<SharedFile>> openSharedFile(const std::string& path, std::size_t bytes);

/// A folder that only this user can look into. Its files lie in memory if the system has such a place. Its
/// path has no character with a meaning in LD_PRELOAD (ld.so(8)). The folder is locked until this object is
/// destroyed, which removes it with its files. If this program is killed, the system takes the lock away: so
/// others can tell that the folder is left behind.
class PrivateFolder {
public:
    virtual ~PrivateFolder() = default;
    [[nodiscard]] virtual const std::string& path() const noexcept = 0;
};

/// Makes a new one. Error: it cannot be made.
[[nodiscard]] Result<std::unique_ptr<PrivateFolder>> makePrivateFolder();

/// Removes those of this user that nobody has locked, with the files in them. It follows no link. Returns how
/// many were removed.
std::size_t removeLeftFolders();

} // namespace jitterscope

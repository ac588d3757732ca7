// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/platform/file_system.h"

#include <memory>
#include <string>
#include <string_view>

namespace jitterscope {

/// A file that appears whole or not at all: written next to its target under a temporary name, flushed to the
/// disk, then renamed over the old file.
/// * The old file survives a crash, kill −9 and a full disk. A failure that the program survives leaves no
///   temporary. Unnamed temporaries (O_TMPFILE) are never left behind.
/// * `-` is standard output. Devices, FIFOs and sockets are written into, never replaced. Symbolic links are
///   followed. A folder, a dangling link, a missing folder or a name that is too long is an Error that names
///   the path.
/// * One thread.
class AtomicFile {
public:
    /// Temporary::Partial is for recordings: the file can be read under another name while it grows, and
    /// stays there if the program is killed.
    [[nodiscard]] static Result<AtomicFile> open(const std::string& path,
                                                 Temporary temporary = Temporary::Unnamed);
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile(); ///< without commit(): the old file is unchanged

    /// Buffered. After an Error the file is unusable and commit() returns the same Error.
    Result<Done> write(std::string_view text);
    [[nodiscard]] Result<Done> commit();
    /// Passes the buffer to the system, so that another program can follow a growing file.
    Result<Done> flush();
    /// As in OutputFile.
    void letEverybodyRead() noexcept;
    /// Overwrites bytes that were written before; does nothing on a stream.
    Result<Done> overwrite(std::uint64_t offset, std::string_view text);
    /// As in OutputFile.
    [[nodiscard]] std::size_t backlog() const noexcept;
    [[nodiscard]] std::string partialPath() const;

private:
    struct State;
    explicit AtomicFile(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> m_state;
};

/// Opens, writes and commits. Error: also Cancelled; the old file is then unchanged.
[[nodiscard]] Result<Done> writeWhole(const std::string& path, std::string_view text,
                                      const CancelFlag* cancel = nullptr);

/// Reads a whole small file. Error: it cannot be read, or is larger than `limit` bytes (so that `/dev/zero`
/// ends), or Cancelled.
[[nodiscard]] Result<std::string> readWhole(const std::string& path, std::size_t limit,
                                            const CancelFlag* cancel = nullptr);

} // namespace jitterscope

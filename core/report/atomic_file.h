// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/platform/file_system.h"

#include <memory>
#include <string>
#include <string_view>

namespace jitterscope {

/// A file that appears whole or not at all: written beside its place under a temporary name, flushed to the
/// disk, then renamed over the old one.
/// * The old file survives a crash, kill −9 and a full disk; no temporary is left behind by a failure that
///   the program lives through, and none at all where the system has unnamed temporaries (O_TMPFILE).
/// * `-` is standard output. Devices, FIFOs and sockets are written into, never replaced. A symbolic link is
///   followed; a folder, a dangling link, a missing folder or a name too long is an Error that names the
///   path.
/// * One thread.
class AtomicFile {
public:
    /// Temporary::Partial: a recording, which others can read under another name while it grows, and which
    /// stays there when the program is killed.
    [[nodiscard]] static Result<AtomicFile> open(const std::string& path,
                                                 Temporary temporary = Temporary::Unnamed);
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile(); ///< not committed: nothing happened

    /// Buffered. After an Error the file is dead and commit() reports the same.
    Result<Done> write(std::string_view text);
    [[nodiscard]] Result<Done> commit();
    /// Hands what is buffered to the system, so that another program can follow a growing file.
    Result<Done> flush();
    /// Writes over bytes that are already there; nothing on a stream.
    Result<Done> overwrite(std::uint64_t offset, std::string_view text);
    /// OutputFile's.
    [[nodiscard]] std::size_t backlog() const noexcept;
    [[nodiscard]] std::string partialPath() const;

private:
    struct State;
    explicit AtomicFile(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> m_state;
};

/// open, write, commit.
[[nodiscard]] Result<Done> writeWhole(const std::string& path, std::string_view text);

/// The whole of a small file. Error: cannot be read, or larger than `limit` bytes (so `/dev/zero` ends).
[[nodiscard]] Result<std::string> readWhole(const std::string& path, std::size_t limit);

} // namespace jitterscope

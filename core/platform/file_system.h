// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope {

/// The part of AtomicFile that depends on the system: holds the bytes until they are committed.
/// * Destroyed without commit(): the old file is unchanged and no temporary is left; a recording keeps its
///   rows under its partial name.
class OutputFile {
public:
    virtual ~OutputFile() = default;
    /// Writes everything, or returns an Error that names the path. A stream buffers up to 64 MiB for a slow
    /// reader and blocks only beyond that.
    virtual Result<Done> write(std::string_view bytes) = 0;
    /// Flushes to the disk, then gives the file its name. A stream waits until its reader has taken
    /// everything. Call once.
    [[nodiscard]] virtual Result<Done> commit() = 0;
    /// A file that is new will be readable by every user, whatever the umask; an old one keeps its mode. For
    /// files that a program of another user picks up. Does nothing on a stream.
    virtual void letEverybodyRead() noexcept {}
    /// Overwrites bytes that were written before. Does nothing on a stream.
    virtual Result<Done> overwrite(std::uint64_t offset, std::string_view bytes) = 0;
    /// Bytes that a slow reader has not taken yet; 0 for files.
    [[nodiscard]] virtual std::size_t backlog() const noexcept { return 0; }
    /// The path of a recording's rows until commit(); empty for everything else.
    [[nodiscard]] virtual std::string partialPath() const { return {}; }
};

enum class Temporary {
    Unnamed, ///< if the system supports it, else Named
    Named,   ///< next to the target; for old file systems and tests
    Partial, ///< a recording: `NAME.partial`, visible to all; `NAME.partial-2` if that exists, and so on
};

/// Opens `path` for AtomicFile. Standard output (`-` or any other name of it), devices and FIFOs are written
/// into. A regular file, also behind a symbolic link, is replaced at commit(). Removes the temporaries that
/// killed programs left in the same folder: those without a lock.
/// * It waits for a reader that takes nothing. But once the program has been asked to end
///   (process_signals.h), or a recording is over, two seconds without a byte taken are an Error.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openOutput(const std::string& path,
                                                             Temporary temporary = Temporary::Unnamed);

/// Identity of a file: equal for two paths to the same file.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t node = 0;
    std::string name; ///< name in the folder `node` of a file that does not exist yet; otherwise empty
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// Follows links; `-` is standard output. Absent for a device that may be written to twice (`/dev/null`) and
/// for a path that leads nowhere.
[[nodiscard]] std::optional<FileIdentity> fileIdentity(const std::string& path);
/// True for `-` and any other name of standard output.
[[nodiscard]] bool isStandardOutput(const std::string& path);

/// The message for a failed call's error number: "cannot write 'x.csv': No space left on device".
[[nodiscard]] Error pathError(std::string_view doing, const std::string& path, int errorNumber);

/// A path for an error message: on one line; a very long one is shortened in the middle.
[[nodiscard]] std::string pathText(const std::string& path);

/// A regular file, read from start to end; files in /proc too. One thread.
class InputFile {
public:
    virtual ~InputFile() = default;
    /// Reads up to `room` bytes; returns 0 at the end.
    [[nodiscard]] virtual Result<std::size_t> read(char* buffer, std::size_t room) = 0;
    /// Bytes when it was opened; 0 where the system does not say, as for /proc and packed files.
    [[nodiscard]] virtual std::uint64_t size() const noexcept { return 0; }
};
/// Error: missing, unreadable, a folder, a device, a FIFO. Never waits for a writer.
[[nodiscard]] Result<std::unique_ptr<InputFile>> openInput(const std::string& path);

/// Whether standard error is a terminal: progress is shown only there.
[[nodiscard]] bool errorIsTerminal() noexcept;

/// Replaces closed standard streams by a file that can be neither read nor written. Otherwise another file
/// could get their numbers, and with them the program's messages. Call first in main().
void holdStandardStreams() noexcept;

/// From now on a write to a closed pipe or beyond a file size limit is an Error and does not end the program
/// (SIGPIPE, SIGXFSZ). For main().
void ignoreFileSignals() noexcept;

} // namespace jitterscope

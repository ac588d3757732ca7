// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
/// Error: missing, unreadable, a folder, a device, a FIFO. Never waits for a writer. Where the path has a
/// StandIn, its copy is opened.
[[nodiscard]] Result<std::unique_ptr<InputFile>> openInput(const std::string& path);

/// The path of a file in a folder.
[[nodiscard]] std::string pathIn(const std::string& folder, std::string_view name);
/// Whether the path is a folder; follows links.
[[nodiscard]] bool isFolder(const std::string& path);
/// The names of the regular files in a folder, sorted; links are followed. At most `most`, in no order then.
[[nodiscard]] Result<std::vector<std::string>> filesIn(const std::string& folder, std::size_t most);

/// Whether the process may open so many files more (RLIMIT_NOFILE); Windows has no such limit.
[[nodiscard]] bool descriptorsLeft(std::size_t count);

/// Whether the path can be read only once: `-`, standard input by another name, a FIFO.
[[nodiscard]] bool isStream(const std::string& path);
/// Opens such a path. Waits for a writer, here and while it reads.
[[nodiscard]] Result<std::unique_ptr<InputFile>> openStream(const std::string& path);

/// While it lives, openInput() of its path reads a copy, which has no name of its own.
class StandIn {
public:
    virtual ~StandIn() = default;
};
/// Copies `from` to its end. Any thread, one for each path. Error: it cannot be read, is larger than `most`
/// bytes, or does not fit on the disk.
[[nodiscard]] Result<std::unique_ptr<StandIn>> standInFor(const std::string& path, InputFile& from,
                                                          std::uint64_t most = std::uint64_t{4} << 30U);

/// Whether standard error is a terminal: progress is shown only there.
[[nodiscard]] bool errorIsTerminal() noexcept;
/// Whether the console itself says that it takes UTF-8; false: the system's consoles do not say, ask the
/// environment.
[[nodiscard]] bool consoleTakesUtf8() noexcept;

/// Replaces closed standard streams by a file that can be neither read nor written. Otherwise another file
/// could get their numbers, and with them the program's messages. On Windows, besides, lines end with LF as
/// in files, and a console takes UTF-8 until the program ends. Call first in main().
void holdStandardStreams() noexcept;

/// From now on a write to a closed pipe or beyond a file size limit is an Error and does not end the program
/// (SIGPIPE, SIGXFSZ). For main().
void ignoreFileSignals() noexcept;

} // namespace jitterscope

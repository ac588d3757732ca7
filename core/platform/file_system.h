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

/// The part of AtomicFile that depends on the system. It holds the bytes until they are committed.
/// * If it is destroyed without commit(), the old file is unchanged and no temporary is left. A
///   recording keeps its rows under its partial name.
class OutputFile {
public:
    virtual ~OutputFile() = default;
    /// Writes everything, or returns an Error that names the path. A stream buffers up to 64 MiB for a slow
    /// reader and blocks only beyond that.
    virtual Result<Done> write(std::string_view bytes) = 0;
    /// Flushes to the disk, then gives the file its name. A stream waits until its reader has taken
    /// everything. Call once.
    [[nodiscard]] virtual Result<Done> commit() = 0;
    /// Makes a new file readable by every user, whatever the umask. An old file keeps its mode. For files
    /// that a program of another user reads. Does nothing on a stream.
    virtual void letEverybodyRead() noexcept {}
    /// Overwrites bytes that were written before. Does nothing on a stream.
    virtual Result<Done> overwrite(std::uint64_t offset, std::string_view bytes) = 0;
    /// Bytes that a slow reader has not taken yet; 0 for files.
    [[nodiscard]] virtual std::size_t backlog() const noexcept { return 0; }
    /// The path of a recording's rows until commit(); empty for everything else.
    [[nodiscard]] virtual std::string partialPath() const { return {}; }
};

/// Where the bytes are until commit().
enum class Temporary {
    Unnamed, ///< in a file without a name, if the system supports it, else as Named
    Named,   ///< next to the target; for old file systems and tests
    Partial, ///< a recording: `NAME.partial`, visible to all; `NAME.partial-2` if that exists, and so on
};

/// Opens `path` for AtomicFile. Standard output (`-` or any other name of it), devices and FIFOs are written
/// into. A regular file, also behind a symbolic link, is replaced at commit(); a new one can be written to by
/// everybody under no umask. A link of another user in a folder like /tmp is refused. Removes the temporaries
/// that killed programs left in the same folder: those without a lock.
/// * It waits for a reader that takes nothing. But when the program has been asked to end
///   (process_signals.h), or a recording is over, it is an Error if nothing is taken for two seconds.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openOutput(const std::string& path,
                                                             Temporary temporary = Temporary::Unnamed);

/// Identity of a file: equal for two paths to the same file.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t node = 0;
    std::string name; ///< if the file does not exist yet: its name in the folder `node`; otherwise empty
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// Follows links; `-` is standard output. Absent for a device that may be written to twice (`/dev/null`) and
/// for a path that leads nowhere.
[[nodiscard]] std::optional<FileIdentity> fileIdentity(const std::string& path);
/// True for `-` and any other name of standard output.
[[nodiscard]] bool isStandardOutput(const std::string& path);

/// A path for an error message, on one line. A very long one is shortened in the middle.
[[nodiscard]] std::string pathText(const std::string& path);

/// A regular file, or one in /proc, that is read from start to end. One thread.
class InputFile {
public:
    virtual ~InputFile() = default;
    /// Reads up to `room` bytes; returns 0 at the end.
    [[nodiscard]] virtual Result<std::size_t> read(char* buffer, std::size_t room) = 0;
    /// Its size in bytes when it was opened; 0: not known, as for /proc and packed files.
    [[nodiscard]] virtual std::uint64_t size() const noexcept { return 0; }
};
/// Opens a file to read it. Never waits for a writer. If the path has a StandIn, its copy is opened. Error:
/// it is missing, unreadable, a folder, a device or a FIFO.
[[nodiscard]] Result<std::unique_ptr<InputFile>> openInput(const std::string& path);

/// The path of a file in a folder.
[[nodiscard]] std::string pathIn(const std::string& folder, std::string_view name);
/// Whether the path is a folder; follows links.
[[nodiscard]] bool isFolder(const std::string& path);
/// The names of the regular files in a folder, sorted; links are followed. If there are more than `most`, any
/// `most` of them.
[[nodiscard]] Result<std::vector<std::string>> filesIn(const std::string& folder, std::size_t most);

/// Whether the process may open `count` more files (RLIMIT_NOFILE). Windows has no such limit.
[[nodiscard]] bool descriptorsLeft(std::size_t count);

/// Whether the path can be read only once: `-`, standard input by another name, a FIFO.
[[nodiscard]] bool isStream(const std::string& path);
/// Opens such a path. Waits for a writer, both when it opens and when it reads.
[[nodiscard]] Result<std::unique_ptr<InputFile>> openStream(const std::string& path);

/// While it lives, openInput() of its path reads a copy. The copy has no name of its own.
class StandIn {
public:
    virtual ~StandIn() = default;
};
/// Copies `from` to its end. Any thread, one for each path. Error: it cannot be read, is larger than `most`
/// bytes, or does not fit on the disk.
[[nodiscard]] Result<std::unique_ptr<StandIn>> standInFor(const std::string& path, InputFile& from,
                                                          std::uint64_t most = std::uint64_t{4} << 30U);

/// Whether standard error is a terminal. Progress is shown only there.
[[nodiscard]] bool errorIsTerminal() noexcept;
/// The same of standard output.
[[nodiscard]] bool outputIsTerminal() noexcept;
/// Whether the console itself says that it takes UTF-8. False: it does not say, so the environment decides.
[[nodiscard]] bool consoleTakesUtf8() noexcept;

/// Replaces closed standard streams by a file that can be neither read nor written. Otherwise another file
/// could get their numbers, and then the program's messages. On Windows it also makes lines end with LF, as
/// in files, and consoles take UTF-8 until the program ends. Call it first in main().
void holdStandardStreams() noexcept;

/// From now on a write to a closed pipe or beyond a file size limit is an Error and does not end the program
/// (SIGPIPE, SIGXFSZ). For main().
void ignoreFileSignals() noexcept;

} // namespace jitterscope

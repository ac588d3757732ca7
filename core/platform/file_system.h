// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope {

/// The system's half of AtomicFile: where bytes go until they are committed.
/// * Destroyed without commit(): a file that was to be replaced is as it was, and no temporary is left; a
///   recording keeps what it holds under its partial name.
class OutputFile {
public:
    virtual ~OutputFile() = default;
    /// All of it, or an Error that names the path. A stream keeps up to 64 MiB for a slow reader and waits
    /// only beyond that.
    virtual Result<Done> write(std::string_view bytes) = 0;
    /// On the disk, then under its name; a stream waits until its reader has taken all. Once.
    [[nodiscard]] virtual Result<Done> commit() = 0;
    /// Writes over bytes that are already there. Does nothing on a stream.
    virtual Result<Done> overwrite(std::uint64_t offset, std::string_view bytes) = 0;
    /// Bytes that a slow reader has not taken yet; 0 for a file.
    [[nodiscard]] virtual std::size_t backlog() const noexcept { return 0; }
    /// Where the rows of a recording are until commit(); empty for everything else.
    [[nodiscard]] virtual std::string partialPath() const { return {}; }
};

enum class Temporary {
    Unnamed, ///< where the system has them, else named
    Named,   ///< beside the target; what old file systems need, and tests
    Partial, ///< a recording: `NAME.partial` for all to see, `NAME.partial-2` where that exists, and so on
};

/// Opens `path` for AtomicFile: `-` and whatever else is standard output, devices and FIFOs are written
/// into; a regular file, also behind a symbolic link, is replaced at commit(). Removes temporaries that a
/// killed program left in the same folder: those that nobody holds a lock on.
/// * A reader that takes nothing is waited for. Once the program was asked to end (process_signals.h), or a
///   recording is over, two seconds without a byte taken are an Error.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openOutput(const std::string& path,
                                                             Temporary temporary = Temporary::Unnamed);

/// What two paths have in common when they are one file.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t node = 0;
    std::string name; ///< in the folder `node`, of a file that does not exist yet; empty for one that does
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// Links are followed; `-` is standard output. Absent: a device that may be written to twice (`/dev/null`),
/// or a path that leads nowhere.
[[nodiscard]] std::optional<FileIdentity> fileIdentity(const std::string& path);
/// `-`, or another name of standard output.
[[nodiscard]] bool isStandardOutput(const std::string& path);

/// What the error number of a failed call says about a path: "cannot write 'x.csv': No space left on device".
[[nodiscard]] Error pathError(std::string_view doing, const std::string& path, int errorNumber);

/// A path as an error message shows it: on one line, a very long one shortened in the middle.
[[nodiscard]] std::string pathText(const std::string& path);

/// A regular file that is read from front to back; also those of /proc. One thread.
class InputFile {
public:
    virtual ~InputFile() = default;
    /// Up to `room` bytes; 0 at the end.
    [[nodiscard]] virtual Result<std::size_t> read(char* buffer, std::size_t room) = 0;
};
/// Error: not there, not readable, a folder, a device, a FIFO. Never waits for a writer.
[[nodiscard]] Result<std::unique_ptr<InputFile>> openInput(const std::string& path);

/// Whether standard error is a terminal: progress is shown there and nowhere else.
[[nodiscard]] bool errorIsTerminal() noexcept;

/// Standard streams that are closed get a file that can be neither read nor written, so that no other file
/// takes their numbers and then the program's messages. For main(), first of all.
void holdStandardStreams() noexcept;

/// From here on a write to a closed pipe or beyond a file size limit is an Error and does not end the program
/// (SIGPIPE, SIGXFSZ). For main().
void ignoreFileSignals() noexcept;

} // namespace jitterscope

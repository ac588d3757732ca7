// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace jitterscope {

/// The system's half of AtomicFile: where bytes go until they are committed.
/// * Destroyed without commit(): a file that was to be replaced is as it was, and no temporary is left.
class OutputFile {
public:
    virtual ~OutputFile() = default;
    /// Unbuffered; all of it or an Error that names the path.
    virtual Result<Done> write(std::string_view bytes) = 0;
    /// On the disk, then under its name. Once.
    [[nodiscard]] virtual Result<Done> commit() = 0;
};

enum class Temporary {
    Unnamed, ///< where the system has them, else named
    Named,   ///< beside the target; what old file systems need, and tests
};

/// Opens `path` for AtomicFile: `-` and whatever else is standard output, devices and FIFOs are written
/// into; a regular file, also behind a symbolic link, is replaced at commit(). Removes temporaries that a
/// killed program left in the same folder: those that nobody holds a lock on.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openOutput(const std::string& path,
                                                             Temporary temporary = Temporary::Unnamed);

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

/// From here on a write to a closed pipe or beyond a file size limit is an Error and does not end the program
/// (SIGPIPE, SIGXFSZ). For main().
void ignoreFileSignals() noexcept;

} // namespace jitterscope

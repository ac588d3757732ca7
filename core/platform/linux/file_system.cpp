// SPDX-License-Identifier: MIT
#include "core/platform/file_system.h"

#include "core/platform/linux/descriptor.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace jitterscope {
namespace {

class RegularInput final : public InputFile {
public:
    RegularInput(Descriptor file, std::string path, std::uint64_t size)
        : m_file(std::move(file)), m_path(std::move(path)), m_size(size) {}

    std::uint64_t size() const noexcept override { return m_size; }

    Result<std::size_t> read(char* buffer, std::size_t room) override {
        while (true) {
            const ssize_t count = ::read(m_file.get(), buffer, room);
            if (count >= 0)
                return static_cast<std::size_t>(count);
            if (errno != EINTR)
                return pathError("cannot read", m_path, errno);
        }
    }

private:
    Descriptor m_file;
    std::string m_path;
    std::uint64_t m_size;
};

ErrorCode codeOf(int errorNumber) noexcept {
    switch (errorNumber) {
    case ENOENT:
    case ENOTDIR:
        return ErrorCode::NotFound;
    case EACCES:
    case EPERM:
    case EROFS:
        return ErrorCode::Permission;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return ErrorCode::NoSpace;
    default:
        return ErrorCode::Io;
    }
}

} // namespace

std::string pathText(const std::string& path) {
    constexpr std::size_t kMost = 200;
    constexpr std::size_t kEnd = 60;
    std::string text("'");
    text.append(path, 0, path.size() <= kMost ? kMost : kMost - kEnd);
    if (path.size() > kMost)
        text.append("...").append(path, path.size() - kEnd);
    text.push_back('\'');
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    }
    return text;
}

Error pathError(std::string_view doing, const std::string& path, int errorNumber) {
    return Error{codeOf(errorNumber),
                 std::string(doing) + " " + pathText(path) + ": " +
                     std::generic_category().message(errorNumber),
                 errorNumber == ENXIO ? "nobody reads from it" : ""};
}

Result<std::unique_ptr<InputFile>> openInput(const std::string& path) {
    constexpr std::string_view kReading = "cannot read";
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
        return pathError(kReading, path, errno);
    if (S_ISDIR(status.st_mode))
        return pathError(kReading, path, EISDIR);
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::Io, "cannot read " + pathText(path) + ": it is not a regular file", ""};
    return std::unique_ptr<InputFile>(
        std::make_unique<RegularInput>(std::move(file), path, static_cast<std::uint64_t>(status.st_size)));
}

void holdStandardStreams() noexcept {
    // open() returns the lowest free number. The mode is the opposite of the stream's, so that any use is an
    // error.
    for (const auto& [number, mode] : {std::pair{STDIN_FILENO, O_WRONLY}, std::pair{STDOUT_FILENO, O_RDONLY},
                                       std::pair{STDERR_FILENO, O_RDONLY}}) {
        if (::fcntl(number, F_GETFD) < 0 && errno == EBADF)
            (void)::open("/dev/null", mode);
    }
}

void ignoreFileSignals() noexcept {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

std::optional<FileIdentity> fileIdentity(const std::string& path) {
    struct stat status {};
    const bool output = path == "-";
    if ((output ? ::fstat(STDOUT_FILENO, &status) : ::stat(path.c_str(), &status)) == 0) {
        if (S_ISCHR(status.st_mode) && !output && !isStandardOutput(path))
            return std::nullopt;
        if (S_ISCHR(status.st_mode))
            return FileIdentity{0, 0, "-"};
        return FileIdentity{status.st_dev, status.st_ino, {}};
    }
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (output || ::stat(folder.c_str(), &status) != 0)
        return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino,
                        path.substr(slash == std::string::npos ? 0 : slash + 1)};
}

bool isStandardOutput(const std::string& path) {
    struct stat status {};
    struct stat output {};
    return path == "-" || (::stat(path.c_str(), &status) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
                           output.st_dev == status.st_dev && output.st_ino == status.st_ino);
}

bool errorIsTerminal() noexcept {
    return ::isatty(STDERR_FILENO) == 1;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/file_system.h"

#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/streams.h"
#include "core/platform/streams.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace jitterscope {
namespace {

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

Error pathError(std::string_view doing, const std::string& path, int errorNumber) {
    return Error{codeOf(errorNumber),
                 std::string(doing) + " " + pathText(path) + ": " +
                     std::generic_category().message(errorNumber),
                 errorNumber == ENXIO ? "nobody reads from it" : ""};
}

Result<std::unique_ptr<InputFile>> openInput(const std::string& path) {
    constexpr std::string_view kReading = "cannot read";
    const std::string copy = standInPath(path);
    const char* const name = copy.empty() ? path.c_str() : copy.c_str();
    Descriptor file(::open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
        return pathError(kReading, path, errno);
    if (S_ISDIR(status.st_mode))
        return pathError(kReading, path, EISDIR);
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::Io, "cannot read " + pathText(path) + ": it is not a regular file", ""};
    return std::unique_ptr<InputFile>(
        std::make_unique<DescriptorInput>(std::move(file), path, static_cast<std::uint64_t>(status.st_size)));
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

bool isFolder(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

Result<std::vector<std::string>> filesIn(const std::string& folder, std::size_t most) {
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
    if (!entries)
        return pathError("cannot read", folder, errno);
    std::vector<std::string> names;
    while (const dirent* const entry = names.size() < most ? ::readdir(entries.get()) : nullptr) {
        struct stat status {};
        if (::fstatat(::dirfd(entries.get()), &entry->d_name[0], &status, 0) == 0 && S_ISREG(status.st_mode))
            names.emplace_back(&entry->d_name[0]);
    }
    std::ranges::sort(names);
    return names;
}

bool descriptorsLeft(std::size_t count) {
    std::vector<Descriptor> opened;
    while (opened.size() < count) {
        Descriptor each(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!each && (errno == EMFILE || errno == ENFILE))
            return false;
        opened.push_back(std::move(each)); // what else forbids it says nothing about the limit
    }
    return true;
}

bool errorIsTerminal() noexcept {
    return ::isatty(STDERR_FILENO) == 1;
}

bool outputIsTerminal() noexcept {
    return ::isatty(STDOUT_FILENO) == 1;
}

bool consoleTakesUtf8() noexcept {
    return false;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/streams.h"
#include "core/platform/streams.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jitterscope {
namespace {

/// A file without a name, in the folder of temporary files.
Descriptor unnamedFile() {
    const char* const set = std::getenv("TMPDIR");
    const std::string folder = set != nullptr && *set != '\0' ? set : "/tmp";
    Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (file)
        return file;
    std::string name = folder + "/jitterscope-XXXXXX"; // an old file system
    Descriptor named(::mkostemp(name.data(), O_CLOEXEC));
    if (named)
        ::unlink(name.c_str());
    return named;
}

Result<Done> writeAll(const Descriptor& file, const char* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t count = ::write(file.get(), bytes, size);
        if (count < 0 && errno != EINTR)
            return pathError("cannot write", "a temporary file", errno);
        const auto written = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        bytes += written;
        size -= written;
    }
    return Done{};
}

} // namespace

Result<std::size_t> DescriptorInput::read(char* buffer, std::size_t room) {
    while (true) {
        const ssize_t count = ::read(m_file.get(), buffer, room);
        if (count >= 0)
            return static_cast<std::size_t>(count);
        if (errno != EINTR)
            return pathError("cannot read", m_path, errno);
    }
}

bool isStream(const std::string& path) {
    struct stat status {};
    struct stat input {};
    if (path == "-")
        return true;
    if (::stat(path.c_str(), &status) != 0)
        return false;
    if (S_ISFIFO(status.st_mode))
        return true;
    const bool readInPlace = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
    return !readInPlace && ::fstat(STDIN_FILENO, &input) == 0 && status.st_dev == input.st_dev &&
           status.st_ino == input.st_ino && path.rfind("/dev/std", 0) == 0;
}

Result<std::unique_ptr<InputFile>> openStream(const std::string& path) {
    Descriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                : ::open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
    if (!file)
        return pathError("cannot read", path, errno);
    return std::unique_ptr<InputFile>(std::make_unique<DescriptorInput>(std::move(file), path));
}

Result<std::unique_ptr<StandIn>> standInFor(const std::string& path, InputFile& from, std::uint64_t most) {
    Descriptor file = unnamedFile();
    if (!file)
        return pathError("cannot write", "a temporary file", errno);
    const Result<Done> copied = copyStream(from, path, most, [&file](const char* bytes, std::size_t size) {
        return writeAll(file, bytes, size);
    });
    if (!copied)
        return copied.error();
    std::string opened = "/proc/self/fd/" + std::to_string(file.get());
    return std::unique_ptr<StandIn>(
        std::make_unique<OpenedCopy<Descriptor>>(std::move(file), path, std::move(opened)));
}

} // namespace jitterscope

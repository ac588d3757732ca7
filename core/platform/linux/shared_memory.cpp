// SPDX-License-Identifier: MIT
#include "core/platform/shared_memory.h"

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/path_error.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace jitterscope {
namespace {

class File final : public SharedFile {
public:
    explicit File(Descriptor&& file) noexcept : m_file(std::move(file)) {}
    [[nodiscard]] bool read(std::size_t at, void* bytes, std::size_t count) const noexcept override {
        return ::pread(m_file.get(), bytes, count, static_cast<off_t>(at)) == static_cast<ssize_t>(count);
    }
    bool write(std::size_t at, const void* bytes, std::size_t count) noexcept override {
        return ::pwrite(m_file.get(), bytes, count, static_cast<off_t>(at)) == static_cast<ssize_t>(count);
    }

private:
    Descriptor m_file;
};

} // namespace

Result<std::unique_ptr<SharedFile>> openSharedFile(const std::string& path, std::size_t bytes) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat facts {};
    if (!file || ::fstat(file.get(), &facts) != 0)
        return pathError("cannot open", path, errno);
    if (!S_ISREG(facts.st_mode) || facts.st_size < static_cast<off_t>(bytes))
        return Error{ErrorCode::Format, pathText(path) + " is not whole", ""};
    return std::unique_ptr<SharedFile>(std::make_unique<File>(std::move(file)));
}

Result<std::string> makePrivateFolder() {
    int failure = ENOENT;
    const char* const own = std::getenv("XDG_RUNTIME_DIR");
    for (const char* const place : {own, "/dev/shm", "/tmp"}) {
        if (place == nullptr || place[0] != '/')
            continue;
        std::string path = std::string(place) + "/jitterscope-XXXXXX";
        if (::mkdtemp(path.data()) != nullptr)
            return path;
        failure = errno;
    }
    return pathError("cannot make a folder in", "/tmp", failure);
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/shared_memory.h"

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/path_error.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace jitterscope {
namespace {

class Mapping final : public SharedMemory {
public:
    Mapping(void* place, std::size_t bytes) noexcept : m_place(place), m_bytes(bytes) {}
    ~Mapping() override { ::munmap(m_place, m_bytes); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    [[nodiscard]] std::byte* bytes() const noexcept override { return static_cast<std::byte*>(m_place); }

private:
    void* m_place;
    std::size_t m_bytes;
};

} // namespace

Result<std::unique_ptr<SharedMemory>> openSharedMemory(const std::string& path, std::size_t bytes) {
    const Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    struct stat facts {};
    if (!file || ::fstat(file.get(), &facts) != 0)
        return pathError("cannot open", path, errno);
    if (facts.st_size < static_cast<off_t>(bytes))
        return Error{ErrorCode::Format, pathText(path) + " is not whole", ""};
    void* const place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (place == MAP_FAILED)
        return pathError("cannot map", path, errno);
    return std::unique_ptr<SharedMemory>(std::make_unique<Mapping>(place, bytes));
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

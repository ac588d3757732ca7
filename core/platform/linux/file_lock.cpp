// SPDX-License-Identifier: MIT
#include "core/platform/file_lock.h"

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <utility>

namespace jitterscope {
namespace {

class HeldLock final : public FileLock {
public:
    HeldLock(Descriptor file, std::string path) : m_file(std::move(file)), m_path(std::move(path)) {}
    ~HeldLock() override { ::unlink(m_path.c_str()); } // before the lock goes: a newcomer finds its name gone

private:
    Descriptor m_file;
    std::string m_path;
};

/// Whether this file still has this name; its last owner takes the name away.
bool isNamed(int descriptor, const std::string& path) {
    struct stat open {};
    struct stat named {};
    return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

} // namespace

Result<std::unique_ptr<FileLock>> FileLock::take(const std::string& path) {
    const std::string name = path + ".lock";
    constexpr int kMostTries = 100; // each means that an owner has just ended
    for (int i = 0; i < kMostTries; ++i) {
        Descriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
        if (!file)
            return pathError("cannot write", name, errno);
        if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK)
                return pathError("cannot lock", name, errno);
            break;
        }
        if (isNamed(file.get(), name))
            return std::unique_ptr<FileLock>(std::make_unique<HeldLock>(std::move(file), name));
    }
    return Error{ErrorCode::Permission, pathText(path) + " is kept by another program that still runs", ""};
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/shared_memory.h"

#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

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
    [[nodiscard]] std::uint64_t node() const noexcept override {
        struct stat facts {};
        return ::fstat(m_file.get(), &facts) == 0 ? facts.st_ino : 0;
    }

private:
    Descriptor m_file;
};

constexpr std::string_view kPrefix = "jitterscope-listen-";
constexpr std::size_t kRandom = 6; // letters that mkdtemp() adds

std::vector<std::string> places() {
    std::vector<std::string> found;
    const char* const own = std::getenv("XDG_RUNTIME_DIR");
    for (const std::string_view place : {std::string_view(own != nullptr ? own : ""),
                                         std::string_view("/dev/shm"), std::string_view("/tmp")}) {
        if (place.starts_with('/') && place.find_first_of(" :$") == std::string_view::npos)
            found.emplace_back(place);
    }
    return found;
}

/// The names in a folder, without . and ..
std::vector<std::string> namesIn(int folder) {
    std::vector<std::string> names;
    const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* const list = copy < 0 ? nullptr : ::fdopendir(copy);
    if (list == nullptr) {
        Descriptor closes(copy);
        return names;
    }
    while (const dirent* const entry = ::readdir(list)) {
        if (std::string_view(entry->d_name) != "." && std::string_view(entry->d_name) != "..")
            names.emplace_back(entry->d_name);
    }
    ::closedir(list);
    return names;
}

/// A folder, locked by us. Absent: it is gone, somebody else has its lock, or it is a link.
std::optional<Descriptor> lockedFolder(int parent, const char* name) {
    Descriptor folder(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat facts {};
    if (!folder || ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0 || ::fstat(folder.get(), &facts) != 0 ||
        facts.st_nlink == 0) // whoever had the lock has removed it
        return std::nullopt;
    return folder;
}

bool isOurs(int folder) {
    struct stat facts {};
    return ::fstat(folder, &facts) == 0 && facts.st_uid == ::geteuid() && (facts.st_mode & 077U) == 0;
}

bool removeFolder(int folder, int parent, const char* path) {
    for (const std::string& name : namesIn(folder)) {
        if (::unlinkat(folder, name.c_str(), 0) != 0)
            ::unlinkat(folder, name.c_str(), AT_REMOVEDIR); // no listener makes one
    }
    return ::unlinkat(parent, path, AT_REMOVEDIR) == 0;
}

class LockedFolder final : public PrivateFolder {
public:
    LockedFolder(Descriptor folder, std::string path)
        : m_folder(std::move(folder)), m_path(std::move(path)) {}
    ~LockedFolder() override { removeFolder(m_folder.get(), AT_FDCWD, m_path.c_str()); }
    LockedFolder(const LockedFolder&) = delete;
    LockedFolder& operator=(const LockedFolder&) = delete;
    [[nodiscard]] const std::string& path() const noexcept override { return m_path; }

private:
    Descriptor m_folder;
    std::string m_path;
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

Result<std::unique_ptr<PrivateFolder>> makePrivateFolder() {
    constexpr int kMostTries = 10; // each means that somebody took it for one that was left behind
    int failure = ENOENT;
    for (const std::string& place : places()) {
        for (int i = 0; i < kMostTries; ++i) {
            std::string path = place + "/" + std::string(kPrefix) + "XXXXXX";
            if (::mkdtemp(path.data()) == nullptr) {
                failure = errno;
                break;
            }
            ::chmod(path.c_str(), S_IRWXU); // whatever the umask
            if (std::optional<Descriptor> locked = lockedFolder(AT_FDCWD, path.c_str()))
                return std::unique_ptr<PrivateFolder>(
                    std::make_unique<LockedFolder>(*std::move(locked), std::move(path)));
        }
    }
    return pathError("cannot make a folder in", "/tmp", failure);
}

std::size_t removeLeftFolders() {
    std::size_t removed = 0;
    for (const std::string& place : places()) {
        const Descriptor parent(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        for (const std::string& name : namesIn(parent.get())) {
            if (name.size() != kPrefix.size() + kRandom || !name.starts_with(kPrefix))
                continue;
            const std::optional<Descriptor> folder = lockedFolder(parent.get(), name.c_str());
            if (folder && isOurs(folder->get()) && removeFolder(folder->get(), parent.get(), name.c_str()))
                ++removed;
        }
    }
    return removed;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/platform/file_system.h"
#include "core/platform/linux/descriptor.h"
#include "core/platform/linux/streams.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::string_view kTemporaryBegin = ".jitterscope-";
constexpr std::string_view kTemporaryEnd = ".tmp";
constexpr std::string_view kPartialEnd = ".partial";
constexpr int kTries = 100;
constexpr mode_t kMode = 0664; // less what the umask takes; nobody's file is everybody's to write

struct Target {
    std::string path; // as the user named it, for messages
    std::string folder;
    std::string name;
    bool exists = false;
    struct stat status {};
};

std::string temporaryName() {
    static std::atomic<unsigned> counter{0};
    return std::string(kTemporaryBegin) + std::to_string(::getpid()) + "-" +
           std::to_string(counter.fetch_add(1)) + std::string(kTemporaryEnd);
}

/// Matches exactly the names that temporaryName() makes, not merely similar ones.
bool isTemporaryName(std::string_view name) noexcept {
    if (!name.starts_with(kTemporaryBegin) || !name.ends_with(kTemporaryEnd))
        return false;
    name.remove_prefix(kTemporaryBegin.size());
    name.remove_suffix(std::min(kTemporaryEnd.size(), name.size()));
    const std::size_t dash = name.find('-');
    const auto digits = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return dash != std::string_view::npos && digits(name.substr(0, dash)) && digits(name.substr(dash + 1));
}

std::string processPath(int descriptor) {
    return std::string("/proc/self/fd/").append(std::to_string(descriptor));
}

/// Writes to a temporary and gives it the target's name at commit. The temporary is locked while the program
/// lives, so that a later program can recognise the leftovers of a killed one. The temporary of a recording
/// has a name that people can find, and stays if it is not committed.
class ReplacingFile final : public OutputFile {
public:
    static Result<std::unique_ptr<OutputFile>> open(Target target, Temporary temporary);
    ~ReplacingFile() override {
        if (!m_partial || m_length == 0)
            removeTemporary();
    }

    Result<Done> write(std::string_view bytes) override;
    Result<Done> commit() override;
    void letEverybodyRead() noexcept override { m_forEverybody = true; }
    Result<Done> overwrite(std::uint64_t offset, std::string_view bytes) override;
    [[nodiscard]] std::string partialPath() const override;

private:
    explicit ReplacingFile(Target target) : m_target(std::move(target)) {}

    bool makeUnnamed();
    bool makeNamed();
    bool makePartial();
    [[nodiscard]] Error failure(int errorNumber) const;
    void setOwnership() const;
    bool linkTo(const std::string& name) const;
    bool giveName();
    void removeTemporary() noexcept;
    void syncFolder() const;

    Target m_target;
    Descriptor m_folder;
    Descriptor m_file;
    std::string m_temporaryName; // empty: unnamed
    std::uint64_t m_length = 0;
    bool m_partial = false;
    bool m_forEverybody = false;
};

/// Locks the file, unless somebody else has. Where locks are refused (some file systems and sandboxes) nobody
/// can take it for a leftover either.
bool lockIt(int file) {
    return ::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool ReplacingFile::makeUnnamed() {
    m_file = Descriptor(::openat(m_folder.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode));
    // Only /proc can give it a name.
    if (!m_file || ::access(processPath(m_file.get()).c_str(), F_OK) != 0)
        return false;
    return lockIt(m_file.get());
}

bool ReplacingFile::makeNamed() {
    for (int i = 0; i < kTries; ++i) {
        const std::string name = temporaryName();
        m_file = Descriptor(::openat(m_folder.get(), name.c_str(),
                                     O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, kMode));
        if (!m_file && errno == EEXIST)
            continue;
        if (!m_file)
            return false;
        struct stat status {};
        // Another program may have removed it as a leftover before it was locked.
        if (lockIt(m_file.get()) && ::fstat(m_file.get(), &status) == 0 && status.st_nlink > 0) {
            m_temporaryName = name;
            return true;
        }
        ::unlinkat(m_folder.get(), name.c_str(), 0);
    }
    errno = EEXIST;
    return false;
}

/// An existing file of this name is somebody's measurement: never overwrite it.
bool ReplacingFile::makePartial() {
    m_partial = true;
    for (int i = 1; i <= kTries; ++i) {
        const std::string name =
            m_target.name + std::string(kPartialEnd) + (i > 1 ? "-" + std::to_string(i) : "");
        m_file = Descriptor(::openat(m_folder.get(), name.c_str(),
                                     O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, kMode));
        if (m_file) {
            m_temporaryName = name;
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
    return false;
}

std::string ReplacingFile::partialPath() const {
    if (!m_partial)
        return {};
    return m_target.folder == "."
               ? m_temporaryName
               : m_target.folder + (m_target.folder.ends_with('/') ? "" : "/") + m_temporaryName;
}

Error ReplacingFile::failure(int errorNumber) const {
    Error error = pathError(kWriting, m_target.path, errorNumber);
    if (m_partial && m_length > 0 && !m_temporaryName.empty())
        error.hint = "what was written before is in " + pathText(partialPath());
    return error;
}

Result<Done> ReplacingFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_file.get(), bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            m_length += static_cast<std::uint64_t>(written);
        } else if (errno != EINTR) {
            return failure(errno);
        }
    }
    return Done{};
}

Result<Done> ReplacingFile::overwrite(std::uint64_t offset, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(m_file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            offset += static_cast<std::uint64_t>(written);
        } else if (errno != EINTR) {
            return failure(errno);
        }
    }
    return Done{};
}

void removeLeftovers(int folder) {
    const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0)
        return;
    DIR* const entries = ::fdopendir(copy);
    if (entries == nullptr) {
        ::close(copy);
        return;
    }
    constexpr int kMostEntries = 100'000;
    for (int i = 0; i < kMostEntries; ++i) {
        const dirent* const entry = ::readdir(entries);
        if (entry == nullptr)
            break;
        if (!isTemporaryName(&entry->d_name[0]))
            continue;
        const Descriptor file(
            ::openat(folder, &entry->d_name[0], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status {};
        if (file && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
            ::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
            ::unlinkat(folder, &entry->d_name[0], 0);
    }
    ::closedir(entries);
}

Result<std::unique_ptr<OutputFile>> ReplacingFile::open(Target target, Temporary temporary) {
    std::unique_ptr<ReplacingFile> file(new ReplacingFile(std::move(target)));
    const Target& place = file->m_target;
    file->m_folder = Descriptor(::open(place.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!file->m_folder)
        return pathError(kWriting, place.path, errno);
    removeLeftovers(file->m_folder.get());
    const bool made = temporary == Temporary::Partial
                          ? file->makePartial()
                          : (temporary == Temporary::Unnamed && file->makeUnnamed()) || file->makeNamed();
    if (!made)
        return pathError(kWriting, place.path, errno);
    return std::unique_ptr<OutputFile>(std::move(file));
}

void ReplacingFile::setOwnership() const {
    constexpr mode_t kForEverybody = 0644;
    if (!m_target.exists && m_forEverybody)
        ::fchmod(m_file.get(), kForEverybody);
    if (!m_target.exists)
        return;
    // Set the mode after the owner: changing the owner clears set-id bits. A failure of either is ignored.
    [[maybe_unused]] const int owner = ::fchown(m_file.get(), m_target.status.st_uid, m_target.status.st_gid);
    [[maybe_unused]] const int mode = ::fchmod(m_file.get(), m_target.status.st_mode & 07777);
}

bool ReplacingFile::linkTo(const std::string& name) const {
    return ::linkat(AT_FDCWD, processPath(m_file.get()).c_str(), m_folder.get(), name.c_str(),
                    AT_SYMLINK_FOLLOW) == 0;
}

/// linkat cannot replace a file: over an old file the temporary gets its own name just before the rename.
/// Only a kill in that moment leaves it behind; the next open removes it.
bool ReplacingFile::giveName() {
    if (m_temporaryName.empty()) {
        if (!m_target.exists && linkTo(m_target.name))
            return true;
        if (!m_target.exists && errno != EEXIST)
            return false;
        const std::string name = temporaryName();
        if (!linkTo(name))
            return false;
        m_temporaryName = name;
    }
    if (::renameat(m_folder.get(), m_temporaryName.c_str(), m_folder.get(), m_target.name.c_str()) != 0)
        return false;
    m_temporaryName.clear();
    return true;
}

Result<Done> ReplacingFile::commit() {
    setOwnership();
    while (::fsync(m_file.get()) != 0) {
        if (errno == EINVAL || errno == ENOTSUP)
            break;
        if (errno != EINTR)
            return failure(errno);
    }
    if (!giveName()) {
        const int number = errno;
        if (!m_partial)
            removeTemporary();
        return failure(number);
    }
    syncFolder();
    return Done{};
}

void ReplacingFile::removeTemporary() noexcept {
    if (!m_temporaryName.empty())
        ::unlinkat(m_folder.get(), m_temporaryName.c_str(), 0);
    m_temporaryName.clear();
}

void ReplacingFile::syncFolder() const {
    const Descriptor folder(::openat(m_folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder)
        ::fsync(folder.get());
}

/// Splits a path into folder and name; the last part must not be a link.
Target splitTarget(const std::string& shown, const std::string& place) {
    Target target;
    target.path = shown;
    const std::size_t slash = place.rfind('/');
    target.name = slash == std::string::npos ? place : place.substr(slash + 1);
    target.folder = slash == std::string::npos ? "." : place.substr(0, slash);
    if (target.folder.empty())
        target.folder.push_back('/');
    return target;
}

Result<std::unique_ptr<OutputFile>> replaceExisting(const std::string& path, const struct stat& status,
                                                    Temporary temporary) {
    const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
    if (!real || ::faccessat(AT_FDCWD, real.get(), W_OK, AT_EACCESS) != 0)
        return pathError(kWriting, path, errno);
    Target target = splitTarget(path, real.get());
    target.exists = true;
    target.status = status;
    return ReplacingFile::open(std::move(target), temporary);
}

/// Whether somebody else has put a link there, in a folder where everybody may (/tmp): what it names is not
/// what the user means. Linux refuses to follow it too where fs.protected_symlinks is on.
bool isForeignLink(const std::string& path, const std::string& folder) {
    struct stat link {};
    struct stat place {};
    if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode) || ::stat(folder.c_str(), &place) != 0)
        return false;
    constexpr mode_t kEverybodys = S_ISVTX | S_IWOTH;
    return (place.st_mode & kEverybodys) == kEverybodys && link.st_uid != ::geteuid() &&
           link.st_uid != place.st_uid;
}

} // namespace

Result<std::unique_ptr<OutputFile>> openOutput(const std::string& path, Temporary temporary) {
    const bool recording = temporary == Temporary::Partial;
    if (isStandardOutput(path))
        return openStandardOutput(path, recording);
    if (isForeignLink(path, splitTarget(path, path).folder))
        return Error{ErrorCode::Permission,
                     "cannot write " + pathText(path) + ": it is a link of another user",
                     "name another file"};
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return pathError(kWriting, path, EISDIR);
        return S_ISREG(status.st_mode) ? replaceExisting(path, status, temporary)
                                       : openStream(path, recording);
    }
    const int number = errno;
    if (number != ENOENT || path.empty())
        return pathError(kWriting, path, number);
    if (::lstat(path.c_str(), &status) == 0)
        return Error{ErrorCode::NotFound, "cannot write " + pathText(path) + ": it is a link to nothing", ""};
    Target target = splitTarget(path, path);
    if (target.name.empty())
        return pathError(kWriting, path, EISDIR);
    return ReplacingFile::open(std::move(target), temporary);
}

} // namespace jitterscope

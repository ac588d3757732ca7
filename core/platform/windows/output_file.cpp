// SPDX-License-Identifier: MIT
#include "core/platform/file_system.h"
#include "core/platform/windows/handle.h"
#include "core/platform/windows/path_error.h"
#include "core/platform/windows/replacement.h"
#include "core/platform/windows/streams.h"
#include "core/platform/windows/wide_text.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::wstring_view kPartialEnd = L".partial";
constexpr std::wstring_view kAsideEnd = L".jitterscope-old"; // the old file, for the moment of the change
constexpr int kTries = 100;

struct Target {
    std::string path;    // as the user named it, for messages
    std::wstring folder; // with the separator at its end
    std::wstring name;
    [[nodiscard]] std::wstring place() const { return folder + name; }
};

std::wstring temporaryName() {
    static std::atomic<unsigned> counter{0};
    return std::wstring(kTemporaryBegin) + std::to_wstring(::GetCurrentProcessId()) + L"-" +
           std::to_wstring(counter.fetch_add(1)) + std::wstring(kTemporaryEnd);
}

bool exists(const std::wstring& path) noexcept {
    return ::GetFileAttributesW(path.c_str()) != INVALID_FILE_ATTRIBUTES;
}

/// 0, or what the last call of this thread failed with.
std::uint32_t codeOf(BOOL done) noexcept {
    return done != 0 ? 0 : ::GetLastError();
}

bool isRunning(DWORD process) noexcept {
    if (process == ::GetCurrentProcessId())
        return true;
    const OwnedHandle handle(::OpenProcess(SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process));
    if (!handle)
        return ::GetLastError() == ERROR_ACCESS_DENIED; // another user's
    return ::WaitForSingleObject(handle.get(), 0) == WAIT_TIMEOUT;
}

/// Those of killed programs. One that runs has its temporary open without sharing, but for the moment before
/// it gets its name: then the number of the process says that it belongs to somebody.
void removeLeftovers(const std::wstring& folder) {
    constexpr int kMostEntries = 100'000;
    WIN32_FIND_DATAW entry{};
    const std::wstring pattern = folder + std::wstring(kTemporaryBegin) + L"*" + std::wstring(kTemporaryEnd);
    const HANDLE list = ::FindFirstFileW(pattern.c_str(), &entry);
    if (list == INVALID_HANDLE_VALUE)
        return;
    for (int i = 0; i < kMostEntries; ++i) {
        const std::optional<std::uint32_t> maker = makerOfTemporary(&entry.cFileName[0]);
        if (maker && !isRunning(*maker))
            // Deleted with this handle, if nobody else has one.
            const OwnedHandle file(
                ::CreateFileW((folder + &entry.cFileName[0]).c_str(), DELETE, 0, nullptr, OPEN_EXISTING,
                              FILE_FLAG_DELETE_ON_CLOSE | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
        if (::FindNextFileW(list, &entry) == 0)
            break;
    }
    ::FindClose(list);
}

/// The calls of giveFinalName(). ReplaceFileW keeps the old file's rights and times. It moves the old one
/// aside and then gives its name to the new one. Killed in between, the next open takes it back.
class Naming {
public:
    Naming(std::wstring file, std::wstring finished)
        : m_file(std::move(file)),
          m_finished(std::move(finished)),
          m_aside(m_file + std::wstring(kAsideEnd)) {}

    [[nodiscard]] bool exists() const noexcept { return jitterscope::exists(m_file); }
    [[nodiscard]] bool oldIsAside() const noexcept { return jitterscope::exists(m_aside); }
    [[nodiscard]] std::uint32_t replace() const noexcept {
        const std::uint32_t code = codeOf(::ReplaceFileW(m_file.c_str(), m_finished.c_str(), m_aside.c_str(),
                                                         REPLACEFILE_IGNORE_MERGE_ERRORS, nullptr, nullptr));
        if (code == 0)
            ::DeleteFileW(m_aside.c_str());
        return code;
    }
    [[nodiscard]] std::uint32_t move() const noexcept {
        return codeOf(::MoveFileExW(m_finished.c_str(), m_file.c_str(),
                                    MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
    }
    [[nodiscard]] std::uint32_t takeBack() const noexcept {
        return codeOf(::MoveFileExW(m_aside.c_str(), m_file.c_str(), 0));
    }
    static void pause() noexcept {
        constexpr DWORD kMilliseconds = 20;
        ::Sleep(kMilliseconds);
    }

private:
    std::wstring m_file;
    std::wstring m_finished;
    std::wstring m_aside;
};

/// Writes to a temporary and gives it the target's name at commit. The temporary is open without sharing, so
/// that a later program can recognise the leftovers of a killed one. The temporary of a recording has a name
/// that people can find, may be read, and stays if it is not committed. A finished file that cannot get its
/// name stays too, under the name that a recording's would have.
class ReplacingFile final : public OutputFile {
public:
    static Result<std::unique_ptr<OutputFile>> open(Target target, Temporary temporary);
    ~ReplacingFile() override {
        if (!m_kept && (!m_partial || m_length == 0))
            removeTemporary();
    }

    Result<Done> write(std::string_view bytes) override;
    Result<Done> commit() override;
    Result<Done> overwrite(std::uint64_t offset, std::string_view bytes) override;
    [[nodiscard]] std::string partialPath() const override;

private:
    explicit ReplacingFile(Target target) : m_target(std::move(target)) {}

    bool make(std::wstring name, DWORD share);
    bool makeNamed();
    bool makePartial();
    [[nodiscard]] std::wstring partialName(int count) const;
    [[nodiscard]] std::string shownTemporary() const;
    [[nodiscard]] Error failure(DWORD code) const;
    [[nodiscard]] Error keepFinished(DWORD code, bool oldIsAway);
    [[nodiscard]] std::wstring temporaryPlace() const { return m_target.folder + m_temporaryName; }
    void removeTemporary() noexcept;

    Target m_target;
    OwnedHandle m_file;
    std::wstring m_temporaryName; // empty: there is none any more
    std::uint64_t m_length = 0;
    bool m_partial = false;
    bool m_kept = false; // finished, but could not get its name
};

bool ReplacingFile::make(std::wstring name, DWORD share) {
    m_file = OwnedHandle(::CreateFileW((m_target.folder + name).c_str(), GENERIC_WRITE, share, nullptr,
                                       CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (m_file)
        m_temporaryName = std::move(name);
    return static_cast<bool>(m_file);
}

bool ReplacingFile::makeNamed() {
    for (int i = 0; i < kTries; ++i) {
        if (make(temporaryName(), 0))
            return true;
        if (::GetLastError() != ERROR_FILE_EXISTS)
            return false;
    }
    return false;
}

std::wstring ReplacingFile::partialName(int count) const {
    return m_target.name + std::wstring(kPartialEnd) + (count > 1 ? L"-" + std::to_wstring(count) : L"");
}

/// An existing file of this name is somebody's measurement: never overwrite it.
bool ReplacingFile::makePartial() {
    m_partial = true;
    for (int i = 1; i <= kTries; ++i) {
        if (make(partialName(i), FILE_SHARE_READ))
            return true;
        if (::GetLastError() != ERROR_FILE_EXISTS)
            return false;
    }
    return false;
}

std::string ReplacingFile::partialPath() const {
    return m_partial && !m_temporaryName.empty() ? shownTemporary() : std::string();
}

/// Its path as the user would name it.
std::string ReplacingFile::shownTemporary() const {
    const std::size_t slash = m_target.path.find_last_of("\\/");
    return (slash == std::string::npos ? "" : m_target.path.substr(0, slash + 1)) +
           narrowText(m_temporaryName);
}

Error ReplacingFile::failure(DWORD code) const {
    Error error = pathError(kWriting, m_target.path, code);
    if (m_partial && m_length > 0 && !m_temporaryName.empty())
        error.hint = "what was written before is in " + pathText(partialPath());
    return error;
}

Result<Done> ReplacingFile::write(std::string_view bytes) {
    constexpr std::size_t kMost = std::size_t{1} << 30U;
    while (!bytes.empty()) {
        DWORD written = 0;
        if (::WriteFile(m_file.get(), bytes.data(), static_cast<DWORD>(std::min(bytes.size(), kMost)),
                        &written, nullptr) == 0)
            return failure(::GetLastError());
        bytes.remove_prefix(written);
        m_length += written;
    }
    return Done{};
}

Result<Done> ReplacingFile::overwrite(std::uint64_t offset, std::string_view bytes) {
    LARGE_INTEGER place{};
    LARGE_INTEGER end{};
    place.QuadPart = static_cast<LONGLONG>(offset);
    if (::SetFilePointerEx(m_file.get(), place, nullptr, FILE_BEGIN) == 0)
        return failure(::GetLastError());
    const std::uint64_t before = m_length;
    Result<Done> written = write(bytes);
    m_length = before;
    if (::SetFilePointerEx(m_file.get(), end, nullptr, FILE_END) == 0)
        return failure(::GetLastError());
    return written;
}

/// What took an hour to measure is not removed because somebody holds the old file. A later program would
/// take a temporary's name for a leftover, so it gets one that people can find.
Error ReplacingFile::keepFinished(DWORD code, bool oldIsAway) {
    Error error = pathError(kWriting, m_target.path, code);
    if (!exists(temporaryPlace()))
        return error;
    m_kept = true;
    bool found = m_partial;
    for (int i = 1; i <= kTries && !found; ++i) {
        std::wstring name = partialName(i);
        found = ::MoveFileExW(temporaryPlace().c_str(), (m_target.folder + name).c_str(), 0) != 0;
        if (found)
            m_temporaryName = std::move(name);
        else if (const DWORD why = ::GetLastError(); why != ERROR_FILE_EXISTS && why != ERROR_ALREADY_EXISTS)
            break;
    }
    error.hint = "all of it is in " + pathText(shownTemporary()) +
                 (found ? "" : ", which the next run removes: rename it before") +
                 (oldIsAway ? "; the old file is in " + pathText(m_target.path + narrowText(kAsideEnd)) : "");
    return error;
}

Result<Done> ReplacingFile::commit() {
    if (::FlushFileBuffers(m_file.get()) == 0)
        return failure(::GetLastError());
    m_file.close(); // what is open cannot be renamed
    Naming naming(m_target.place(), temporaryPlace());
    if (const std::uint32_t code = giveFinalName(naming); code != 0)
        return keepFinished(code, !naming.exists() && naming.oldIsAside());
    m_temporaryName.clear();
    return Done{};
}

void ReplacingFile::removeTemporary() noexcept {
    m_file.close();
    if (!m_temporaryName.empty())
        ::DeleteFileW(temporaryPlace().c_str());
    m_temporaryName.clear();
}

/// What a kill in the middle of ReplaceFileW left.
void takeBackOld(const Target& target) {
    const std::wstring aside = target.place() + std::wstring(kAsideEnd);
    if (!exists(aside))
        return;
    if (exists(target.place()))
        ::DeleteFileW(aside.c_str());
    else
        ::MoveFileExW(aside.c_str(), target.place().c_str(), 0);
}

Result<std::unique_ptr<OutputFile>> ReplacingFile::open(Target target, Temporary temporary) {
    std::unique_ptr<ReplacingFile> file(new ReplacingFile(std::move(target)));
    takeBackOld(file->m_target);
    removeLeftovers(file->m_target.folder);
    const bool made = temporary == Temporary::Partial ? file->makePartial() : file->makeNamed();
    if (!made)
        return lastPathError(kWriting, file->m_target.path);
    return std::unique_ptr<OutputFile>(std::move(file));
}

/// Where a path leads in the end; absent with GetLastError(): nowhere.
std::wstring finalPlace(const std::wstring& path) {
    const OwnedHandle file(::CreateFileW(path.c_str(), 0,
                                         FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                         OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (!file)
        return {};
    std::wstring place(::GetFinalPathNameByHandleW(file.get(), nullptr, 0, FILE_NAME_NORMALIZED), L'\0');
    place.resize(::GetFinalPathNameByHandleW(file.get(), place.data(), static_cast<DWORD>(place.size()),
                                             FILE_NAME_NORMALIZED));
    return place;
}

/// Splits an absolute path into folder and name.
Target splitTarget(const std::string& shown, const std::wstring& place) {
    const std::size_t slash = place.find_last_of(L'\\');
    return {shown, place.substr(0, slash + 1), slash == std::wstring::npos ? place : place.substr(slash + 1)};
}

} // namespace

Result<std::unique_ptr<OutputFile>> openOutput(const std::string& path, Temporary temporary) {
    const bool recording = temporary == Temporary::Partial;
    if (isStandardOutput(path))
        return openStandardOutput(path, recording);
    if (path.empty())
        return pathError(kWriting, path, ERROR_PATH_NOT_FOUND);
    std::wstring place = widePath(path);
    if (isDevicePath(place))
        return openStream(path, recording);
    const DWORD attributes = ::GetFileAttributesW(place.c_str());
    const bool there = attributes != INVALID_FILE_ATTRIBUTES;
    if (there && (attributes & FILE_ATTRIBUTE_READONLY) != 0 && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0)
        return pathError(kWriting, path, ERROR_ACCESS_DENIED);
    if (there && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
        place = finalPlace(place);
        if (place.empty())
            return Error{ErrorCode::NotFound, "cannot write " + pathText(path) + ": it is a link to nothing",
                         ""};
    }
    if (isFolder(path) || place.ends_with(L'\\'))
        return pathError(kWriting, path, kIsFolder);
    return ReplacingFile::open(splitTarget(path, place), temporary);
}

} // namespace jitterscope

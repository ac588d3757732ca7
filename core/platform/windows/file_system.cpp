// SPDX-License-Identifier: MIT
#include "core/platform/file_system.h"

#include "core/platform/streams.h"
#include "core/platform/windows/handle.h"
#include "core/platform/windows/path_error.h"
#include "core/platform/windows/streams.h"
#include "core/platform/windows/wide_text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::string_view kReading = "cannot read";
constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD kVirtualTerminal = 0x4; // ENABLE_VIRTUAL_TERMINAL_PROCESSING

UINT g_consoleBefore = 0; // its code page; main's thread

/// What can be asked of a file or a folder without reading it.
OwnedHandle looked(const std::wstring& path) {
    return OwnedHandle(::CreateFileW(path.c_str(), 0, kShareAll, nullptr, OPEN_EXISTING,
                                     FILE_FLAG_BACKUP_SEMANTICS, nullptr));
}

FileIdentity identityOf(const BY_HANDLE_FILE_INFORMATION& information, std::string name = {}) {
    return {information.dwVolumeSerialNumber,
            static_cast<std::uint64_t>(information.nFileIndexHigh) << 32U | information.nFileIndexLow,
            std::move(name)};
}

/// Names that differ in case alone are one file.
std::string withoutCase(std::wstring name) {
    ::CharLowerBuffW(name.data(), static_cast<DWORD>(name.size()));
    return narrowText(name);
}

void holdStream(DWORD which, std::FILE* stream) noexcept {
    const HANDLE handle = ::GetStdHandle(which);
    if (handle == nullptr || handle == INVALID_HANDLE_VALUE || ::GetFileType(handle) == FILE_TYPE_UNKNOWN) {
        // Nobody reads it, and it can be neither read nor written: the access is the opposite of the
        // stream's.
        const DWORD access = which == STD_INPUT_HANDLE ? GENERIC_WRITE : GENERIC_READ;
        ::SetStdHandle(which, ::CreateFileW(L"NUL", access, kShareAll, nullptr, OPEN_EXISTING, 0, nullptr));
    }
    if (const int number = ::_fileno(stream); number >= 0)
        ::_setmode(number, _O_BINARY); // a line ends with LF, as in files
}

void prepareConsole() noexcept {
    const UINT before = ::GetConsoleOutputCP();
    if (before == 0)
        return;
    if (before != CP_UTF8 && ::SetConsoleOutputCP(CP_UTF8) != 0) {
        g_consoleBefore = before;
        std::atexit([] { ::SetConsoleOutputCP(g_consoleBefore); });
    }
    const HANDLE console = ::GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    if (::GetConsoleMode(console, &mode) != 0)
        ::SetConsoleMode(console, mode | kVirtualTerminal);
}

} // namespace

Result<std::unique_ptr<InputFile>> openInput(const std::string& path) {
    const std::string copy = standInPath(path);
    const std::wstring place = widePath(copy.empty() ? path : copy);
    if (path.empty())
        return pathError(kReading, path, ERROR_PATH_NOT_FOUND);
    if (isDevicePath(place))
        return Error{ErrorCode::Io, "cannot read " + pathText(path) + ": it is not a regular file", ""};
    const DWORD attributes = ::GetFileAttributesW(place.c_str());
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
        return pathError(kReading, path, kIsFolder);
    OwnedHandle file(::CreateFileW(place.c_str(), GENERIC_READ, kShareAll, nullptr, OPEN_EXISTING,
                                   FILE_FLAG_SEQUENTIAL_SCAN, nullptr));
    if (!file)
        return lastPathError(kReading, path);
    LARGE_INTEGER size{};
    if (::GetFileType(file.get()) != FILE_TYPE_DISK || ::GetFileSizeEx(file.get(), &size) == 0)
        return Error{ErrorCode::Io, "cannot read " + pathText(path) + ": it is not a regular file", ""};
    return std::unique_ptr<InputFile>(
        std::make_unique<HandleInput>(std::move(file), path, static_cast<std::uint64_t>(size.QuadPart)));
}

void holdStandardStreams() noexcept {
    holdStream(STD_INPUT_HANDLE, stdin);
    holdStream(STD_OUTPUT_HANDLE, stdout);
    holdStream(STD_ERROR_HANDLE, stderr);
    prepareConsole();
}

void ignoreFileSignals() noexcept {} // a closed pipe and a full disk are errors here, never signals

std::optional<FileIdentity> fileIdentity(const std::string& path) {
    if (path == "-") {
        const auto output = informationOf(::GetStdHandle(STD_OUTPUT_HANDLE));
        return output ? identityOf(*output) : FileIdentity{0, 0, "-"};
    }
    const std::wstring place = widePath(path);
    if (path.empty() || isDevicePath(place))
        return std::nullopt; // NUL may be written to twice
    if (const OwnedHandle file = looked(place)) {
        const auto information = informationOf(file.get());
        return information ? std::optional(identityOf(*information)) : std::nullopt;
    }
    const std::size_t slash = place.find_last_of(L"\\/");
    if (slash == std::wstring::npos)
        return std::nullopt;
    const OwnedHandle folder = looked(place.substr(0, slash + 1));
    const auto information = folder ? informationOf(folder.get()) : std::nullopt;
    return information ? std::optional(identityOf(*information, withoutCase(place.substr(slash + 1))))
                       : std::nullopt;
}

bool isStandardOutput(const std::string& path) {
    if (path == "-")
        return true;
    const auto output = informationOf(::GetStdHandle(STD_OUTPUT_HANDLE));
    const OwnedHandle file = output ? looked(widePath(path)) : OwnedHandle();
    const auto named = file ? informationOf(file.get()) : std::nullopt;
    return named && identityOf(*named) == identityOf(*output);
}

bool isFolder(const std::string& path) {
    const DWORD attributes = ::GetFileAttributesW(widePath(path).c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

Result<std::vector<std::string>> filesIn(const std::string& folder, std::size_t most) {
    WIN32_FIND_DATAW entry{};
    const HANDLE list = ::FindFirstFileW((widePath(folder) + L"\\*").c_str(), &entry);
    if (list == INVALID_HANDLE_VALUE)
        return lastPathError(kReading, folder);
    std::vector<std::string> names;
    do {
        if ((entry.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) == 0)
            names.push_back(narrowText(&entry.cFileName[0]));
    } while (names.size() < most && ::FindNextFileW(list, &entry) != 0);
    ::FindClose(list);
    std::ranges::sort(names);
    return names;
}

bool descriptorsLeft(std::size_t) {
    return true; // handles are limited by memory alone
}

namespace {

bool takesCommands(DWORD stream) noexcept {
    DWORD mode = 0;
    return ::GetConsoleMode(::GetStdHandle(stream), &mode) != 0 && (mode & kVirtualTerminal) != 0;
}

} // namespace

bool errorIsTerminal() noexcept {
    return takesCommands(STD_ERROR_HANDLE);
}

bool outputIsTerminal() noexcept {
    return takesCommands(STD_OUTPUT_HANDLE);
}

bool consoleTakesUtf8() noexcept {
    return ::GetConsoleOutputCP() == CP_UTF8;
}

} // namespace jitterscope

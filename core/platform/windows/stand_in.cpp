// SPDX-License-Identifier: MIT
#include "core/platform/streams.h"
#include "core/platform/windows/path_error.h"
#include "core/platform/windows/streams.h"
#include "core/platform/windows/wide_text.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace jitterscope {
namespace {

Result<Done> writeAll(HANDLE file, const char* bytes, std::size_t size) {
    while (size > 0) {
        DWORD written = 0;
        if (::WriteFile(file, bytes, static_cast<DWORD>(size), &written, nullptr) == 0)
            return lastPathError("cannot write", "a temporary file");
        bytes += written;
        size -= written;
    }
    return Done{};
}

} // namespace

OwnedHandle passingFile(std::wstring& path, bool inherited) {
    static std::atomic<unsigned> counter{0};
    std::array<wchar_t, MAX_PATH + 1> folder{};
    if (::GetTempPathW(static_cast<DWORD>(folder.size()), folder.data()) == 0)
        return OwnedHandle();
    SECURITY_ATTRIBUTES rights{};
    rights.nLength = sizeof rights;
    rights.bInheritHandle = inherited ? TRUE : FALSE;
    path = std::wstring(folder.data()) + L"jitterscope-" + std::to_wstring(::GetCurrentProcessId()) + L"-" +
           std::to_wstring(counter.fetch_add(1)) + L".tmp";
    return OwnedHandle(::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE,
                                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &rights,
                                     CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE,
                                     nullptr));
}

/// The end of a pipe is an error of Windows': its writer has gone.
Result<std::size_t> HandleInput::read(char* buffer, std::size_t room) {
    constexpr std::size_t kMost = std::size_t{1} << 30U;
    DWORD count = 0;
    if (::ReadFile(m_file.get(), buffer, static_cast<DWORD>(std::min(room, kMost)), &count, nullptr) != 0)
        return std::size_t{count};
    if (const DWORD code = ::GetLastError(); code == ERROR_BROKEN_PIPE || code == ERROR_HANDLE_EOF)
        return std::size_t{0};
    return lastPathError("cannot read", m_path);
}

bool isStream(const std::string& path) {
    return path == "-" || widePath(path).starts_with(L"\\\\.\\pipe\\");
}

Result<std::unique_ptr<InputFile>> openStream(const std::string& path) {
    HANDLE input = nullptr;
    if (path == "-")
        ::DuplicateHandle(::GetCurrentProcess(), ::GetStdHandle(STD_INPUT_HANDLE), ::GetCurrentProcess(),
                          &input, 0, FALSE, DUPLICATE_SAME_ACCESS);
    else
        input = ::CreateFileW(widePath(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE,
                              nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    OwnedHandle file(input);
    if (!file)
        return lastPathError("cannot read", path);
    return std::unique_ptr<InputFile>(std::make_unique<HandleInput>(std::move(file), path));
}

Result<std::unique_ptr<StandIn>> standInFor(const std::string& path, InputFile& from, std::uint64_t most) {
    std::wstring place;
    OwnedHandle file = passingFile(place);
    if (!file)
        return lastPathError("cannot write", "a temporary file");
    const Result<Done> copied = copyStream(from, path, most, [&file](const char* bytes, std::size_t size) {
        return writeAll(file.get(), bytes, size);
    });
    if (!copied)
        return copied.error();
    std::string opened = narrowText(place);
    return std::unique_ptr<StandIn>(
        std::make_unique<OpenedCopy<OwnedHandle>>(std::move(file), path, std::move(opened)));
}

} // namespace jitterscope

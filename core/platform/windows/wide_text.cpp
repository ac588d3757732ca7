// SPDX-License-Identifier: MIT
#include "core/platform/windows/wide_text.h"

#include "core/platform/windows/windows_header.h"

namespace jitterscope {

std::wstring wideText(std::string_view text) {
    const int length = static_cast<int>(text.size());
    const int room = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), length, nullptr, 0);
    std::wstring wide(static_cast<std::size_t>(room > 0 ? room : 0), L'\0');
    if (room > 0)
        ::MultiByteToWideChar(CP_UTF8, 0, text.data(), length, wide.data(), room);
    return wide;
}

std::string narrowText(std::wstring_view text) {
    const int length = static_cast<int>(text.size());
    const int room = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr);
    std::string narrow(static_cast<std::size_t>(room > 0 ? room : 0), '\0');
    if (room > 0)
        ::WideCharToMultiByte(CP_UTF8, 0, text.data(), length, narrow.data(), room, nullptr, nullptr);
    return narrow;
}

std::wstring widePath(const std::string& path) {
    constexpr std::size_t kLong = 240; // MAX_PATH, less the name of a temporary
    if (path.find('\0') != std::string::npos)
        return L"\\\\?\\";
    const std::wstring asked = wideText(path);
    const DWORD room = ::GetFullPathNameW(asked.c_str(), 0, nullptr, nullptr);
    std::wstring full(room, L'\0');
    const DWORD length = room > 0 ? ::GetFullPathNameW(asked.c_str(), room, full.data(), nullptr) : 0;
    full.resize(length < room ? length : 0);
    if (full.empty())
        return asked;
    if (full.size() < kLong || full.starts_with(L"\\\\?\\") || isDevicePath(full))
        return full;
    return full.starts_with(L"\\\\") ? L"\\\\?\\UNC\\" + full.substr(2) : L"\\\\?\\" + full;
}

bool isDevicePath(std::wstring_view path) noexcept {
    return path.starts_with(L"\\\\.\\") || path.starts_with(L"\\\\?\\pipe\\");
}

std::string environmentText(const wchar_t* name) {
    const DWORD room = ::GetEnvironmentVariableW(name, nullptr, 0);
    if (room == 0)
        return {};
    std::wstring value(room, L'\0');
    value.resize(::GetEnvironmentVariableW(name, value.data(), room));
    return narrowText(value);
}

} // namespace jitterscope

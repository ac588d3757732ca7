// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace jitterscope {

// Text is UTF-8 everywhere but here: Windows is asked with UTF-16. Inside platform/windows only.

/// Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::wstring wideText(std::string_view text);
/// Half of a surrogate pair alone becomes U+FFFD.
[[nodiscard]] std::string narrowText(std::wstring_view text);

/// A path as a call of Windows takes it: absolute, with `\` alone, and where it is long with `\\?\`, so that
/// it may have more than 259 characters. A device stays one: `NUL` becomes `\\.\NUL`. A path with a NUL byte
/// in it leads nowhere.
[[nodiscard]] std::wstring widePath(const std::string& path);
/// Whether such a path is of a device or a pipe, not in a folder.
[[nodiscard]] bool isDevicePath(std::wstring_view path) noexcept;

/// A variable of the environment; empty: not set.
[[nodiscard]] std::string environmentText(const wchar_t* name);

} // namespace jitterscope

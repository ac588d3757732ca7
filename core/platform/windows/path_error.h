// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace jitterscope {

// What MinGW's headers lack: ERROR_DIRECTORY_NOT_SUPPORTED, ERROR_DISK_QUOTA_EXCEEDED.
inline constexpr unsigned long kIsFolder = 336;
inline constexpr unsigned long kQuotaExceeded = 1295;

/// The message for a call of Windows that failed with GetLastError() `code`: "cannot write 'x.csv': No space
/// left on device". In the words that Linux has for the same, whatever the system's language. Inside
/// platform/windows only.
[[nodiscard]] Error pathError(std::string_view doing, const std::string& path, unsigned long code);
/// The same for the last call of this thread.
[[nodiscard]] Error lastPathError(std::string_view doing, const std::string& path);
/// The words alone.
[[nodiscard]] std::string codeText(unsigned long code);

} // namespace jitterscope

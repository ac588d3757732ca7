// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/windows/windows_header.h"

#include <optional>

namespace jitterscope {

/// Volume and number of an open file; absent: it has none, as devices. Inside platform/windows only.
[[nodiscard]] inline std::optional<BY_HANDLE_FILE_INFORMATION> informationOf(HANDLE file) noexcept {
    BY_HANDLE_FILE_INFORMATION information{};
    if (::GetFileType(file) != FILE_TYPE_DISK || ::GetFileInformationByHandle(file, &information) == 0)
        return std::nullopt;
    return information;
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/file_system.h"

#include <string_view>

namespace jitterscope {

inline constexpr std::string_view kWriting = "cannot write"; ///< before the name of a file, in errors

/// Standard output, as openOutput() opens it; `recording` as Temporary::Partial. Inside platform/windows
/// only.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openStandardOutput(const std::string& path, bool recording);
/// A device, pipe or console by its path.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> openStream(const std::string& path, bool recording);

} // namespace jitterscope

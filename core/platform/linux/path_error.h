// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace jitterscope {

/// The message for a failed call's error number: "cannot write 'x.csv': No space left on device". Inside
/// platform/linux only.
[[nodiscard]] Error pathError(std::string_view doing, const std::string& path, int errorNumber);

} // namespace jitterscope

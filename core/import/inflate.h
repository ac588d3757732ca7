// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/base/support.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace jitterscope::logs {

/// Whether this build can read what zlib packed.
[[nodiscard]] Support inflateSupport();

/// Unpacks a zlib stream of at most `most` bytes. Error: damaged, larger, or Unsupported.
[[nodiscard]] Result<std::string> inflated(std::string_view bytes, std::size_t most);

} // namespace jitterscope::logs

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace jitterscope {

/// The program's version, as in `--version` and in every file: `0.1.0`.
[[nodiscard]] std::string_view version() noexcept;

} // namespace jitterscope

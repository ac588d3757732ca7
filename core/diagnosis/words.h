// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace jitterscope {

/// A share from 0 to 1 as per cent, with the digits that matter: `12 %`, `1.3 %`, `0.21 %`, `0.004 %`.
[[nodiscard]] std::string sharePercent(double share);

} // namespace jitterscope

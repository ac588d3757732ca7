// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"

namespace jitterscope {

/// The parameter `form`: `printed` (0), as in the article, or `mended` (1, the default). `meaning` explains
/// the difference.
[[nodiscard]] ParameterInfo formParameter(std::string_view meaning);

} // namespace jitterscope

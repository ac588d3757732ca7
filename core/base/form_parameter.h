// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"

namespace jitterscope {

/// `form`: `printed` (0) as the article has it, or `mended` (1, the default). `meaning` says the difference.
[[nodiscard]] ParameterInfo formParameter(std::string_view meaning);

} // namespace jitterscope

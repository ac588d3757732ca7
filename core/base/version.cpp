// SPDX-License-Identifier: MIT
#include "core/base/version.h"

namespace jitterscope {

std::string_view version() noexcept {
    return JITTERSCOPE_VERSION;
}

} // namespace jitterscope

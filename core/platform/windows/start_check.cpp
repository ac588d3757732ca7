// SPDX-License-Identifier: MIT
#include "core/platform/start_check.h"

namespace jitterscope {

const char* missingAtStart(const StartNeeds&) noexcept {
    return nullptr;
}

} // namespace jitterscope

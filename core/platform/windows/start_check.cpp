// SPDX-License-Identifier: MIT
#include "core/platform/start_check.h"

namespace jitterscope {

const char* missingAtStart(const StartNeeds&) noexcept {
    return nullptr;
}

void endIfRefused(const char*) noexcept {}

} // namespace jitterscope

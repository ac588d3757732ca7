// SPDX-License-Identifier: MIT
#include "core/platform/blocked_call.h"

namespace jitterscope {

std::optional<BlockedCall> blockedCall(std::int32_t /*process*/, std::int32_t /*thread*/) {
    return std::nullopt; // programs are not listened to here
}

} // namespace jitterscope

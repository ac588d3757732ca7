// SPDX-License-Identifier: MIT
#include "core/pacing/grid.h"

namespace jitterscope {

Nanoseconds stepOf(const Period& period, std::int64_t slot) noexcept {
    return period.at(slot + 1) - period.at(slot);
}

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "core/timestep/timestep.h"

#include <cmath>
#include <numeric>

namespace jitterscope {

Nanoseconds Updates::passed() const noexcept {
    return std::accumulate(steps.begin(), steps.end(), Nanoseconds{0});
}

double slowdown(Nanoseconds passed, Nanoseconds released) noexcept {
    if (released <= Nanoseconds{0})
        return 0;
    return static_cast<double>((released - passed).count()) / static_cast<double>(released.count());
}

Nanoseconds printedThreshold(const Period& refresh) noexcept {
    return Nanoseconds(std::llround(refresh.hertz() / 6 * 1e9));
}

} // namespace jitterscope

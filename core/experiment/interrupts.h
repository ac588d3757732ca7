// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope {

/// An interval in which a busy thread was without the processor; ns.
struct Loss {
    std::int64_t begin = 0; ///< of the clock
    std::int64_t length = 0;
};

/// Losses on a grid (the interrupts of the kernel's tick), separated from the others, which come at random.
/// Whether a loop of fixed period meets the grid is not random: it does so in every n-th frame or never.
struct Interrupts {
    std::int64_t period = 0;           ///< ns; 0: none found
    std::vector<std::int64_t> lengths; ///< one for each period spent spinning; 0 if none was seen
    std::vector<std::int64_t> others;  ///< all other losses
};

/// Looks for ticks of 1000, 300, 250 and 100 Hz among losses whose beginnings are known to a few
/// microseconds. `spun`: total ns spent spinning, including losses. A tick must appear at least 20 times, in
/// half of its periods, and five times as often as chance would explain.
[[nodiscard]] Interrupts findInterrupts(std::span<const Loss> losses, double spun);

} // namespace jitterscope

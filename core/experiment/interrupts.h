// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope {

/// Time in ns that a busy thread was without the processor.
struct Loss {
    std::int64_t begin = 0; ///< of the clock
    std::int64_t length = 0;
};

/// Losses that come on a grid, as the interrupts of the kernel's own tick do, apart from the others, which
/// come at any time. Whether a loop of fixed period meets them is no matter of chance: it meets them in every
/// so many frames or never.
struct Interrupts {
    std::int64_t period = 0;           ///< ns; 0: none found
    std::vector<std::int64_t> lengths; ///< one for each period that was spun through; 0 where none was seen
    std::vector<std::int64_t> others;  ///< all other losses
};

/// Looks for the ticks of 1000, 300, 250 and 100 Hz among losses whose beginnings are known to within some
/// microseconds. `spun`: ns that were spun through in all, losses included. A tick is one that half of its
/// periods have, five times as many as chance would put into one place.
[[nodiscard]] Interrupts findInterrupts(std::span<const Loss> losses, double spun);

} // namespace jitterscope

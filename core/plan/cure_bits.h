// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace jitterscope {

/// What Jitterscope can change in a thread of another program, as bits of listen::Lease::cures.
struct CureBit {
    enum Bit : std::uint32_t {
        Slack = 1,    ///< timer slack of 1 ns
        Realtime = 2, ///< SCHED_FIFO, lowest priority
        Pin = 4,      ///< to the last of its processors
        Exact = 8,    ///< Jitterscope's own wait replaces the timed sleeps at Lease::site
        Outside = 16, ///< nothing to do for the listener: Jitterscope itself holds it (idle states)
    };
};

} // namespace jitterscope

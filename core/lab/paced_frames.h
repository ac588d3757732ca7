// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/time/period.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One frame of a loop in virtual time; times from the first release.
struct SimulatedFrame {
    std::int64_t iteration = 0;
    std::int64_t lost = 0; ///< iterations given up before it
    Nanoseconds start{0};
    Nanoseconds work{0};
    Nanoseconds rest{0}; ///< how long the loop then asked to sleep; 0: it went on at once
};

/// How the loop is driven.
struct PacedLoop {
    std::string_view policy; ///< id in pacingCatalog()
    bool printed = false;    ///< the policy's form, if it has one
    Period period;
    Nanoseconds oversleep{0}; ///< each sleep takes this much longer
    std::int64_t frames = 0;
    std::function<Nanoseconds(std::int64_t iteration)> work;
};

/// Runs `frames` frames of the real policy in virtual time. Exact.
[[nodiscard]] std::vector<SimulatedFrame> pacedFrames(const PacedLoop& loop);

} // namespace jitterscope

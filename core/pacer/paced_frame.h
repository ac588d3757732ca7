// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>

namespace jitterscope {

/// The frame that begins when Pacer::wait() returns.
struct PacedFrame {
    std::int64_t number = 0;  ///< number of its slot; slot 0 began when the Pacer was made
    std::int64_t skipped = 0; ///< number of slots before it that passed completely and were given up
    TimePoint due{};          ///< when its slot began
    TimePoint start{};        ///< when the frame really began

    /// How late the frame begins. Negative if it begins early: some strategies wake early (`NoSpin`,
    /// `last-overshoot`), and so does a clock that was asked to stop.
    [[nodiscard]] Nanoseconds lateness() const noexcept { return start - due; }
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/time/period.h"

#include <cstdint>

namespace jitterscope {

/// Timestamps of the frame that has just finished, and of the wait before it.
struct FrameTimes {
    std::int64_t iteration = 0; ///< the number passed to its work
    TimePoint waitBegin{};      ///< when the wait before it began; equal to `release` for the first frame
    TimePoint release{};        ///< when it started
    TimePoint workEnd{};        ///< when its work was done
};

/// When the next frame is to start.
struct Release {
    TimePoint due{};            ///< the deadline; if it has passed, start at once
    std::int64_t iteration = 0; ///< number of the next frame
    std::int64_t lost = 0;      ///< iterations given up between the two frames
};

/// Decides when the next frame is due. Pure, exact integer arithmetic: no clock, no sleeping.
///
/// To add one: write its class and its entry in policies.cpp, then add a line to the catalogue at its
/// end. The property tests (tests/core/pacing_property_test.cpp) then cover it.
///
/// * Used by one thread. Nothing allocates, locks or throws.
class PacingPolicy {
public:
    virtual ~PacingPolicy() = default;

    /// Starts: frame `iteration` is released at `release`, and time counts from there. The past is forgotten.
    virtual void start(const Period& period, std::int64_t iteration, TimePoint release) noexcept = 0;
    /// The frame has finished: returns when the next one is due and how many iterations are lost.
    virtual Release schedule(const FrameTimes& finished) noexcept = 0;
    /// Changes the rate without a jump. Frame `iteration`, released at `release`, keeps its place and the
    /// carried time; the new period counts from there.
    virtual void retarget(const Period& period, std::int64_t iteration, TimePoint release) noexcept = 0;
    /// Call it after a gap that no frame explains (stop signal, suspend). Forgets the carried time. Grid
    /// policies keep their grid and give up the slots that passed. Returns the frame's new iteration number.
    virtual std::int64_t reanchor(std::int64_t iteration, TimePoint release) noexcept = 0;
    virtual void setParameters(const ParameterValues& values) noexcept = 0;
};

} // namespace jitterscope

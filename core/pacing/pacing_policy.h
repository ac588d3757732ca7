// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/time/period.h"

#include <cstdint>

namespace jitterscope {

/// Stamps of the frame that has just finished, and of the wait before it.
struct FrameTimes {
    std::int64_t iteration = 0; ///< number that its work was given
    TimePoint waitBegin{};      ///< when the wait before it began; equal to `release` for the first frame
    TimePoint release{};        ///< when it started
    TimePoint workEnd{};        ///< when its work was done
};

/// When the next frame starts.
struct Release {
    TimePoint due{};            ///< the deadline; may lie in the past: start at once
    std::int64_t iteration = 0; ///< number of the next frame
    std::int64_t lost = 0;      ///< iterations given up between the two
};

/// When is the next frame due? Pure arithmetic: no clock, no sleeping, exact in integers.
///
/// To add one: write the pair in policies/, add a line to pacing_catalog.cpp and one to core/CMakeLists.txt;
/// the property tests (tests/core/pacing_property_test.cpp) then cover it.
///
/// * Used by one thread. Nothing allocates, locks or throws.
class PacingPolicy {
public:
    virtual ~PacingPolicy() = default;

    /// Frame `iteration` is released at `release`: time counts from there. Forgets everything before.
    virtual void start(const Period& period, std::int64_t iteration, TimePoint release) noexcept = 0;
    /// The frame has finished: when is the next one due, and what was lost?
    virtual Release schedule(const FrameTimes& finished) noexcept = 0;
    /// Changes the rate without a jump: frame `iteration`, released at `release`, keeps its place and what
    /// is carried; the new period counts from there.
    virtual void retarget(const Period& period, std::int64_t iteration, TimePoint release) noexcept = 0;
    /// After a gap that no frame explains (stop signal, suspend): forgets what is carried. Grid policies keep
    /// their grid and give up the slots that passed; returns the frame's new iteration number.
    virtual std::int64_t reanchor(std::int64_t iteration, TimePoint release) noexcept = 0;
    virtual void setParameters(const ParameterValues& values) noexcept = 0;
};

} // namespace jitterscope

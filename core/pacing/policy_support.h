// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/grid.h"
#include "core/pacing/pacing_catalog.h"

#include <algorithm>
#include <memory>

namespace jitterscope {

/// The `make` of a catalogue entry.
template <typename Policy>
[[nodiscard]] std::unique_ptr<PacingPolicy> makePolicy(const ParameterValues& values) {
    auto policy = std::make_unique<Policy>();
    policy->setParameters(values);
    return policy;
}

/// Base of policies whose frames start on a grid and which give up slots when behind.
class GridPolicy : public PacingPolicy {
public:
    void start(const Period& period, std::int64_t iteration, TimePoint release) noexcept override {
        m_grid = Grid(period, iteration, release);
    }
    void retarget(const Period& period, std::int64_t iteration, TimePoint) noexcept override {
        m_grid.retarget(period, iteration);
    }
    std::int64_t reanchor(std::int64_t iteration, TimePoint release) noexcept override {
        return std::max(iteration, m_grid.slotAt(release));
    }
    void setParameters(const ParameterValues&) noexcept override {}

protected:
    Grid m_grid;
};

/// Limits `time` to a year in either direction. So nothing overflows even if a clock jumps by centuries.
[[nodiscard]] constexpr Nanoseconds withinAYear(Nanoseconds time) noexcept {
    constexpr Nanoseconds kYear = std::chrono::hours(365 * 24);
    return std::clamp(time, -kYear, kYear);
}

/// Base of policies that schedule the next wake-up relative to the frame. They fall behind and lose no slots.
class RelativePolicy : public PacingPolicy {
public:
    void start(const Period& period, std::int64_t iteration, TimePoint) noexcept override {
        m_period = period;
        m_firstIteration = iteration;
        forget();
    }
    void retarget(const Period& period, std::int64_t iteration, TimePoint) noexcept override {
        m_period = period;
        m_firstIteration = iteration;
    }
    std::int64_t reanchor(std::int64_t iteration, TimePoint) noexcept override {
        forget();
        return iteration;
    }
    void setParameters(const ParameterValues&) noexcept override {}

protected:
    /// Clears the time carried from frame to frame.
    virtual void forget() noexcept {}
    /// The period of this iteration in whole nanoseconds. These periods add up exactly.
    [[nodiscard]] Nanoseconds step(std::int64_t iteration) const noexcept {
        return stepOf(m_period, iteration - m_firstIteration);
    }

private:
    Period m_period;
    std::int64_t m_firstIteration = 0;
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/timestep/timestep_catalog.h"

#include <cstdint>
#include <memory>

namespace jitterscope {

/// The `make` of a catalogue entry.
template <typename Kind>
[[nodiscard]] std::unique_ptr<Timestep> makeTimestep(const ParameterValues& values, const Period& refresh) {
    return std::make_unique<Kind>(values, refresh);
}

/// Base of those that release whole refresh periods. It counts periods from the start instead of subtracting
/// them from a buffer, so nothing is lost to rounding: period n ends at floor(n · period).
class RefreshTimestep : public Timestep {
public:
    RefreshTimestep(const ParameterValues& values, const Period& refresh)
        : m_refresh(refresh), m_longest(values.whole("longest")) {}

    [[nodiscard]] Updates advance(Nanoseconds elapsed) override;
    [[nodiscard]] Nanoseconds buffered() const noexcept override {
        return m_elapsed - m_refresh.at(m_released);
    }

protected:
    /// Fills `updates.steps`; `updates.released` > 0.
    virtual void share(Updates& updates) const = 0;
    /// Whole periods, in steps of at most the longest one.
    void split(Updates& updates) const;

private:
    Period m_refresh;
    std::int64_t m_longest;      // of a step, in periods
    std::int64_t m_released = 0; // periods since the start
    Nanoseconds m_elapsed{0};    // since the start
};

/// `longest`: the article's maximum frame time, in refresh periods. Its minimum rate is a quarter of the
/// refresh rate, so the default is 4.
[[nodiscard]] ParameterInfo longestParameter();

/// `threshold` and `form`, for both remedies.
[[nodiscard]] ParameterInfo thresholdParameter();
[[nodiscard]] ParameterInfo thresholdForm();
/// The threshold in the form that was chosen.
[[nodiscard]] Nanoseconds thresholdOf(const ParameterValues& values, const Period& refresh);

} // namespace jitterscope

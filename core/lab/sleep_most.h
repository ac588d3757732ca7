// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <cstdint>
#include <vector>

namespace jitterscope {

/// The way to wait that the labs advise: sleep what is left, less the lateness that 99 of 100 sleeps did not
/// exceed, and spin the rest. One thread.
class SleepMost final {
public:
    explicit SleepMost(TimeSource& time) : m_time(time) {}

    void sleepUntil(TimePoint deadline);
    /// Sleeps for this length 100 times, so that it knows at the start how late sleeps end.
    void learn(Nanoseconds length);

private:
    void add(std::int64_t late);
    [[nodiscard]] Nanoseconds margin() const;

    TimeSource& m_time;
    std::vector<std::int64_t> m_late; // ns, of the last sleeps
};

} // namespace jitterscope

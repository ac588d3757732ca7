// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <cstdint>
#include <vector>

namespace jitterscope {

/// The way to wait that the labs advise: sleep what is left, less what 99 of 100 sleeps were late at most,
/// and spin the rest. One thread.
class SleepMost final {
public:
    explicit SleepMost(TimeSource& time) : m_time(time) {}

    void sleepUntil(TimePoint deadline);
    /// So that it knows something when it begins: sleeps of this length.
    void learn(Nanoseconds length);

private:
    void add(std::int64_t late);
    [[nodiscard]] Nanoseconds margin() const;

    TimeSource& m_time;
    std::vector<std::int64_t> m_late; // ns, of the last sleeps
};

} // namespace jitterscope

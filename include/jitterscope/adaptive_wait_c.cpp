// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Jitterscope developers. The licence, MIT, stands in adaptive_wait.hpp.
#include "adaptive_wait_c.h"

#include "adaptive_wait.hpp"

#include <new>

using jitterscope::PreciseWait;
using jitterscope::one_header::Aim;
using jitterscope::one_header::Nanoseconds;
using jitterscope::one_header::TimePoint;

struct jitterscope_wait {
    PreciseWait precise;
    Nanoseconds tolerance = PreciseWait::LateShare().tolerance;
    std::int64_t waits = 0; // including the last one
    std::int64_t late = 0;  // without the last one: nothing is counted between a deadline and its frame
    TimePoint deadline{};
    TimePoint end{};

    [[nodiscard]] std::int64_t allLate() const noexcept { return late + (end - deadline > tolerance ? 1 : 0); }
    void aim(const Aim& aim, Nanoseconds lateAfter) noexcept {
        precise.aim(aim);
        tolerance = lateAfter;
        waits = late = 0;
        deadline = end = TimePoint();
    }
};

namespace {

constexpr std::int64_t kLastDeadline = std::int64_t{1} << 62; // the difference of two never overflows
constexpr std::int64_t kSecond = 1'000'000'000;

/// Refuses NaN, too.
constexpr bool within(double value, double low, double high) noexcept {
    return value >= low && value <= high;
}
constexpr bool within(std::int64_t value, std::int64_t low, std::int64_t high) noexcept {
    return value >= low && value <= high;
}

/// LateShare or Thrifty.
template <typename Share>
jitterscope_wait_result aimAtShare(jitterscope_wait* wait, double share, std::int64_t tolerance, std::int64_t ceiling) {
    if (wait == nullptr) return JITTERSCOPE_WAIT_NULL;
    if (!within(share, 0.0001, 0.5) || !within(tolerance, 0, kSecond) || !within(ceiling, 1, kSecond))
        return JITTERSCOPE_WAIT_OUT_OF_RANGE;
    wait->aim(Share{share, Nanoseconds(tolerance), Nanoseconds(ceiling)}, Nanoseconds(tolerance));
    return JITTERSCOPE_WAIT_OK;
}

} // namespace

extern "C" {

const char* jitterscope_wait_text(int result) {
    switch (result) {
    case JITTERSCOPE_WAIT_OK:
        return "done";
    case JITTERSCOPE_WAIT_NO_MEMORY:
        return "there is no memory left";
    case JITTERSCOPE_WAIT_NULL:
        return "a pointer is NULL";
    case JITTERSCOPE_WAIT_OUT_OF_RANGE:
        return "a number is out of range";
    }
    return "no result of jitterscope_wait";
}

jitterscope_wait_result jitterscope_wait_create(jitterscope_wait** wait) {
    if (wait == nullptr) return JITTERSCOPE_WAIT_NULL;
    *wait = new (std::nothrow) jitterscope_wait;
    return *wait != nullptr ? JITTERSCOPE_WAIT_OK : JITTERSCOPE_WAIT_NO_MEMORY;
}

void jitterscope_wait_destroy(jitterscope_wait* wait) {
    delete wait;
}

int64_t jitterscope_wait_now(void) {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

jitterscope_wait_result jitterscope_wait_until(jitterscope_wait* wait, int64_t deadline, int64_t* ended) {
    if (wait == nullptr) return JITTERSCOPE_WAIT_NULL;
    if (!within(deadline, 0, kLastDeadline)) return JITTERSCOPE_WAIT_OUT_OF_RANGE;
    wait->late = wait->allLate();
    ++wait->waits;
    wait->deadline = TimePoint(Nanoseconds(deadline));
    wait->end = wait->precise.until(wait->deadline);
    if (ended != nullptr) *ended = wait->end.time_since_epoch().count();
    return JITTERSCOPE_WAIT_OK;
}

jitterscope_wait_result jitterscope_wait_aim_late_share(jitterscope_wait* wait, double share, int64_t tolerance,
                                                        int64_t ceiling) {
    return aimAtShare<PreciseWait::LateShare>(wait, share, tolerance, ceiling);
}

jitterscope_wait_result jitterscope_wait_aim_thrifty(jitterscope_wait* wait, double share, int64_t tolerance,
                                                     int64_t ceiling) {
    return aimAtShare<PreciseWait::Thrifty>(wait, share, tolerance, ceiling);
}

jitterscope_wait_result jitterscope_wait_aim_cpu_budget(jitterscope_wait* wait, double share) {
    if (wait == nullptr) return JITTERSCOPE_WAIT_NULL;
    if (!within(share, 0, 1) || !(share > 0)) return JITTERSCOPE_WAIT_OUT_OF_RANGE;
    wait->aim(PreciseWait::CpuBudget{share}, PreciseWait::LateShare().tolerance);
    return JITTERSCOPE_WAIT_OK;
}

jitterscope_wait_result jitterscope_wait_aim_no_spin(jitterscope_wait* wait) {
    if (wait == nullptr) return JITTERSCOPE_WAIT_NULL;
    wait->aim(PreciseWait::NoSpin(), PreciseWait::LateShare().tolerance);
    return JITTERSCOPE_WAIT_OK;
}

jitterscope_wait_result jitterscope_wait_get_stats(const jitterscope_wait* wait, jitterscope_wait_stats* stats) {
    if (wait == nullptr || stats == nullptr) return JITTERSCOPE_WAIT_NULL;
    stats->margin = wait->precise.margin().count();
    stats->waits = wait->waits;
    stats->late = wait->allLate();
    stats->refused = wait->precise.learned() == PreciseWait::Learned::Refused ? 1 : 0;
    const jitterscope::one_header::Achieved achieved = wait->precise.achieved();
    stats->overdue = achieved.overdue;
    stats->low = achieved.low;
    stats->high = achieved.high;
    stats->ceiling_waits = achieved.ceilingWaits;
    stats->late_share = wait->waits > 0 ? static_cast<double>(stats->late) / static_cast<double>(wait->waits) : 0;
    return JITTERSCOPE_WAIT_OK;
}
}

// SPDX-License-Identifier: MIT
// Where the system refuses to sleep, each wait is spun: exact with every aim, from C too, and it says so.
// This program is the system: each look at its clock takes 40 ns, a sleep wakes 55 us late or is refused.
#include "jitterscope/adaptive_wait.hpp"
#include "jitterscope/adaptive_wait_c.h"

#include <cerrno>
#include <cstdio>
#include <ctime>

namespace {

constexpr std::int64_t kLook = 40;
constexpr std::int64_t kPeriod = 1'000'000;
std::int64_t g_now = 1'000'000'000;
int g_refusal = 0; // what a sleep returns; 0: it sleeps
int g_failed = 0;

} // namespace

extern "C" int clock_gettime(clockid_t /*clock*/, timespec* time) noexcept {
    g_now += kLook;
    time->tv_sec = static_cast<time_t>(g_now / 1'000'000'000);
    time->tv_nsec = static_cast<long>(g_now % 1'000'000'000);
    return 0;
}

extern "C" int clock_nanosleep(clockid_t /*clock*/, int /*flags*/, const timespec* until,
                               timespec* /*left*/) {
    if (g_refusal == 0)
        g_now = std::max(g_now, std::int64_t{until->tv_sec} * 1'000'000'000 + until->tv_nsec + 55'000);
    return g_refusal;
}

namespace {

using jitterscope::PreciseWait;
using Learned = PreciseWait::Learned;

void want(bool right, const char* what, const char* aim) {
    if (right)
        return;
    std::fprintf(stderr, "%s, refused with %d: %s\n", aim, g_refusal, what);
    g_failed = 1;
}

/// Frames of 1 ms; how far from their deadlines the waits ended, at least and at most.
struct Frames {
    std::int64_t earliest = INT64_MAX;
    std::int64_t latest = INT64_MIN;

    template <typename Wait>
    void run(Wait wait, int count) {
        std::int64_t due = g_now;
        for (int i = 0; i < count; ++i) {
            due += kPeriod;
            const std::int64_t apart = wait(due) - due;
            earliest = std::min(earliest, apart);
            latest = std::max(latest, apart);
        }
    }
};

void inCpp(const jitterscope::one_header::Aim& aim, const char* name) {
    PreciseWait wait(aim);
    const bool spins = !std::holds_alternative<PreciseWait::NoSpin>(aim);
    const auto until = [&](std::int64_t due) {
        return wait.until(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(due)))
            .time_since_epoch()
            .count();
    };
    want(wait.learned() == Learned::Nothing, "something was learned of no sleep", name);
    Frames first;
    first.run(until, 1);
    want(wait.learned() == Learned::Refused, "the first refusal is not told", name);
    Frames learning;
    learning.run(until, 200);
    want(!spins || learning.earliest >= 0, "a wait ended early", name);
    Frames frames;
    frames.run(until, 200);
    want(frames.earliest >= (spins ? 0 : -1'000), "a wait ended early later on", name);
    want(frames.latest <= 1'000, "a wait ended late", name);
    want(wait.learned() == Learned::Refused, "it is not told later on", name);

    const int refusal = g_refusal;
    g_refusal = 0; // as after a sandbox that is gone
    Frames granted;
    for (int i = 0; i < 10'000 && wait.learned() == Learned::Refused; ++i)
        granted.run(until, 1);
    want(wait.learned() == Learned::Latency, "sleeps that are granted again are not noticed", name);
    want(!spins || granted.earliest >= 0, "a wait ended early when sleeps were granted", name);
    g_refusal = refusal;
}

void inC() {
    jitterscope_wait* wait = nullptr;
    jitterscope_wait_stats stats{};
    want(jitterscope_wait_create(&wait) == JITTERSCOPE_WAIT_OK, "no wait", "C");
    jitterscope_wait_get_stats(wait, &stats);
    want(stats.refused == 0, "a refusal before the first sleep", "C");
    Frames frames;
    frames.run(
        [&](std::int64_t due) {
            std::int64_t ended = 0;
            jitterscope_wait_until(wait, due, &ended);
            return ended;
        },
        200);
    jitterscope_wait_get_stats(wait, &stats);
    want(stats.refused == 1, "the refusal is not told", "C");
    want(frames.earliest >= 0 && frames.latest <= 1'000 && stats.late == 0, "not exact", "C");
    jitterscope_wait_destroy(wait);
}

} // namespace

int main() {
    for (const int refusal : {ENOSYS, EINVAL, EPERM}) {
        g_refusal = refusal;
        inCpp(PreciseWait::LateShare(), "late share");
        inCpp(PreciseWait::CpuBudget{0.03}, "budget");
        inCpp(PreciseWait::NoSpin(), "no spin");
        inC();
    }
    return g_failed;
}

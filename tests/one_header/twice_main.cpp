// SPDX-License-Identifier: MIT
// The one header in two files of a program that uses the library as well, with real sleeps under a hail of
// signals: no wait ends early. Nothing is said of how late, which is the machine's.
#include "core/pacer/pacer.h"
#include "core/platform/system_time.h"
#include "jitterscope/adaptive_wait.hpp"
#include "tests/one_header/twice_other.h"

#include <csignal>
#include <cstdio>
#include <sys/time.h>

namespace {

using namespace std::chrono_literals;

volatile std::sig_atomic_t signals = 0;

/// Every third of a millisecond, which ends a native sleep each time.
void startSignals() {
    struct sigaction action {};
    action.sa_handler = [](int) { signals = signals + 1; };
    sigaction(SIGALRM, &action, nullptr);
    const itimerval every{{0, 333}, {0, 333}};
    setitimer(ITIMER_REAL, &every, nullptr);
}

int fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    return 1;
}

/// Frames that ended early.
template <typename Wait>
int early(Wait& wait, int frames) {
    int count = 0;
    auto due = std::chrono::steady_clock::now();
    for (int i = 0; i < frames; ++i) {
        due += 2ms;
        const auto end = wait.until(due);
        count += end < due || std::chrono::steady_clock::now() < end ? 1 : 0;
    }
    return count;
}

} // namespace

int main() {
    // The deadlines of steady_clock are those of the header's clock.
    jitterscope::one_header::SystemClock clock;
    const auto before = clock.now();
    const auto now = std::chrono::steady_clock::now();
    if (now < before || clock.now() < now ||
        jitterscope::systemNow().time_since_epoch() < before.time_since_epoch())
        return fail("steady_clock is another clock");

    startSignals();
    for (int i = 0; i < 10; ++i) {
        const auto deadline = clock.now() + 5ms;
        if (clock.sleepUntil(deadline) < deadline)
            return fail("a signal ended a sleep");
    }
    jitterscope::PreciseWait wait;
    // Until it knows something: on a busy machine that may take a while.
    for (int rounds = 0; wait.margin() <= 0ns || signals < 100; ++rounds) {
        if (early(wait, 50) != 0)
            return fail("a frame was early");
        if (rounds > 100)
            return fail("nothing was learned, or no signal came");
    }
    jitterscope::PreciseWait thrifty(jitterscope::PreciseWait::CpuBudget{0.05});
    if (early(thrifty, 50) != 0)
        return fail("a frame with a CPU budget was early");

    // What the other file has is the same type.
    if (otherFile(wait) != wait.margin())
        return fail("the two files have two types");
    jitterscope::Pacer pacer(1000.0);
    return pacer.wait().number >= 1 ? 0 : fail("the library's own does not run");
}

// SPDX-License-Identifier: MIT
// Every header that README promises to users of the library, and a frame from the parts that a Pacer is made
// of.
#include "jitterscope/pacer.h"
#include "jitterscope/pacing/pacing_catalog.h"
#include "jitterscope/platform/system_time.h"
#include "jitterscope/sleep/sleep_catalog.h"
#include "jitterscope/time/period.h"
#include "own_clock.h"

using namespace jitterscope;

int main() {
    if (!pacesOnItsOwnClock())
        return 3;
    SystemTime time;
    const SleepEntry* sleep = findEntry(sleepCatalog(), "absolute-sleep");
    const PacingEntry* pacing = findEntry(pacingCatalog(), "drop-and-rest");
    if (sleep == nullptr || pacing == nullptr)
        return 2;
    const auto strategy = sleep->make(time, ParameterValues(sleep->parameters));
    const auto policy = pacing->make(ParameterValues(pacing->parameters));
    const TimePoint release = time.now();
    policy->start(Period::parseRate("1 kHz").value(), 0, release);
    const Release next = policy->schedule({0, release, release, release});
    strategy->sleepUntil(next.due);
    return time.now() >= next.due ? 0 : 1;
}

// SPDX-License-Identifier: MIT
#include "core/sleep/sleep_catalog.h"

#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {

std::span<const SleepEntry> sleepCatalog() {
    static const std::vector<SleepEntry> entries{
        systemSleepEntry(),      spinEntry(),          preciseSleepEntry(),
        timerSleepEntry(),       hiresTimerEntry(),    slicedSleepEntry(),
        remainingSleepEntry(),   absoluteSleepEntry(), adaptiveEntry(),
        fixedMarginEntry(),      delayPreciseEntry(),  quarterGranularityEntry(),
        fixedMillisecondEntry(), peakDecayEntry(),     lastOvershootEntry(),
        halvingEntry(),          steppedPeakEntry(),   halfMillisecondEntry(),
        averageOversleepEntry(), quantumYieldEntry(),
    };
    return entries;
}

ParameterInfo xParameter(double standard) {
    return {.name = "x",
            .label = "X in mean + X·σ",
            .unit = Unit::Plain,
            .minimum = 0,
            .maximum = 100,
            .standard = standard,
            .meaning = "How many standard deviations above the mean are kept back before the deadline. More: "
                       "later than planned less often, more CPU.",
            .step = 0.1};
}

ParameterInfo startParameter() {
    return {.name = "start",
            .label = "Start estimate",
            .unit = Unit::Time,
            .minimum = 0,
            .maximum = 1e9,
            .standard = 5e6,
            .meaning = "What the estimator assumes before its first sleep. Where it exceeds the time left, "
                       "the strategy never sleeps and so never learns."};
}

ParameterInfo forgetParameter() {
    return {.name = "forget",
            .label = "Forget after",
            .unit = Unit::Count,
            .minimum = 0,
            .maximum = 1'000'000,
            .standard = 0,
            .meaning = "Number of sleeps that the estimator remembers, with fading weight; 0 never forgets, "
                       "as in the article."};
}

ParameterInfo spinParameter(SpinKind standard) {
    return {.name = "spin",
            .label = "Way of spinning",
            .unit = Unit::Choice,
            .minimum = 0,
            .maximum = 3,
            .standard = static_cast<double>(standard),
            .meaning = "What the busy wait does between two clock reads: nothing, the processor's pause, "
                       "giving way to other threads, or the processor's timed low-power wait, which saves "
                       "watts and not CPU % (a pause where there is none).",
            .choices = {"bare", "pause", "yield", "low-power"}};
}

SpinKind spinKindOf(double choice) noexcept {
    return static_cast<SpinKind>(static_cast<int>(choice));
}

} // namespace jitterscope

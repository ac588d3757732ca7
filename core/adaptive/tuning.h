// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>

namespace jitterscope {

/// Every constant of `AdaptiveWait`. Users leave them alone. In brackets: the largest effect of half (/ 2)
/// and double (x 2) the value in `ablation`, without `fake-scheduler`: late frames in percentage points, CPU
/// as a ratio. [same]: less than 0.15 points and 5 %.
struct Tuning {
    // How much is remembered.
    unsigned shortest = 20;        ///< sleeps up to 2^20 ns wake alike, longer ones are learned by octaves
    double memory = 8'192;         ///< sleeps of an octave; a tail of 0.7 % is 57 of them [same]
    std::int64_t choiceEvery = 64; ///< sleeps after which a margin is chosen anew [same]
    double everyChoice = 200;      ///< until so many sleeps, it is chosen anew after each [same]
    double outcomeMemory = 2'048;  ///< waits [same]
    double intervalMemory = 32;    ///< waits
    double costMemory = 32;        ///< wake-ups whose CPU time was measured [same]
    double priorLate = 0.2;        ///< assumed at first: a fifth of a lost spin … [same]
    double priorSpun = 2e7;        ///< … in so many ns of spinning [x 2: CPU 1.16]
    Nanoseconds longLoss{50'000};  ///< a spin that ends later than this lost the processor to a thread [same]

    // What may be late.
    double leastAllowed = 0.5; ///< part of the late share that sleeps always get [same]
    /// Spin per frame that the whole late share is worth [/ 2: +0.3, CPU 0.63; x 2: CPU 1.28].
    Nanoseconds worth{130'000};
    /// Shares this many standard errors apart count as equal [/ 2: -0.2, CPU 1.07; x 2: +0.4, CPU 0.90].
    double equallyLate = 1;

    // Changes of the machine.
    double laterAlarm = 30;   ///< missed margins above three times as many as expected [x 2: +0.3, CPU 0.92]
    double earlierAlarm = 54; ///< log of a likelihood; but late wake-ups come in bursts (docs/adaptive.md)
    double tail = 0.05;       ///< of the oversleeps; a machine that wakes earlier has fewer there [x 2: +0.2]
    double sleptKept = 100;   ///< after an alarm the past weighs so many sleeps
    double spunKept = 1.5e7;  ///< after an alarm the past weighs so many ns of spinning [same]

    // One sleep or two.
    double worthTwo = 1.1;    ///< least spin saved, in second sleeps [/ 2: CPU 1.06; x 2: +0.5, CPU 1.30]
    double keepTwo = 0.9;     ///< the same to go on with two, so that chance does not change it
    double firstOfTwo = 0.02; ///< part of the late share that the first sleep gets [same]
    Nanoseconds shortSecond{1'000'000}; ///< second sleeps up to 1 ms wake alike [/ 2: +0.5; x 2: CPU 1.43]
    /// Least second sleep of an unknown length [/ 2: +0.9, CPU 0.94; x 2: CPU 1.18].
    Nanoseconds worthASleep{50'000};
    std::int64_t trialEvery = 8; ///< waits between second sleeps on trial [x 2: CPU 1.15]

    // Exploring where nothing is slept.
    std::int64_t exploreFirst = 100;  ///< waits without a sleep [same]
    std::int64_t exploreLast = 6'400; ///< [same]
    int exploreEnough = 10;           ///< sleeps in a row that fitted [same]
    Nanoseconds exploreLeast{50'000};
    Nanoseconds exploreShortest{1'000};

    // The way out (docs/adaptive.md has what it is worth on a real machine).
    Nanoseconds wayOut{5'000};     ///< so long before the deadline, it is run once
    Nanoseconds coldWayOut{1'000}; ///< how long it takes otherwise; comes off every tolerance
};

} // namespace jitterscope

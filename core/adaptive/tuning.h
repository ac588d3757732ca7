// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>

namespace jitterscope {

/// Every constant of `AdaptiveWait`. Users leave them alone. In brackets: what half (/ 2) and double (x 2)
/// did at most in `ablation`, without `fake-scheduler`: late in points, CPU as a ratio; [same]: < 0.15, 5 %.
struct Tuning {
    // What is remembered.
    unsigned shortest = 20;        ///< sleeps up to 2^20 ns wake alike, longer ones are learned by octaves
    double memory = 8'192;         ///< sleeps of an octave; a tail of 0.7 % is 57 of them [same]
    std::int64_t choiceEvery = 64; ///< sleeps after which a margin is chosen anew [same]
    double everyChoice = 200;      ///< up to so many sleeps it is chosen at each [same]
    double outcomeMemory = 2'048;  ///< waits [same]
    double intervalMemory = 32;    ///< waits
    double costMemory = 32;        ///< wake-ups whose CPU time was measured [same]
    double priorLate = 0.2;        ///< before anything is known a fifth of a lost spin … [same]
    double priorSpun = 2e7;        ///< … in so many ns [x 2: CPU 1.16]
    Nanoseconds longLoss{50'000};  ///< who spins into that has lost the processor to a thread [same]

    // What may be late.
    double leastAllowed = 0.5; ///< of the late share, whatever else makes frames late [same]
    /// Spin a frame, if it kept all of the late share on time [/ 2: +0.3, CPU 0.63; x 2: CPU 1.28].
    Nanoseconds worth{130'000};
    double equallyLate = 1; ///< standard errors [/ 2: -0.2, CPU 1.07; x 2: +0.4, CPU 0.90]

    // Changes of the machine.
    double laterAlarm = 30;   ///< missed margins above three times as many as expected [x 2: +0.3, CPU 0.92]
    double earlierAlarm = 54; ///< log of a likelihood; but late wake-ups come in bursts (docs/adaptive.md)
    double tail = 0.05;       ///< of the oversleeps; a machine that wakes earlier has fewer there [x 2: +0.2]
    double sleptKept = 100;   ///< sleeps that the past weighs after an alarm
    double spunKept = 1.5e7;  ///< ns of spinning; likewise [same]

    // One sleep or two.
    double worthTwo = 1.1;    ///< the spin saved, in second sleeps [/ 2: CPU 1.06; x 2: +0.5, CPU 1.30]
    double keepTwo = 0.9;     ///< the same to go on with it, or chance would change it
    double firstOfTwo = 0.02; ///< of the late share, for the first [same]
    Nanoseconds shortSecond{1'000'000}; ///< to 1 ms second sleeps wake alike [/ 2: +0.5; x 2: CPU 1.43]
    /// Least second sleep of an unknown length [/ 2: +0.9, CPU 0.94; x 2: CPU 1.18].
    Nanoseconds worthASleep{50'000};
    std::int64_t trialEvery = 8; ///< waits between second sleeps that only find out [x 2: CPU 1.15]

    // Finding out where nothing is slept.
    std::int64_t exploreFirst = 100;  ///< waits without a sleep [same]
    std::int64_t exploreLast = 6'400; ///< [same]
    int exploreEnough = 10;           ///< sleeps in a row that fitted [same]
    Nanoseconds exploreLeast{50'000};
    Nanoseconds exploreShortest{1'000};

    // The way out (docs/adaptive.md has what it is worth on a real machine).
    Nanoseconds wayOut{5'000};     ///< before the deadline it has been walked once
    Nanoseconds coldWayOut{1'000}; ///< what it takes otherwise, of any tolerance
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>

namespace jitterscope {

/// Every constant of `AdaptiveWait`, and a switch for each of its parts. Users leave it as it is; the
/// benchmark `ablation` leaves parts out and halves and doubles the constants on all simulated machines
/// (docs/adaptive.md). What that did is in brackets: late frames in points, CPU as a ratio, where it was
/// most; [same]: nowhere anything that could be told from chance.
struct Tuning {
    // The parts.
    bool octaves = true;     ///< sleeps are learned by octaves of length; else all alike
    bool secondSleep = true; ///< two sleeps where that is cheaper than one and its spin
    bool spinRisk = true;    ///< a spin that loses the processor counts against long margins
    bool others = true;      ///< what else makes frames late comes off what the sleeps may
    bool alarms = true;      ///< a sudden change of the machine is noticed
    bool exploration = true; ///< short sleeps now and then where nothing is slept
    bool rehearsal = true;   ///< the way out is walked before the deadline
    bool tickPhase = true;   ///< where sleeps end on ticks, the right tick is aimed at

    // What is remembered.
    double memory = 4'096;          ///< sleeps of an octave; a tail of 0.7 % is 28 of them [same]
    std::uint32_t choiceEvery = 64; ///< sleeps after which a margin is chosen anew [same]
    double everyChoice = 200;       ///< up to so many sleeps it is with each [same]
    std::int64_t unused = 1'000;    ///< waits; an octave not slept for so long is forgotten [x 2: +4.6]
    double outcomeMemory = 2'048;   ///< waits [same]
    double intervalMemory = 32;     ///< waits
    double sameInterval = 0.01;     ///< parts of the interval; a larger change divides a CPU budget anew
    double costMemory = 32;         ///< wake-ups whose CPU time was measured [same]
    std::int64_t allCosts = 16;     ///< so many are measured first, then one in sixteen [same]
    double priorLate = 0.2;         ///< before anything is known a fifth of a lost spin … [x 2: CPU 1.02]
    double priorSpun = 2e7;         ///< … in so many ns [same]
    Nanoseconds longLoss{50'000};   ///< who spins into that has lost the processor to a thread [same]

    // What may be late.
    double leastAllowed = 0.5; ///< of the late share, whatever else makes frames late [x 2: CPU 0.93]
    double equallyLate = 1;    ///< standard errors [/ 2: -0.7, CPU 1.03; x 2: +1.4, CPU 0.94]

    // Changes of the machine.
    double laterAlarm = 30;  ///< missed margins above three times as many as expected [same]
    double earlierAlarm = 5; ///< a log of likelihoods: e^5 to one [/ 2: +0.9, CPU 0.96]
    double tail = 0.05;      ///< of the oversleeps; a machine that wakes earlier has fewer there [same]
    double sleptKept = 150;  ///< sleeps that the past weighs after an alarm [x 2: +0.4, CPU 1.07]
    double spunKept = 1.5e7; ///< ns of spinning; likewise [same]

    // One sleep or two.
    double worthTwo = 1.8;   ///< the spin saved, in second sleeps [x 2: +1.5, CPU 1.41]
    double keepTwo = 1.3;    ///< the same to go on with it, or chance would change it
    double worthThree = 2.5; ///< the same for a third, after the second
    double trusted = 150;    ///< second sleeps before they are relied on: fewer look too good
    double firstOfTwo = 0.3; ///< of the late share, at most, for the first [/ 2: CPU 1.20; x 2: 0.80]
    double freeOfTwo = 0.02; ///< of it, where that costs nothing [same]
    Nanoseconds shortSecond{900'000}; ///< to 1 ms second sleeps wake alike [/ 2: CPU 1.14]
    double habit = 64;                ///< waits, of the mean number of sleeps [same]
    Nanoseconds worthASleep{50'000};  ///< least second sleep of an unknown length [/ 2: +0.3]
    std::int64_t trialEvery = 4;      ///< waits between second sleeps that only find out [x 2: CPU 1.16]
    std::int64_t rareTrialEvery = 64; ///< the same after a thousand of them [same]
    double oftenTried = 1'000;        ///< [same]
    Nanoseconds longestMargin{50'000'000};

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

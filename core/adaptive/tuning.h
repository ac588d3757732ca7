// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>

namespace jitterscope {

/// Every constant of `AdaptiveWait`, and a switch for each of its parts. Users leave it as it is; the
/// benchmark `ablation` leaves parts out and halves and doubles the constants (docs/adaptive.md).
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
    double memory = 4'096;          ///< sleeps of an octave, of which a tail of 0.7 % is 28
    std::uint32_t choiceEvery = 64; ///< sleeps after which a margin is chosen anew
    double everyChoice = 200;       ///< up to so many sleeps it is with each
    std::int64_t unused = 1'000;    ///< waits after which an octave that is not slept is forgotten
    double outcomeMemory = 2'048;   ///< waits
    double intervalMemory = 32;     ///< waits
    double sameInterval = 0.01;   ///< parts that the interval may change before a CPU budget is divided anew
    double costMemory = 32;       ///< wake-ups whose CPU time was measured
    std::int64_t allCosts = 16;   ///< so many are measured first, then one in sixteen
    double priorLate = 0.2;       ///< before anything is known a fifth of a lost spin …
    double priorSpun = 2e7;       ///< … in so many ns
    Nanoseconds longLoss{50'000}; ///< a spin that ends later has lost the processor to another thread

    // What may be late.
    double leastAllowed = 0.5; ///< of the late share, whatever else makes frames late
    double equallyLate = 1; ///< standard errors above the least share of late frames that count as the least

    // Changes of the machine.
    double laterAlarm = 30;  ///< late wake-ups more than three times as many as expected
    double earlierAlarm = 5; ///< a log of likelihoods: e^5 to one
    double tail = 0.05;      ///< of the oversleeps, of which a machine that wakes earlier has fewer
    double sleptKept = 150;  ///< sleeps that the past weighs after an alarm
    double spunKept = 1.5e7; ///< ns of spinning; likewise

    // One sleep or two.
    double worthTwo = 1.5;   ///< times as dear the spin is to be that a second sleep saves
    double keepTwo = 1.2;    ///< the same, to go on with it: chance shall not change it back and forth
    double firstOfTwo = 0.3; ///< of the late share, at most, for a sleep that another one follows
    double freeOfTwo = 0.02; ///< of it, where that costs nothing
    Nanoseconds shortSecond{1'000'000}; ///< up to here second sleeps wake alike
    double habit = 64;                  ///< waits, of the mean number of sleeps
    Nanoseconds worthASleep{50'000};    ///< of lengths that are not known a second sleep is at least that
    std::int64_t trialEvery = 8;        ///< waits, between sleeps that only find out
    std::int64_t rareTrialEvery = 64;   ///< the same after a thousand of them
    double oftenTried = 1'000;
    Nanoseconds longestMargin{50'000'000};

    // Finding out where nothing is slept.
    std::int64_t exploreFirst = 100; ///< waits without a sleep
    std::int64_t exploreLast = 6'400;
    int exploreEnough = 10; ///< sleeps in a row that fitted
    Nanoseconds exploreLeast{50'000};
    Nanoseconds exploreShortest{1'000};

    // The way out.
    Nanoseconds wayOut{5'000};     ///< before the deadline it has been walked once
    Nanoseconds coldWayOut{1'000}; ///< what it takes otherwise, of any tolerance
};

} // namespace jitterscope

// SPDX-License-Identifier: MIT
#include "tests/support/scripted_strategy.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace jitterscope::peer_strategy_test {

using namespace jitterscope::test;
using namespace std::chrono_literals;

/// What each peer's source describes, step by step, on a clock by hand.
class PeerStrategyTest : public QObject {
    Q_OBJECT

private slots:
    void fixedMarginKeeps125Microseconds() {
        ScriptedTime time;
        time.setOversleep(60us);
        const auto strategy = make("fixed-margin", time);
        strategy->sleepUntil(TimePoint(16ms));
        QCOMPARE(asked(time), Sleeps{15'875us});
        QCOMPARE(time.at(), TimePoint(16ms));
        strategy->sleepUntil(TimePoint(16'100us)); // less than the margin: no sleep
        QCOMPARE(time.sleeps().size(), std::size_t{1});
        time.setOversleep(200us);
        strategy->sleepUntil(TimePoint(32ms));
        QCOMPARE(time.at(), TimePoint(32'075us)); // late by what lies beyond the margin
    }

    /// Where sleeps end on the system's tick the crate takes 700 µs.
    void fixedMarginKeeps700MicrosecondsOnWindows() {
        ScriptedTime time;
        time.setTick(1ms);
        make("fixed-margin", time)->sleepUntil(TimePoint(16ms));
        QCOMPARE(asked(time), Sleeps{15'300us});
    }

    /// 1 ms sleeps of 1.2 and 1.4 ms; then what is left less the worst overshoot of this call.
    void delayPreciseShortensItsLastSleep() {
        ScriptedTime time;
        time.pushOversleeps({200us, 400us, 100us});
        const auto strategy = make("delay-precise", time);
        strategy->sleepUntil(TimePoint(3'500us));
        // 3.5 left: 1.2; 2.3 left: 1.4; 0.9 left is not more than 1.4: the rest less 0.4.
        QCOMPARE(asked(time), (Sleeps{1ms, 1ms, 500us}));
        QCOMPARE(time.at(), TimePoint(3'500us));
        time.setOversleep(300us);
        strategy->sleepUntil(time.at() + 900us); // a new call knows of no overshoot
        QCOMPARE(time.sleeps().back().asked, Nanoseconds(900us));
        QCOMPARE(time.at(), TimePoint(3'500us + 1'200us));
    }

    /// 2 ms and a sixth of the wait: of 14 ms 4.333 are kept back.
    void quarterGranularityKeepsTwoMillisecondsAndASixth() {
        ScriptedTime time;
        time.pushOversleeps({-1ms}); // early: it sleeps again to the same margin
        make("quarter-granularity", time)->sleepUntil(TimePoint(14ms));
        QCOMPARE(asked(time), (Sleeps{Nanoseconds(14'000'000 - 2'000'000 - 2'333'333), 1ms}));
        QCOMPARE(time.spins().back().begin, TimePoint(14ms) - Nanoseconds(4'333'333));
        QCOMPARE(time.spins().back().kind, SpinKind::Bare);
        ScriptedTime shorter;
        make("quarter-granularity", shorter)->sleepUntil(TimePoint(2'400us));
        QVERIFY(shorter.sleeps().empty());
    }

    /// On Windows the granularity is the tick: four of 1 ms, and a sixth.
    void quarterGranularityIsTheTickOnWindows() {
        ScriptedTime time;
        time.setTick(1ms);
        make("quarter-granularity", time)->sleepUntil(TimePoint(12ms));
        QCOMPARE(asked(time), Sleeps{6ms});
    }

    void fixedMillisecondGivesWayWhileSpinning() {
        ScriptedTime time;
        make("fixed-millisecond", time)->sleepUntil(TimePoint(16ms));
        QCOMPARE(asked(time), Sleeps{14'980us});
        QCOMPARE(time.spins().back().kind, SpinKind::Yield);
    }

    /// Timers of no more than 95 % of the resolution until 1.02 ms are left, then the processor's pause.
    void fixedMillisecondGoesInStepsOnWindows() {
        ScriptedTime time;
        time.setTick(1ms);
        make("fixed-millisecond", time)->sleepUntil(TimePoint(4ms));
        QCOMPARE(asked(time), (Sleeps{950us, 950us, 950us, 130us}));
        QCOMPARE(time.sleeps().front().kind, SleepKind::HighResolutionTimer);
        QCOMPARE(time.spins().back().begin, TimePoint(2'980us));
        QCOMPARE(time.spins().back().kind, SpinKind::Pause);
    }

    void peakDecayJumpsUpAndFades() {
        ScriptedTime time;
        const auto strategy = make("peak-decay", time);
        strategy->sleepUntil(time.at() + 10ms);
        QCOMPARE(time.sleeps().back().asked, Nanoseconds(9'950us)); // never less than 50 µs
        time.pushOversleeps({500us});
        strategy->sleepUntil(time.at() + 10ms);
        strategy->sleepUntil(time.at() + 10ms);
        QCOMPARE(10ms - time.sleeps().back().asked, Nanoseconds(490us + 50us)); // 500 · 0.98 + 50
        strategy->sleepUntil(time.at() + 10ms);
        QCOMPARE(10ms - time.sleeps().back().asked, Nanoseconds(480'200 + 50'000));
        time.pushOversleeps({30ms});
        strategy->sleepUntil(time.at() + 10ms);
        strategy->sleepUntil(time.at() + 10ms);
        QCOMPARE(10ms - time.sleeps().back().asked, Nanoseconds(1ms)); // never more than 1 ms
    }

    void lastOvershootTakesOffWhatTheLastSleepTookTooLong() {
        ScriptedTime time;
        time.pushOversleeps({80us, 60us, 90us});
        const auto strategy = make("last-overshoot", time);
        strategy->sleepUntil(TimePoint(10ms));
        QCOMPARE(time.at(), TimePoint(10'080us));
        strategy->sleepUntil(TimePoint(20ms));
        QCOMPARE(time.at(), TimePoint(19'980us)); // early by the difference
        strategy->sleepUntil(TimePoint(30ms));
        QCOMPARE(time.at(), TimePoint(30'030us));
        QVERIFY(time.spins().empty());
        QVERIFY(findEntry(sleepCatalog(), "last-overshoot")->mayWakeEarly);
    }

    void lastOvershootIsNotStuckAfterALongOversleep() {
        ScriptedTime time;
        time.pushOversleeps({50ms});
        const auto strategy = make("last-overshoot", time);
        strategy->sleepUntil(time.at() + 10ms);
        strategy->sleepUntil(time.at() + 10ms); // nothing left to sleep: given up once
        strategy->sleepUntil(time.at() + 10ms);
        QCOMPARE(time.sleeps().size(), std::size_t{2});
    }

    void halvingSleepsHalfAgainAndAgain() {
        ScriptedTime time;
        make("halving", time)->sleepUntil(TimePoint(1'600us));
        QCOMPARE(asked(time), (Sleeps{800us, 400us, 200us, 100us})); // 100 µs left: spun
        QCOMPARE(time.at(), TimePoint(1'600us));
    }

    /// 16.67 ms: two steps of 7 ms that take 7.1, then 1 ms steps that take 1.1.
    void steppedPeakDescendsAsLongAsTheWorstStepFits() {
        ScriptedTime time;
        time.setOversleep(100us);
        make("stepped-peak", time)->sleepUntil(TimePoint(16'670us));
        QCOMPARE(asked(time), (Sleeps{7ms, 7ms, 1ms, 1ms}));
        QCOMPARE(time.spins().back().begin, TimePoint(16'400us));
    }

    /// To the point itself, not for a length of time, and nothing between two reads of the clock.
    void halfMillisecondSleepsOnceToAPoint() {
        ScriptedTime time;
        time.setOversleep(60us);
        const auto strategy = make("half-millisecond", time);
        strategy->sleepUntil(TimePoint(16ms));
        QCOMPARE(asked(time), Sleeps{15'500us});
        QCOMPARE(time.sleeps().back().kind, SleepKind::Absolute);
        QCOMPARE(time.spins().back().begin, TimePoint(15'560us));
        QCOMPARE(time.spins().back().kind, SpinKind::Bare);
        QCOMPARE(time.at(), TimePoint(16ms));
        strategy->sleepUntil(TimePoint(16'500us)); // just the margin: no sleep
        QCOMPARE(time.sleeps().size(), std::size_t{1});
        QCOMPARE(time.at(), TimePoint(16'500us));
        time.pushOversleeps({700us});
        strategy->sleepUntil(TimePoint(17'500us));
        QCOMPARE(time.sleeps().back().asked, Nanoseconds(500us));
        QCOMPARE(time.at(), TimePoint(17'700us)); // late by what lies beyond the margin
    }

    /// It does not sleep again where a sleep ended early: the rest is spun.
    void halfMillisecondSleepsNoSecondTime() {
        ScriptedTime time;
        time.pushOversleeps({-3ms});
        make("half-millisecond", time)->sleepUntil(TimePoint(16ms));
        QCOMPARE(time.sleeps().size(), std::size_t{1});
        QCOMPARE(time.spins().back().begin, TimePoint(12'500us));
        QCOMPARE(time.at(), TimePoint(16ms));
    }

    /// One high-resolution timer to the same margin, in no steps.
    void halfMillisecondTakesOneTimerOnWindows() {
        ScriptedTime time;
        time.setTick(1ms);
        make("half-millisecond", time)->sleepUntil(TimePoint(16ms));
        QCOMPARE(asked(time), Sleeps{15'500us});
        QCOMPARE(time.sleeps().back().kind, SleepKind::HighResolutionTimer);
        QCOMPARE(time.at(), TimePoint(16ms));
    }

    /// After 100 sleeps that are late by 100 µs the mean is 100 · (1 − 0.99^100) = 63.4 µs.
    void averageOversleepShortensByTheMean() {
        ScriptedTime time;
        time.setOversleep(100us);
        const auto strategy = make("average-oversleep", time);
        for (int i = 1; i <= 100; ++i) {
            strategy->sleepUntil(time.at() + 10ms);
            QCOMPARE(time.sleeps().size(), static_cast<std::size_t>(i));
        }
        QVERIFY(std::abs(strategy->estimate().mean - 63'397) < 2);
        QCOMPARE(time.sleeps().back().asked / 1us, Nanoseconds(10ms - 63'028ns) / 1us); // of 99
        time.pushOversleeps({-2ms}); // one that ends early is followed by another, and teaches nothing
        const double before = strategy->estimate().mean;
        time.setOversleep(0ns);
        const TimePoint deadline = time.at() + 10ms;
        strategy->sleepUntil(deadline);
        QCOMPARE(strategy->estimate().mean, before);
        QCOMPARE(time.sleeps().size(), std::size_t{102});
        QCOMPARE(time.at(), deadline);
    }

    /// 16 ms + 30 µs: all but the 30 µs and one quantum; then 80 µs are left, and one quantum stays.
    void quantumYieldLeavesWholeQuanta() {
        ScriptedTime time;
        make("quantum-yield", time)->sleepUntil(TimePoint(16'030us));
        QCOMPARE(asked(time), (Sleeps{15'950us}));
        QCOMPARE(time.spins().back().kind, SpinKind::Yield);
        QCOMPARE(time.spins().back().begin, TimePoint(15'950us));
        QCOMPARE(time.at(), TimePoint(16'030us));
        ScriptedTime early;
        early.pushOversleeps({-1ms});
        make("quantum-yield", early)->sleepUntil(TimePoint(16'030us));
        QCOMPARE(asked(early), (Sleeps{15'950us, 1'000us}));
        ScriptedTime windows;
        windows.setTick(1ms);
        make("quantum-yield", windows)->sleepUntil(TimePoint(16'030us));
        QCOMPARE(asked(windows), (Sleeps{16'000us}));
    }

    void allPeersNameTheirSource() {
        for (const char* id : {"fixed-margin", "delay-precise", "quarter-granularity", "fixed-millisecond",
                               "peak-decay", "last-overshoot", "halving", "stepped-peak", "half-millisecond",
                               "average-oversleep", "quantum-yield"}) {
            const SleepEntry* entry = findEntry(sleepCatalog(), id);
            QVERIFY2(entry != nullptr && !entry->source.empty(), id);
        }
    }
};

JITTERSCOPE_TEST(PeerStrategyTest)

} // namespace jitterscope::peer_strategy_test

#include "peer_strategy_test.moc"

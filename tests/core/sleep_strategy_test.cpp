// SPDX-License-Identifier: MIT
#include "tests/support/scripted_strategy.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::sleep_strategy_test {

using namespace jitterscope::test;
using namespace std::chrono_literals;

/// What each article's code does, step by step, on a clock by hand.
class SleepStrategyTest : public QObject {
    Q_OBJECT

private slots:
    void systemSleepAsksForAllThatIsLeft() {
        ScriptedTime time;
        time.setOversleep(70us);
        make("system-sleep", time)->sleepUntil(TimePoint(16ms));
        QCOMPARE(asked(time), Sleeps{16ms});
        QCOMPARE(time.at(), TimePoint(16'070us));
        QCOMPARE(time.sleeps()[0].kind, SleepKind::Relative);
    }

    void absoluteSleepWaitsForTheDeadlineItself() {
        ScriptedTime time;
        time.setOversleep(70us);
        make("absolute-sleep", time)->sleepUntil(TimePoint(16ms));
        QCOMPARE(time.sleeps().size(), std::size_t{1});
        QCOMPARE(time.sleeps()[0].kind, SleepKind::Absolute);
    }

    void spinNeverSleeps() {
        ScriptedTime time;
        make("spin", time, {{"spin", 2}})->sleepUntil(TimePoint(16ms));
        QVERIFY(time.sleeps().empty());
        QCOMPARE(time.at(), TimePoint(16ms));
        QCOMPARE(time.spins()[0].kind, SpinKind::Yield);
    }

    /// Article 4: while more than 1 ms is left, 1 ms; 5.5 ms of which each takes 1.2.
    void slicedSleepKeepsOneMillisecond() {
        ScriptedTime time;
        time.setOversleep(200us);
        make("sliced-sleep", time)->sleepUntil(TimePoint(5'500us));
        QCOMPARE(asked(time), (Sleeps{1ms, 1ms, 1ms, 1ms})); // 5.5, 4.3, 3.1, 1.9 left; then 0.7 is spun
        QCOMPARE(time.spins().back().begin, TimePoint(4'800us));
        QCOMPARE(time.at(), TimePoint(5'500us));
    }

    void slicedSleepIsLateWhenTheLastSliceOvershoots() {
        ScriptedTime time;
        time.setOversleep(500us);
        make("sliced-sleep", time)->sleepUntil(TimePoint(1'200us));
        QCOMPARE(time.at(), TimePoint(1'500us));
    }

    void remainingSleepTriesAgainAfterAnEarlyWakeUp() {
        ScriptedTime time;
        time.pushOversleeps({-3ms, -500us});
        make("remaining-sleep", time)->sleepUntil(TimePoint(16ms));
        QCOMPARE(asked(time), (Sleeps{16ms, 3ms})); // 0.5 ms left: spun
        QCOMPARE(time.at(), TimePoint(16ms));
    }

    /// The later Windows form: slices of at most 0.95 ms until 1.02 ms before the deadline.
    void hiresTimerStopsShortOfTheDeadline() {
        ScriptedTime time;
        time.setOversleep(50us);
        make("hires-timer", time)->sleepUntil(TimePoint(4ms));
        QCOMPARE(asked(time),
                 (Sleeps{950us, 950us, 950us})); // 2.98, 1.98, 0.98 left before the tolerance, then −0.02
        QCOMPARE(time.sleeps()[0].kind, SleepKind::HighResolutionTimer);
        QCOMPARE(time.at(), TimePoint(4ms));
    }

    /// Article 1's pseudo code: with sleeps known to take 1.1 ms, 3.4 ms is three sleeps and 0.1 ms of
    /// spinning.
    void preciseSleepWalksThroughTheSimpleExample() {
        ScriptedTime time;
        time.setOversleep(100us);
        const auto strategy = make("precise-sleep", time, {{"start", 1.1e6}});
        strategy->sleepUntil(TimePoint(3'400us));
        QCOMPARE(asked(time), (Sleeps{1ms, 1ms, 1ms}));
        QCOMPARE(time.spins().back().begin, TimePoint(3'300us));
        QCOMPARE(strategy->estimate().margin, Nanoseconds(1'100'000));
        QCOMPARE(strategy->estimate().stddev, 0.0);
    }

    /// Welford over 5 ms (the seed), 1.1, 1.2, 1.05 and 3 ms, computed in Python.
    void preciseSleepLearnsAsTheArticlePrints() {
        const std::array<double, 4> means{3050000.0, 2433333.3333333335, 2087500.0, 2270000.0};
        const std::array<double, 4> deviations{2757716.4466275354, 2223360.819420306, 1942667.839166885,
                                               1731184.5655504211};
        const std::array<Nanoseconds, 4> oversleeps{100us, 200us, 50us, 2ms};
        for (const double form : {0.0, 1.0}) {
            ScriptedTime time;
            const auto strategy = make("precise-sleep", time, {{"form", form}, {"x", 1}});
            for (std::size_t i = 0; i < 4; ++i) {
                time.pushOversleeps({oversleeps[i]});
                // Just enough is left for one sleep more than the estimate wants.
                strategy->sleepUntil(time.at() + strategy->estimate().margin + 1ns);
                QCOMPARE(time.sleeps().size(), i + 1);
                QVERIFY(std::fabs(strategy->estimate().mean - means[i]) < 1e-3);
                QVERIFY(std::fabs(strategy->estimate().stddev - deviations[i]) < 1e-3);
                QCOMPARE(strategy->estimate().margin.count(),
                         static_cast<std::int64_t>(means[i] + deviations[i]));
            }
        }
    }

    /// A13: at 200 Hz and more the 5 ms seed never lets it sleep, so it never learns.
    void preciseSleepNeverLearnsAtHighRates() {
        ScriptedTime time;
        const auto strategy = make("precise-sleep", time);
        for (int frame = 1; frame <= 1000; ++frame)
            strategy->sleepUntil(TimePoint(frame * 5ms));
        QVERIFY(time.sleeps().empty());
        QCOMPARE(strategy->estimate().count, std::int64_t{1});
        // Slower by a nanosecond, and it sleeps.
        strategy->sleepUntil(time.at() + 5ms + 1ns);
        QCOMPARE(time.sleeps().size(), std::size_t{1});
    }

    /// A13: one bad sample raises the estimate for ever; with forgetting it fades.
    void oneBadSampleStaysUnlessForgotten() {
        const auto marginAfter = [](double forget) {
            ScriptedTime time;
            time.setOversleep(100us);
            const auto strategy = make("precise-sleep", time, {{"forget", forget}, {"x", 1}});
            for (int i = 0; i < 20; ++i)
                strategy->sleepUntil(time.at() + 16ms);
            time.pushOversleeps({800ms});
            for (int i = 0; i < 100; ++i)
                strategy->sleepUntil(time.at() + 200ms);
            return strategy->estimate().margin;
        };
        QVERIFY(marginAfter(0) > 5ms); // some 18 000 good sleeps later
        QVERIFY(marginAfter(50) < 2ms);
    }

    /// Only time inside the sleeps counts as printed, so what lies between them comes on top.
    void printedEndsLateByTheTimeOutsideItsSleeps() {
        for (const double form : {0.0, 1.0}) {
            ScriptedTime time;
            time.setOversleep(0us);
            time.setReadCost(10us);
            const auto strategy = make("precise-sleep", time, {{"form", form}, {"start", 1.5e6}, {"x", 0}});
            const TimePoint deadline = time.at() + 16ms;
            strategy->sleepUntil(deadline);
            // Mended: to the point. Printed: the clock read before the spin (10 µs) is not counted.
            QCOMPARE(time.at(), form == 0.0 ? deadline + 10us : deadline);
        }
    }

    /// Article 1's timerSleep: toWait = left − estimate; the estimate learns the error alone.
    void timerSleepSleepsOnceAndLearnsTheError() {
        ScriptedTime time;
        time.setOversleep(100us);
        const auto strategy = make("timer-sleep", time, {{"x", 0}});
        strategy->sleepUntil(TimePoint(16ms));
        // 16 − 5; then mean = (5 + 0.1) / 2 = 2.55 and 4.9 − 2.55 = 2.35; then 5.2 / 3 = 1.733333 …
        QVERIFY(time.sleeps().size() >= 3);
        QCOMPARE(time.sleeps()[0].asked, Nanoseconds(11ms));
        QCOMPARE(time.sleeps()[1].asked, Nanoseconds(2'350us));
        QCOMPARE(time.sleeps()[2].asked, 2'450us - Nanoseconds(1'733'333));
        QCOMPARE(time.sleeps()[0].kind, SleepKind::Timer);
        QCOMPARE(time.at(), TimePoint(16ms));
    }

    void timerSleepOnlySpinsBelowItsStartValue() {
        ScriptedTime time;
        const auto strategy = make("timer-sleep", time);
        for (int frame = 1; frame <= 100; ++frame)
            strategy->sleepUntil(TimePoint(frame * 5ms));
        QVERIFY(time.sleeps().empty());
    }

    void newParametersKeepWhatWasLearned() {
        ScriptedTime time;
        time.setOversleep(100us);
        const SleepEntry* entry = findEntry(sleepCatalog(), "precise-sleep");
        ParameterValues values(entry->parameters);
        const auto strategy = entry->make(time, values);
        for (int i = 0; i < 10; ++i)
            strategy->sleepUntil(time.at() + 16ms);
        const Estimate before = strategy->estimate();
        values.set(0, 3);
        strategy->setParameters(values);
        const Estimate after = strategy->estimate();
        QCOMPARE(after.count, before.count);
        QCOMPARE(after.mean, before.mean);
        QCOMPARE(after.margin.count(), static_cast<std::int64_t>(before.mean + 3 * before.stddev));
    }

    void aNewStartValueCountsUntilSomethingIsLearned() {
        ScriptedTime time;
        const SleepEntry* entry = findEntry(sleepCatalog(), "precise-sleep");
        ParameterValues values(entry->parameters);
        const auto strategy = entry->make(time, values);
        values.set("start", 2e6);
        strategy->setParameters(values);
        QCOMPARE(strategy->estimate().margin, Nanoseconds(2ms));
    }
};

JITTERSCOPE_TEST(SleepStrategyTest)

} // namespace jitterscope::sleep_strategy_test

#include "sleep_strategy_test.moc"

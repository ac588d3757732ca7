// SPDX-License-Identifier: MIT
#include "core/adaptive/adaptive_wait.h"
#include "core/base/random.h"
#include "core/time/scripted_time.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::sleep_planner_test {

using one_header::Explorer;
using one_header::Octave;
using one_header::SleepPlan;
using one_header::SleepPlanner;
using one_header::TickPhase;
using one_header::TimePoint;
using one_header::WakeModel;

using namespace std::chrono_literals;

namespace {

bool near(double value, double expected, double tolerance) {
    return std::fabs(value - expected) <= tolerance;
}

/// As a sleep that was to end then.
void woke(TickPhase& ticks, TimePoint when) {
    ticks.woke(when, when);
}

} // namespace

/// What `adaptive` is made of besides its model: the ticks of a machine, sleeps that find out, and the plan
/// of a wait. Expected values by hand.
class SleepPlannerTest : public QObject {
    Q_OBJECT

private slots:
    void ticksAreFoundAlongTheLowerEdge() {
        TickPhase ticks(1ms);
        QVERIFY(!ticks.known());
        Random random(5);
        for (int i = 1; i < 2'000; ++i) // ticks at 0.3 ms past the millisecond, wake-ups up to 80 µs after
            woke(ticks, TimePoint(i * 3ms + 300us + std::chrono::nanoseconds(random.below(80'000))));
        const TimePoint tick = ticks.lastTick(TimePoint(20s + 900us));
        QVERIFY(near(static_cast<double>((tick - TimePoint(20s + 300us)).count()), 0, 12'000));
        QCOMPARE(ticks.lastTick(tick), tick);
        QCOMPARE(ticks.lastTick(tick - 1ns), tick - 1ms);
        QCOMPARE(ticks.lastTick(tick - 5s + 1ns), tick - 5s); // also before the anchor
    }

    /// Ticks of another length are found within some dozen sleeps: those that there are, or every other one
    /// of them. All that it takes for ticks are some.
    void ticksOfAnotherLengthAreFound_data() {
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        for (const int before : {15'625, 1'000, 500}) {
            for (const int after : {15'625, 10'000, 8'000, 5'000, 4'000, 2'000, 1'000, 500}) {
                if (before != after && before != 2 * after)
                    QTest::addRow("%d µs, then %d µs", before, after) << before << after;
            }
        }
    }
    void ticksOfAnotherLengthAreFound() {
        QFETCH(const int, before);
        QFETCH(const int, after);
        const Nanoseconds old = before * 1us;
        const Nanoseconds tick = after * 1us;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            TickPhase ticks(old);
            Random random(seed);
            TimePoint now{1s};
            const auto sleepOn = [&](Nanoseconds length) { // ends on the tick after what it asked for
                const TimePoint target = now + 3ms + Nanoseconds(random.below(20'000'000));
                const TimePoint due = ticks.known() ? ticks.lastTick(target) : target;
                const TimePoint asked = std::max(due - ticks.tick() / 4, now + 1us);
                now = TimePoint((asked.time_since_epoch() + length - 1ns) / length * length + 10us +
                                Nanoseconds(random.below(30'000)));
                ticks.woke(now, due);
            };
            for (int i = 0; i < 200; ++i) {
                sleepOn(old);
                QVERIFY(!ticks.changed());
            }
            int sleeps = 0;
            do
                sleepOn(tick);
            while (!ticks.changed() && ++sleeps < 100);
            QVERIFY2(sleeps < 60, qPrintable(QString::number(sleeps)));
            for (int i = 0; i < 300; ++i) {
                sleepOn(tick);
                (void)ticks.changed(); // the first sleeps may have been too few
            }
            QCOMPARE(ticks.tick() % tick, 0ns);
            for (int i = 0; i < 300; ++i) {
                sleepOn(tick);
                QVERIFY(!ticks.changed());
            }
            QVERIFY(ticks.lastTick(now).time_since_epoch() % tick < 60us);
        }
    }

    /// A machine without ticks has none however its sleeps end.
    void noTicksAreFoundWhereNoneAreTold() {
        TickPhase ticks(0ns);
        for (int i = 1; i < 100; ++i) {
            ticks.woke(TimePoint(i * 16ms), TimePoint(i * 16ms - 5ms));
            QVERIFY(!ticks.changed() && !ticks.known());
        }
    }

    void ticksAreFollowedWhenTheyDrift() {
        TickPhase ticks(1ms);
        for (int i = 0; i < 20'000; ++i) { // 2 µs later each 10 ms, then the same earlier
            const auto drift = std::chrono::nanoseconds(i < 10'000 ? i * 200 : (20'000 - i) * 200);
            woke(ticks, TimePoint(i * 10ms + drift + 20us));
            const auto after =
                (TimePoint(i * 10ms + drift + 20us) - ticks.lastTick(TimePoint(i * 10ms + drift + 20us)));
            QVERIFY(after < 100us); // 256 · 200 ns behind at most
        }
    }

    void aMachineWithoutTicksHasNone() {
        TickPhase ticks(0ns);
        woke(ticks, TimePoint(1s));
        QVERIFY(!ticks.known());
    }

    /// Waits of 4 ms in which a sleep as short as can be takes 10 ms: tried after 100, 200, 400 … waits.
    void explorationBacksOffWhileNothingFits() {
        ScriptedTime time;
        TickPhase ticks(0ns);
        const Tuning tuning;
        WakeModel model(tuning);
        one_header::ModelAims budget;
        budget.once = true; // so there is no share, and no safe start
        model.aim(budget);
        Explorer explorer(tuning);
        SourceClock clock(time);
        const auto waits = [&](int count, Nanoseconds oversleep) {
            time.setOversleep(oversleep);
            const std::size_t before = time.sleeps().size();
            for (int i = 0; i < count; ++i) {
                const TimePoint now = clock.now();
                const TimePoint after = explorer.probe(clock, now, now + 4ms, ticks, model);
                if (after != SourceClock::theirs(time.at()))
                    return std::size_t{0};
                time.advance(1ms);
            }
            return time.sleeps().size() - before;
        };
        QCOMPARE(waits(99, 10ms), std::size_t{0});
        QCOMPARE(waits(1, 10ms), std::size_t{1});
        QCOMPARE(waits(199, 10ms), std::size_t{0});
        QCOMPARE(waits(1, 10ms), std::size_t{1});
        QCOMPARE(waits(400, 50us), std::size_t{1}); // one fits: the next nine come soon
        QCOMPARE(waits(10, 10ms), std::size_t{1});  // but it does not, and the pace is what it was
        QCOMPARE(waits(799, 10ms), std::size_t{0});
        QCOMPARE(waits(1, 10ms), std::size_t{1});
        for (int i = 0; i < 100; ++i)
            model.slept(model.indexOf(10ms), 100e3);
        const Octave& tenMilliseconds = model.at(model.indexOf(10ms));
        QCOMPARE(waits(1'600 + 8 * 10, 50us), std::size_t{9});
        QVERIFY(tenMilliseconds.known());
        QCOMPARE(waits(10, 50us), std::size_t{1});
        QVERIFY(!tenMilliseconds.known());            // ten in a row: learned anew
        QCOMPARE(waits(3'199, 50us), std::size_t{0}); // and next time only after twice as long
        QCOMPARE(waits(1, 50us), std::size_t{1});
    }

    /// Waits of 250 µs, where a margin of half a millisecond leaves no room: every fourth has a brief sleep
    /// that is learned from, until there are the 143 that 0.7 % take. One that does not fit doubles the
    /// distance.
    void atTheStartBriefSleepsAreLearnedFrom() {
        ScriptedTime time;
        TickPhase ticks(0ns);
        const Tuning tuning;
        WakeModel model(tuning);
        Explorer explorer(tuning);
        SourceClock clock(time);
        const auto waits = [&](int count, Nanoseconds oversleep) {
            time.setOversleep(oversleep);
            const std::size_t before = time.sleeps().size();
            for (int i = 0; i < count; ++i)
                explorer.probe(clock, clock.now(), clock.now() + 250us, ticks, model);
            return time.sleeps().size() - before;
        };
        QCOMPARE(waits(3, 60us), std::size_t{0});
        QCOMPARE(waits(1, 60us), std::size_t{1});
        QCOMPARE(waits(400, 60us), std::size_t{100});
        QVERIFY(model.at(0).known());
        QCOMPARE(waits(4, 200us), std::size_t{1}); // more than half of the wait
        QCOMPARE(waits(7, 60us), std::size_t{0});
        QCOMPARE(waits(1, 60us), std::size_t{1});
        QCOMPARE(waits(4 * 39, 60us), std::size_t{39});
        QVERIFY(model.startsSafely());
        QCOMPARE(waits(4, 60us), std::size_t{1});
        QVERIFY(!model.startsSafely());
        QCOMPARE(waits(99, 60us), std::size_t{0}); // from now on it explores as ever
    }

    /// Sleeps of 2.1 to 4.2 ms are known and wake up to 1 ms late, longer ones never were slept.
    void aMarginMayEndInAShorterLength() {
        const Tuning tuning;
        WakeModel model(tuning);
        for (int i = 0; i < 100; ++i) {
            model.slept(model.indexOf(4ms), 1e6);
            model.refresh();
        }
        const TickPhase ticks(0ns);
        const SleepPlanner planner(model, ticks, tuning);
        const TimePoint now(1s);
        const SleepPlan fits = planner.next(now, now + 5ms);
        QVERIFY(fits.certain);
        QCOMPARE(fits.length, model.indexOf(4ms));
        QCOMPARE(fits.until, now + 4ms);
        const SleepPlan border = planner.next(now, now + 5'500us); // somewhat more than 1 ms kept back
        QVERIFY(border.certain);
        QCOMPARE(border.until, now + model.longestOf(border.length));
        const SleepPlan longer = planner.next(now, now + 6'500us); // 5.5 ms: of those nothing is known
        QVERIFY(!longer.certain);
        QCOMPARE(longer.until, now + 4'500us);
    }
};

JITTERSCOPE_TEST(SleepPlannerTest)

} // namespace jitterscope::sleep_planner_test

#include "sleep_planner_test.moc"

// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/sleep/explorer.h"
#include "core/sleep/latency_histogram.h"
#include "core/sleep/margin_choice.h"
#include "core/sleep/queue_watch.h"
#include "core/sleep/sleep_planner.h"
#include "core/sleep/tick_phase.h"
#include "core/sleep/wake_model.h"
#include "core/time/scripted_time.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace jitterscope;
using namespace std::chrono_literals;

namespace {

bool near(double value, double expected, double tolerance) {
    return std::fabs(value - expected) <= tolerance;
}

/// Oversleeps at even distances from `low` to `high`: the uniform distribution without its chance.
LatencyHistogram evenly(double low, double high, int count = 4000, double window = 1e9) {
    LatencyHistogram histogram(window);
    for (int i = 0; i < count; ++i)
        histogram.add(low + (high - low) * (i + 0.5) / count);
    return histogram;
}

/// Teaches sleeps of 10 ms that all wake `oversleep` late.
void teach(WakeModel& model, double oversleep, int times) {
    for (int i = 0; i < times; ++i) {
        model.slept(WakeModel::indexOf(10ms), oversleep, true);
        model.refresh();
    }
}

const WakeModel::Length& tenMilliseconds(const WakeModel& model) {
    return model.at(WakeModel::indexOf(10ms));
}

} // namespace

/// Expected values: closed forms of the uniform distribution, by hand. Buckets are at most 1/16 wide.
class WakeModelTest : public QObject {
    Q_OBJECT

private slots:
    void theHistogramKnowsQuantiles() {
        const LatencyHistogram histogram = evenly(20e3, 120e3);
        QVERIFY(near(histogram.quantile(0.05), 115e3, 1e3));
        QVERIFY(near(histogram.quantile(0.5), 70e3, 1e3));
        QCOMPARE(histogram.quantile(0), histogram.largest());
        QVERIFY(near(histogram.weight(), 4000, 0.1));
        QCOMPARE(LatencyHistogram().quantile(0.5), 0.0);
        QVERIFY(near(histogram.shareAbove(70e3), 0.5, 0.04)); // a bucket is 4 µs wide
        QCOMPARE(histogram.shareAbove(1e6), 0.0);
        double sum = 0;
        for (std::size_t i = histogram.firstUsed(); i <= histogram.lastUsed(); ++i)
            sum += histogram.share(i);
        QVERIFY(near(sum, 1, 1e-9));
    }

    void theHistogramForgets() {
        LatencyHistogram histogram(500);
        for (int i = 0; i < 5'000; ++i)
            histogram.add(1e6);
        QVERIFY(near(histogram.weight(), 500, 1)); // Σ e^(−n/500)
        int samples = 0;
        for (; histogram.quantile(0.05) > 2e5 && samples < 10'000; ++samples)
            histogram.add(1e5);
        QVERIFY(samples > 1'400 && samples < 1'600); // e^(−n/500) = 0.05 at n = 1498
        histogram.clear();
        QCOMPARE(histogram.weight(), 0.0);
        QCOMPARE(histogram.largest(), 0.0);
    }

    void theHistogramTakesExtremes() {
        LatencyHistogram histogram(100);
        for (const double value : {-5.0, 0.0, 511.0, 512.0, 6.7e7, 1e18})
            histogram.add(value);
        QCOMPARE(histogram.firstUsed(), std::size_t{0});
        QCOMPARE(histogram.lastUsed(), LatencyHistogram::kBuckets - 1);
        QVERIFY(histogram.quantile(0.01) > 6e7);
        for (int i = 0; i < 100'000; ++i) // the weights are rescaled on the way
            histogram.add(3'000);
        QVERIFY(near(histogram.quantile(0.01), 3'000, 200));
    }

    void bucketsJoinWithoutGaps() {
        for (std::size_t i = 0; i + 1 < LatencyHistogram::kBuckets; ++i) {
            const double edge = LatencyHistogram::lowerEdge(i + 1);
            QCOMPARE(LatencyHistogram::bucketOf(edge), i + 1);
            QCOMPARE(LatencyHistogram::bucketOf(edge - 0.5), i);
        }
    }

    void theSmallestMarginOfAShareIsChosen() {
        // L uniform on [100, 200] µs, a tenth late: m = 190 µs, spin = (m − 100)² / 200 = 40.5 µs.
        const MarginPoint point = chooseMargin(evenly(100e3, 200e3), {.lateShare = 0.1});
        QVERIFY(near(point.margin, 190e3, 1e3));
        QVERIFY(near(point.missed, 0.1, 1e-6));
        QVERIFY(near(point.late, 0.1, 1e-6));
        QVERIFY(near(point.spin, 40.5e3, 500));
    }

    void aBudgetOfSpinningLimitsIt() {
        // spin = (m − 100)² / 200 = 18 µs at m = 160 µs: four tenths late.
        const MarginPoint point = chooseMargin(evenly(100e3, 200e3), {.lateShare = 0, .spinLimit = 18e3});
        QVERIFY(near(point.margin, 160e3, 1e3));
        QVERIFY(near(point.missed, 0.4, 0.01));
        QVERIFY(near(chooseMargin(evenly(100e3, 200e3), {.lateShare = 0.5, .spinLimit = 18e3}).margin, 150e3,
                     1e3)); // enough is enough
        QVERIFY(near(chooseMargin(evenly(100e3, 200e3), {.lateShare = 0, .spinLimit = 0}).spin, 0, 1));
    }

    void whereSpinningIsItselfARiskItStopsEarlier() {
        // late = (200 − m)/100 + h (m − 100)²/200 with h = 0.02 a µs is least at h (m − 100) = 1: m = 150 µs.
        const MarginPoint point = chooseMargin(evenly(100e3, 200e3), {.lateShare = 0, .hazard = 2e-5});
        QVERIFY(near(point.margin, 150e3, 4e3)); // a bucket is 8 µs wide
        QVERIFY(near(point.late, 0.5 + 0.25, 0.005));
        QVERIFY(near(point.missed, 0.5, 0.05));
    }

    void nothingLearnedGivesNoMargin() {
        QCOMPARE(chooseMargin(LatencyHistogram(), {.lateShare = 0.1}).margin, 0.0);
        std::vector<MarginPoint> points(10);
        QCOMPARE(marginCurve(LatencyHistogram(), 0, points), std::size_t{0});
    }

    void theCurveFallsInLatenessAndRisesInCost() {
        std::vector<MarginPoint> points(LatencyHistogram::kBuckets + 1);
        points.resize(marginCurve(evenly(100e3, 200e3), 0, points));
        QVERIFY(points.size() > 10);
        QVERIFY(near(points.front().missed, 1, 1e-9) && near(points.front().spin, 0, 1e-9));
        QVERIFY(near(points.back().missed, 0, 1e-9) && near(points.back().spin, 50e3, 100)); // m − mean
        for (std::size_t i = 1; i < points.size(); ++i) {
            QVERIFY(points[i].margin > points[i - 1].margin);
            QVERIFY(points[i].missed < points[i - 1].missed && points[i].spin > points[i - 1].spin);
        }
        std::vector<MarginPoint> few(3);
        QCOMPARE(marginCurve(evenly(100e3, 200e3), 0, few), std::size_t{3});
    }

    void ticksAreFoundAlongTheLowerEdge() {
        TickPhase ticks(1ms);
        QVERIFY(!ticks.known());
        Random random(5);
        for (int i = 1; i < 2'000; ++i) // ticks at 0.3 ms past the millisecond, wake-ups up to 80 µs after
            ticks.woke(TimePoint(i * 3ms + 300us + std::chrono::nanoseconds(random.below(80'000))));
        const TimePoint tick = ticks.lastTick(TimePoint(20s + 900us));
        QVERIFY(near(static_cast<double>((tick - TimePoint(20s + 300us)).count()), 0, 12'000));
        QCOMPARE(ticks.lastTick(tick), tick);
        QCOMPARE(ticks.lastTick(tick - 1ns), tick - 1ms);
        QCOMPARE(ticks.lastTick(tick - 5s + 1ns), tick - 5s); // also before the anchor
    }

    void ticksAreFollowedWhenTheyDrift() {
        TickPhase ticks(1ms);
        for (int i = 0; i < 20'000; ++i) { // 2 µs later each 10 ms, then the same earlier
            const auto drift = std::chrono::nanoseconds(i < 10'000 ? i * 200 : (20'000 - i) * 200);
            ticks.woke(TimePoint(i * 10ms + drift + 20us));
            const auto after =
                (TimePoint(i * 10ms + drift + 20us) - ticks.lastTick(TimePoint(i * 10ms + drift + 20us)));
            QVERIFY(after < 100us); // 256 · 200 ns behind at most
        }
    }

    void aMachineWithoutTicksHasNone() {
        TickPhase ticks(0ns);
        ticks.woke(TimePoint(1s));
        QVERIFY(!ticks.known());
    }

    /// Waits of 4 ms in which a sleep as short as can be takes 10 ms: tried after 100, 200, 400 … waits.
    void explorationBacksOffWhileNothingFits() {
        ScriptedTime time;
        TickPhase ticks(0ns);
        WakeModel model;
        Explorer explorer(SleepKind::Absolute);
        const auto waits = [&](int count, Nanoseconds oversleep) {
            time.setOversleep(oversleep);
            const std::size_t before = time.sleeps().size();
            for (int i = 0; i < count; ++i) {
                const TimePoint now = time.at();
                const TimePoint after = explorer.waited(time, now, now + 4ms, ticks, model);
                if (after != time.at())
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
        teach(model, 100e3, 100);
        QCOMPARE(waits(1'600 + 8 * 10, 50us), std::size_t{9});
        QVERIFY(tenMilliseconds(model).known());
        QCOMPARE(waits(10, 50us), std::size_t{1});
        QVERIFY(!tenMilliseconds(model).known());   // ten in a row: learned anew
        QCOMPARE(waits(199, 50us), std::size_t{0}); // and next time only after twice as long
        QCOMPARE(waits(1, 50us), std::size_t{1});
    }

    void whatOthersTakeIsToldFromWhatIsUsual() {
        ScriptedTime time;
        QueueWatch watch;
        watch.slept();
        QVERIFY(!watch.spoilt(time, 1e6)); // nothing is known of it
        Nanoseconds queued{0};
        const auto look = [&](int sleeps, Nanoseconds each, Nanoseconds more, double oversleep) {
            for (int i = 0; i < sleeps; ++i)
                watch.slept();
            queued += sleeps * each + more;
            time.setQueued(queued);
            return watch.spoilt(time, oversleep);
        };
        QVERIFY(!look(1, 0us, 900us, 1e6)); // what came before the first look is not known
        for (int i = 0; i < 100; ++i)
            QVERIFY(!look(64, 5us, 0us, 0));
        QVERIFY(!look(64, 5us, 0us, 300e3));  // 320 µs are usual
        QVERIFY(look(64, 5us, 200us, 300e3)); // 200 more explain more than half
        QVERIFY(!look(64, 5us, 100us, 300e3));
        QVERIFY(!look(1, 5us, -10ms, 300e3)); // another thread's count,
        QVERIFY(!look(64, 5us, 0us, 300e3));  // of which nothing stays
        // Where what is usual varies by milliseconds 200 µs more prove nothing.
        for (int i = 0; i < 100; ++i)
            (void)look(64, 50us, i % 2 == 0 ? 3ms : 0ms, 0);
        QVERIFY(!look(1, 50us, 200us, 300e3));
    }

    void lengthsAreOctavesFromAMillisecond() {
        QCOMPARE(WakeModel::indexOf(1ns), WakeModel::indexOf(1ms));
        QVERIFY(WakeModel::indexOf(1ms) < WakeModel::indexOf(2ms));
        QCOMPARE(WakeModel::indexOf(-5s), std::size_t{0});
        QCOMPARE(WakeModel::indexOf(24h), WakeModel::kLengths - 1);
        for (std::size_t i = 0; i + 1 < WakeModel::kLengths; ++i) {
            QCOMPARE(WakeModel::indexOf(WakeModel::longestOf(i)), i);
            QCOMPARE(WakeModel::indexOf(WakeModel::longestOf(i) + 1ns), i + 1);
        }
    }

    void whatIsNoLongerSleptIsForgotten() {
        WakeModel model;
        teach(model, 100e3, 100);
        for (int i = 0; i < 5'000; ++i)
            model.waited(0); // nothing is slept at all
        for (int i = 0; i < 900; ++i)
            model.waited(1);
        QVERIFY(tenMilliseconds(model).known());
        for (int i = 0; i < 200; ++i)
            model.waited(1);
        QVERIFY(!tenMilliseconds(model).known());
    }

    void aLengthIsKnownAfterThirtySleeps() {
        WakeModel model;
        teach(model, 100e3, 29);
        QVERIFY(!tenMilliseconds(model).known());
        teach(model, 100e3, 1);
        QVERIFY(tenMilliseconds(model).known());
        QVERIFY(near(tenMilliseconds(model).choice.margin, 100e3, 1));
    }

    void theWorstOfUnknownLengthsFadesWhereNothingIsAimed() {
        WakeModel model;
        teach(model, 100e3, 100);
        model.slept(WakeModel::indexOf(40ms), 14e6, false);
        QCOMPARE(model.worstUnknown(), 14e6);
        for (int i = 0; i < 50; ++i)
            model.slept(WakeModel::indexOf(10ms), 100e3, false);
        QCOMPARE(model.worstUnknown(), 100e3); // 14 ms · 0.9^50 is 72 µs
    }

    /// A length that woke late once in fifty keeps back 7.5 ms, and twice that for longer ones. But nine in
    /// ten of its sleeps are over in 100 µs: of what is only supposed half is slept and found out.
    void halfIsSleptWhereTooMuchIsOnlySupposed() {
        WakeModel model;
        for (int i = 0; i < 1'000; ++i) {
            model.slept(WakeModel::indexOf(8ms), i % 50 == 0 ? 7.5e6 : 100e3, false);
            model.refresh();
        }
        for (int i = 0; i < 100; ++i)
            model.slept(WakeModel::indexOf(8ms), 100e3, false); // m_worst has faded
        model.refresh();
        QVERIFY(model.at(WakeModel::indexOf(8ms)).choice.margin > 7e6);
        const TickPhase ticks(0ns);
        const SleepPlanner planner(model, ticks);
        const TimePoint now(1s);
        const SleepPlan plan = planner.next(now, now + 16'600us);
        QVERIFY(!plan.certain);
        QCOMPARE(plan.until, now + 8'300us);
    }

    void lateWakeUpsInARowMeanThatTheMachineHasChanged() {
        WakeModel model;
        teach(model, 100e3, 1'000);
        teach(model, 500e3, 1); // one is chance
        QVERIFY(tenMilliseconds(model).oversleeps.weight() > 900);
        int until = 1;
        for (; tenMilliseconds(model).oversleeps.weight() > 200 && until < 100; ++until) {
            model.slept(WakeModel::indexOf(10ms), 5e6 * until, true);
            model.refresh();
        }
        QVERIFY(until >= 4 && until < 10);
        QVERIFY(near(tenMilliseconds(model).oversleeps.weight(), 150, 1));
        teach(model, 5e6, 2); // two of 150 are more than may be late
        QVERIFY(tenMilliseconds(model).choice.margin > 4.7e6);
    }

    void lateWakeUpsThatDoNotComeMeanItAsWell() {
        WakeModel model;
        Random random(2);
        for (int i = 0; i < 3'000; ++i) {
            model.slept(WakeModel::indexOf(10ms), 100e3 + 900e3 * random.uniform(), true);
            model.refresh();
        }
        QVERIFY(tenMilliseconds(model).choice.margin > 900e3);
        // One in twenty oversleeps was above 955 µs; that a third of them is left becomes e^6 times as likely
        // after 5 / (2/3 · 1/20) = 150 without any. The tail begins with a whole bucket, which are 31 µs wide
        // there: a twentieth is a thirtieth to a fifteenth.
        int until = 0;
        for (; tenMilliseconds(model).oversleeps.weight() > 200 && until < 5'000; ++until)
            teach(model, 100e3, 1);
        QVERIFY2(until > 112 && until < 225, qPrintable(QString::number(until)));
        // One alarm proves little: all but nothing has changed yet.
        QVERIFY(tenMilliseconds(model).choice.margin > 900e3);
        // Then what was before halves in each 150 or so. From its 0.95 down to the 0.007 that may be late
        // are log2(0.95/0.007) = 7 halves; the last ones are fewer, of which no alarm takes notice.
        for (; tenMilliseconds(model).choice.margin > 200e3 && until < 5'000; ++until)
            teach(model, 100e3, 1);
        QVERIFY2(until > 5 * 150 && until < 11 * 150, qPrintable(QString::number(until)));
    }

    void aConstantMachineIsNeverForgotten() {
        WakeModel model;
        teach(model, 123'456, 50'000);
        QVERIFY(tenMilliseconds(model).oversleeps.weight() > 9'000);
    }

    void aSecondSleepIsTakenWhereItIsCheaperThanTheSpin_data() {
        QTest::addColumn<double>("spread"); // of the first sleep, ns
        QTest::addColumn<bool>("twice");
        // A second sleep costs 15 µs and a spin of (m − 100)²/200 = 45 µs at m = 195 µs.
        QTest::newRow("wide") << 400e3 << true;    // spin 0.9² · 200 = 162 µs
        QTest::newRow("narrow") << 100e3 << false; // 40.5 µs
    }
    void aSecondSleepIsTakenWhereItIsCheaperThanTheSpin() {
        QFETCH(double, spread);
        WakeModel model;
        model.aim(0.1, std::numeric_limits<double>::infinity());
        const std::size_t first = WakeModel::indexOf(10ms);
        const std::size_t second = WakeModel::indexOf(500us);
        for (int i = 0; i < 4'000; ++i) {
            const double even = (i * 377 % 1000 + 0.5) / 1000; // every thousandth, in mixed order
            model.slept(first, 100e3 + spread * even, false);
            model.slept(second, 100e3 + 100e3 * even, false);
            model.waited(model.at(first).twice ? 2 : 1);
            model.refresh();
        }
        QTEST(model.at(first).twice, "twice");
        // One sleep gets the share whole, of two the first gets a fifth.
        const double late = model.at(first).twice ? 0.02 : 0.1;
        QVERIFY(near(model.at(first).choice.margin, 100e3 + (1 - late) * spread, 0.02 * spread));
        QVERIFY(near(model.at(second).choice.missed, 0.1 - (late < 0.1 ? late : 0), 0.005));
        QVERIFY(!model.at(second).twice);
    }

    void whatOthersSpoilComesOffTheLateShare_data() {
        QTest::addColumn<int>("spoiltOf100");
        QTest::addColumn<double>("left"); // of the late share of 0.1
        QTest::newRow("none") << 0 << 0.1;
        QTest::newRow("some") << 4 << 0.06;
        QTest::newRow("much") << 20 << 0.05; // at least half of it
    }
    void whatOthersSpoilComesOffTheLateShare() {
        QFETCH(int, spoiltOf100);
        QFETCH(double, left);
        WakeModel model;
        model.aim(0.1, std::numeric_limits<double>::infinity());
        for (int i = 0; i < 20'000; ++i) {
            if (i * 37 % 100 < spoiltOf100)
                model.spoilt();
            model.waited(1);
            teach(model, 100e3 + 100e3 * (i * 377 % 1'000 + 0.5) / 1'000, 1);
        }
        QVERIFY(near(tenMilliseconds(model).choice.missed, left, 0.004)); // 4 % fade up and down by 0.2 %
    }

    void theCostOfAWakeUpIsTheMeanOfTheMeasured() {
        WakeModel model;
        const std::size_t length = WakeModel::indexOf(10ms);
        QVERIFY(model.wantsCost(length));
        for (const double cost : {10e3, 20e3, 30e3})
            model.cost(length, cost);
        QVERIFY(near(model.at(length).wakeCost, 20e3, 1));
        int wanted = 0;
        for (int i = 0; i < 1'600; ++i) {
            model.slept(length, 100e3, false);
            model.refresh();
            if (model.wantsCost(length)) {
                model.cost(length, 20e3);
                ++wanted;
            }
        }
        QVERIFY(wanted < 250); // sixteen at first, then now and then
    }

    void spinningThatEndsLateIsARisk() {
        WakeModel model;
        QCOMPARE(model.hazard(), 0.0);
        for (int i = 0; i < 400; ++i)
            model.spun(1e6, i % 10 == 0); // 40 in 0.4 s, and what is taken for granted
        QVERIFY(near(model.hazard(), 40.2 / 0.42e9, 1e-12));
        WakeModel changed = model;
        changed.doubt(); // the machine is another one: what is known of it weighs as much as 15 ms
        changed.spun(85e6, false);
        QVERIFY(near(changed.hazard(), (1.5 + 0.2) / (15e6 + 85e6 + 20e6), 1e-12));
        for (int i = 0; i < 10'000; ++i)
            model.spun(1e6, i % 100 == 0);             // ten a second: what was before fades
        QVERIFY(near(model.hazard(), 10 / 1e9, 4e-9)); // it stands on three to five of them
    }
};

QTEST_APPLESS_MAIN(WakeModelTest)
#include "wake_model_test.moc"

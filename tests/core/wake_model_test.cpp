// SPDX-License-Identifier: MIT
#include "core/adaptive/algorithm.h"
#include "core/adaptive/margin_curve.h"
#include "core/base/random.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <vector>

namespace jitterscope::wake_model_test {

using one_header::chooseMargin;
using one_header::MarginAims;
using one_header::ModelAims;
using one_header::Octave;
using one_header::quantileOf;
using one_header::WakeModel;
using namespace std::chrono_literals;

namespace {

bool near(double value, double expected, double tolerance) {
    return std::fabs(value - expected) <= tolerance;
}

/// The oversleep that a share `tail` of them exceeds, ns.
double exceededBy(const LatencyHistogram& oversleeps, double tail) {
    return quantileOf(oversleeps, tail, ModelAims::kNone).margin;
}

/// Oversleeps at even distances from `low` to `high`: the uniform distribution without its chance.
LatencyHistogram evenly(double low, double high, int count = 4000, double window = 1e9) {
    LatencyHistogram histogram(window);
    for (int i = 0; i < count; ++i)
        histogram.add(low + (high - low) * (i + 0.5) / count);
    return histogram;
}

constexpr double kNoLimit = ModelAims::kNone;

MarginAims aims(double lateShare, double spinLimit = kNoLimit, double hazard = 0) {
    MarginAims aims;
    aims.lateShare = lateShare;
    aims.spinLimit = spinLimit;
    aims.hazard = hazard;
    return aims;
}

ModelAims late(double share, bool once = false) {
    ModelAims aims;
    aims.lateShare = share;
    aims.once = once;
    return aims;
}

/// Teaches sleeps of 10 ms that all wake `oversleep` late.
void teach(WakeModel& model, double oversleep, int times) {
    for (int i = 0; i < times; ++i) {
        model.slept(model.indexOf(10ms), oversleep);
        model.refresh();
    }
}

const Octave& tenMilliseconds(const WakeModel& model) {
    return model.at(model.indexOf(10ms));
}

} // namespace

/// Expected values: closed forms of the uniform distribution, by hand. Buckets are at most 1/16 wide.
class WakeModelTest : public QObject {
    Q_OBJECT

private slots:
    void theHistogramKnowsQuantiles() {
        const LatencyHistogram histogram = evenly(20e3, 120e3);
        QVERIFY(near(exceededBy(histogram, 0.05), 115e3, 1e3));
        QVERIFY(near(exceededBy(histogram, 0.5), 70e3, 1e3));
        QCOMPARE(exceededBy(histogram, 0), histogram.largest());
        QVERIFY(near(histogram.weight(), 4000, 0.1));
        QCOMPARE(exceededBy(LatencyHistogram(), 0.5), 0.0);
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
        for (; exceededBy(histogram, 0.05) > 2e5 && samples < 10'000; ++samples)
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
        QVERIFY(exceededBy(histogram, 0.01) > 6e7);
        for (int i = 0; i < 100'000; ++i) // the weights are rescaled on the way
            histogram.add(3'000);
        QVERIFY(near(exceededBy(histogram, 0.01), 3'000, 200));
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
        const MarginPoint point = chooseMargin(evenly(100e3, 200e3), aims(0.1));
        QVERIFY(near(point.margin, 190e3, 1e3));
        QVERIFY(near(point.missed, 0.1, 1e-6));
        QVERIFY(near(point.late, 0.1, 1e-6));
        QVERIFY(near(point.spin, 40.5e3, 500));
    }

    void aBudgetOfSpinningLimitsIt() {
        // spin = (m − 100)² / 200 = 18 µs at m = 160 µs: four tenths late.
        const MarginPoint point = chooseMargin(evenly(100e3, 200e3), aims(0, 18e3));
        QVERIFY(near(point.margin, 160e3, 1e3));
        QVERIFY(near(point.missed, 0.4, 0.01));
        QVERIFY(near(chooseMargin(evenly(100e3, 200e3), aims(0.5, 18e3)).margin, 150e3,
                     1e3)); // enough is enough
        QVERIFY(near(chooseMargin(evenly(100e3, 200e3), aims(0, 0)).spin, 0, 1));
    }

    void whereSpinningIsItselfARiskItStopsEarlier() {
        // late = (200 − m)/100 + h (m − 100)²/200 with h = 0.02 a µs is least at h (m − 100) = 1: m = 150 µs.
        const MarginPoint point = chooseMargin(evenly(100e3, 200e3), aims(0, kNoLimit, 2e-5));
        QVERIFY(near(point.margin, 150e3, 4e3)); // a bucket is 8 µs wide
        QVERIFY(near(point.late, 0.5 + 0.25, 0.005));
        QVERIFY(near(point.missed, 0.5, 0.05));
    }

    void nothingLearnedGivesNoMargin() {
        QCOMPARE(chooseMargin(LatencyHistogram(), aims(0.1)).margin, 0.0);
        std::vector<MarginPoint> points(10);
        QCOMPARE(marginCurve(LatencyHistogram(), 0, points.data(), points.size()), std::size_t{0});
    }

    void theCurveFallsInLatenessAndRisesInCost() {
        std::vector<MarginPoint> points(LatencyHistogram::kBuckets + 1);
        points.resize(marginCurve(evenly(100e3, 200e3), 0, points.data(), points.size()));
        QVERIFY(points.size() > 10);
        QVERIFY(near(points.front().missed, 1, 1e-9) && near(points.front().spin, 0, 1e-9));
        QVERIFY(near(points.back().missed, 0, 1e-9) && near(points.back().spin, 50e3, 100)); // m − mean
        for (std::size_t i = 1; i < points.size(); ++i) {
            QVERIFY(points[i].margin > points[i - 1].margin);
            QVERIFY(points[i].missed < points[i - 1].missed && points[i].spin > points[i - 1].spin);
        }
        std::vector<MarginPoint> few(3);
        QCOMPARE(marginCurve(evenly(100e3, 200e3), 0, few.data(), few.size()), std::size_t{3});
    }

    void lengthsAreOctavesFromAMillisecond() {
        const Tuning tuning;
        const WakeModel model(tuning);
        QCOMPARE(model.indexOf(1ns), model.indexOf(1ms));
        QVERIFY(model.indexOf(1ms) < model.indexOf(2ms));
        QCOMPARE(model.indexOf(-5s), std::size_t{0});
        QCOMPARE(model.indexOf(24h), WakeModel::kLengths - 1);
        for (std::size_t i = 0; i + 1 < WakeModel::kLengths; ++i) {
            QCOMPARE(model.indexOf(model.longestOf(i)), i);
            QCOMPARE(model.indexOf(model.longestOf(i) + 1ns), i + 1);
        }
    }

    void aLengthIsKnownAfterThirtySleeps() {
        const Tuning tuning;
        WakeModel model(tuning);
        teach(model, 100e3, 29);
        QVERIFY(!tenMilliseconds(model).known());
        teach(model, 100e3, 1);
        QVERIFY(tenMilliseconds(model).known());
    }

    /// One of n + 1 sleeps is the longest: 142 of them cannot promise 0.7 %, 143 can. Until then the margin
    /// is at least half a millisecond, less what may be tolerated; longer where a sleep was longer.
    void theMarginOfTheStartIsASafeOne() {
        const Tuning tuning;
        for (const auto& [tolerance, safe] : {std::pair(1e3, 500e3), std::pair(201e3, 300e3)}) {
            WakeModel model(tuning);
            ModelAims share = late(0.007);
            share.tolerance = tolerance;
            model.aim(share);
            teach(model, 100e3, 142);
            QCOMPARE(tenMilliseconds(model).choice.margin, safe);
            QVERIFY(near(tenMilliseconds(model).choice.spin, safe - 100e3, 7e3)); // a bucket
            teach(model, 100e3, 1);
            QVERIFY(tenMilliseconds(model).choice.margin <= 100e3);
        }
        WakeModel longer(tuning);
        teach(longer, 700e3, 40);
        QVERIFY(tenMilliseconds(longer).choice.margin > 650e3);
        WakeModel often(tuning); // one in ten may be late: eleven sleeps are enough, but it is known after 30
        often.aim(late(0.1));
        teach(often, 100e3, 30);
        QVERIFY(near(tenMilliseconds(often).choice.margin, 100e3, 1));
        WakeModel budget(tuning); // who has a budget has no share to keep
        budget.aim(late(0, true));
        teach(budget, 100e3, 40);
        QVERIFY(near(tenMilliseconds(budget).choice.margin, 100e3, 1));
    }

    void lateWakeUpsInARowMeanThatTheMachineHasChanged() {
        const Tuning tuning;
        WakeModel model(tuning);
        teach(model, 100e3, 1'000);
        teach(model, 500e3, 1); // one is chance
        QVERIFY(near(tenMilliseconds(model).oversleeps.weight(), 8192 * (1 - std::exp(-1'001 / 8192.0)), 1));
        int until = 1;
        for (; tenMilliseconds(model).oversleeps.weight() > 200 && until < 100; ++until) {
            model.slept(model.indexOf(10ms), 5e6 * until);
            model.refresh();
        }
        QVERIFY2(until > 30 && until < 40, qPrintable(QString::number(until))); // 30 more than expected
        QVERIFY(near(tenMilliseconds(model).oversleeps.weight(), 100, 1));
        teach(model, 5e6, 2); // two of 100 are more than may be late
        QVERIFY(tenMilliseconds(model).choice.margin > 4.7e6);
    }

    void lateWakeUpsThatDoNotComeMeanItAsWell() {
        const Tuning tuning;
        WakeModel model(tuning);
        Random random(2);
        for (int i = 0; i < 3'000; ++i) {
            model.slept(model.indexOf(10ms), 100e3 + 900e3 * random.uniform());
            model.refresh();
        }
        QVERIFY(tenMilliseconds(model).choice.margin > 900e3);
        // One in twenty oversleeps was above 955 µs; that a third of them is left becomes e^54 times as
        // likely after 54 / (2/3 · 1/20) = 1620 without any. The tail begins with a whole bucket, which are
        // 31 µs wide there: a twentieth is a thirtieth to a fifteenth.
        int until = 0;
        for (; tenMilliseconds(model).oversleeps.weight() > 200 && until < 5'000; ++until)
            teach(model, 100e3, 1);
        QVERIFY2(until > 1'214 && until < 2'431, qPrintable(QString::number(until)));
        // One alarm proves little: all but nothing has changed yet.
        QVERIFY(tenMilliseconds(model).choice.margin > 900e3);
        // Of the 100 that all weighs then, at most 2505 / (2505 + 1214) = 67 are from before. They are less
        // than 0.007 once 9 500 have come, or sooner if there is another alarm.
        const int alarm = until;
        for (; tenMilliseconds(model).choice.margin > 200e3 && until < 20'000; ++until)
            teach(model, 100e3, 1);
        QVERIFY2(until > alarm + 500 && until < alarm + 9'500, qPrintable(QString::number(until)));
    }

    void aConstantMachineIsNeverForgotten() {
        const Tuning tuning;
        WakeModel model(tuning);
        teach(model, 123'456, 120'000);
        QVERIFY(near(tenMilliseconds(model).oversleeps.weight(), 8192, 1)); // all that it remembers
    }

    void aSecondSleepIsTakenWhereItIsCheaperThanTheSpin_data() {
        QTest::addColumn<double>("spread"); // of the first sleep, ns
        QTest::addColumn<bool>("once");
        QTest::addColumn<bool>("twice");
        // A second sleep costs 15 µs and a spin of (m − 100)²/200 = 45 µs at m = 195 µs.
        QTest::newRow("wide") << 400e3 << false << true;    // spin 0.9² · 200 = 162 µs
        QTest::newRow("very wide") << 4e6 << false << true; // 0.9² · 2 = 1.6 ms
        QTest::newRow("narrow") << 100e3 << false << false; // 40.5 µs
        QTest::newRow("wide, not wanted") << 400e3 << true << false;
    }
    void aSecondSleepIsTakenWhereItIsCheaperThanTheSpin() {
        QFETCH(double, spread);
        QFETCH(bool, once);
        const Tuning tuning;
        WakeModel model(tuning);
        model.aim(late(0.1, once));
        const std::size_t first = model.indexOf(10ms);
        const std::size_t second = model.indexOf(500us);
        for (int i = 0; i < 4'000; ++i) {
            const double even = (i * 377 % 1000 + 0.5) / 1000; // every thousandth, in mixed order
            model.slept(first, 100e3 + spread * even);
            model.slept(second, 100e3 + 100e3 * even);
            model.refresh();
        }
        QTEST(model.at(first).twice, "twice");
        const double lastCost = model.at(second).wakeCost + model.at(second).choice.spin;
        const double onceCost = model.at(first).wakeCost + model.at(first).choice.spin;
        QCOMPARE(model.costOfWait(first), model.at(first).twice ? 15e3 + lastCost : onceCost);
        QCOMPARE(model.lastOf(first), model.at(first).twice ? second : first);
        // One sleep gets the share whole. Of two the first gets a fiftieth, but no more than leaves a
        // millisecond on average: m²/8 = 1 at m = 2.83 ms, where three tenths come later.
        const double late = !model.at(first).twice ? 0.1 : spread > 1e6 ? 1 - std::sqrt(0.5) : 0.002;
        QVERIFY(near(model.at(first).choice.margin, 100e3 + (1 - late) * spread, 0.02 * spread));
        QVERIFY(near(model.at(second).choice.missed, 0.1, 0.005));
        QVERIFY(!model.at(second).twice);
    }

    /// Oversleeps of up to 1 ms, one in a thousand of 9 ms, and a late share that spinning alone would need.
    /// Then spinning turns out to be a risk: the margin shrinks, also while nothing is slept.
    void theRiskOfSpinningCountsWhileNothingIsSlept() {
        const Tuning tuning;
        WakeModel model(tuning);
        model.aim(late(0.0001));
        for (int i = 0; i < 8'000; ++i)
            teach(model, i % 1'000 == 999 ? 9e6 : 1e6 * (i * 377 % 1'000 + 0.5) / 1'000, 1);
        QVERIFY(tenMilliseconds(model).choice.margin > 8e6);
        for (int i = 0; i < 100; ++i) {
            model.outcome().spun(10e6,
                                 true); // 100 late ones in a second: 8 ms more are late by 0.8, not by 0.001
            model.spunThrough();
            model.refresh();
        }
        // The least of P(L > m) + hazard · E[(m − L)+]: 0.1 per ms, so m²/2 · 0.1 − m, up to 1 ms: there.
        QVERIFY(near(tenMilliseconds(model).choice.margin, 1e6, 7e4));
    }

    /// A longer second sleep costs nothing: the first gets a fiftieth of the late share.
    void theFirstOfTwoIsHardlyEverLate() {
        const Tuning tuning;
        WakeModel model(tuning);
        model.aim(late(0.5));
        const std::size_t first = model.indexOf(10ms);
        for (int i = 0; i < 4'000; ++i) {
            const double even = (i * 377 % 1000 + 0.5) / 1000;
            model.slept(first, 100e3 + 400e3 * even); // half of it: a spin of 50 µs
            model.slept(model.indexOf(500us), 100e3 + 10e3 * even);
            model.refresh();
        }
        QVERIFY(model.at(first).twice);
        QVERIFY(model.at(first).choice.missed < 0.03); // a bucket is 4 % wide, and the last one taken whole
        QVERIFY(near(model.at(model.indexOf(500us)).choice.missed, 0.5, 0.03));
    }

    void whatElseMakesFramesLateComesOffTheLateShare_data() {
        QTest::addColumn<int>("othersOf100");
        QTest::addColumn<bool>("once");
        QTest::addColumn<double>("left"); // of the late share of 0.1
        QTest::newRow("none") << 0 << false << 0.1;
        QTest::newRow("some") << 4 << false << 0.06;
        QTest::newRow("much") << 20 << false << 0.05;         // at least half of it
        QTest::newRow("without a spin") << 20 << true << 0.1; // centred on its own sleeps
    }
    void whatElseMakesFramesLateComesOffTheLateShare() {
        QFETCH(int, othersOf100);
        QFETCH(bool, once);
        QFETCH(double, left);
        const Tuning tuning;
        WakeModel model(tuning);
        model.aim(late(0.1, once));
        for (int i = 0; i < 20'000; ++i) {
            model.outcome().waited(i * 37 % 100 < othersOf100);
            teach(model, 100e3 + 100e3 * (i * 377 % 1'000 + 0.5) / 1'000, 1);
        }
        QVERIFY(near(tenMilliseconds(model).choice.missed, left, 0.004)); // 4 % fade up and down by 0.2 %
    }

    void theCostOfAWakeUpIsTheMeanOfTheMeasured() {
        const Tuning tuning;
        WakeModel model(tuning);
        const std::size_t length = model.indexOf(10ms);
        QVERIFY(model.wantsCost(length)); // the first, and then one in sixteen
        for (const double cost : {10e3, 20e3, 30e3}) {
            for (int i = 0; i < 16; ++i)
                model.slept(length, 100e3);
            model.cost(length, cost);
        }
        // Of the nth measured an nth, where the prior is the first: 15 → 12.5 → 15 → 18.75 µs.
        QVERIFY(near(model.at(length).wakeCost, 18.75e3, 1));
        int wanted = 0;
        for (int i = 0; i < 1'600; ++i) {
            model.slept(length, 100e3);
            model.refresh();
            if (model.wantsCost(length)) {
                model.cost(length, 20e3);
                ++wanted;
            }
        }
        QCOMPARE(wanted, 100);
    }

    void spinningThatEndsLateIsARisk() {
        const Tuning tuning;
        WakeModel model(tuning);
        QCOMPARE(model.outcome().hazard(), 0.0);
        for (int i = 0; i < 400; ++i)
            model.outcome().spun(1e6,
                                 i % 10 ==
                                     0); // 40 in 0.4 s, fading over 2048 waits, and what is taken for granted
        const double left = 1 - 1.0 / 2048; // of each, a wait later
        const double spun = 1e6 * 2048 * (1 - std::pow(left, 400));
        const double lost = std::pow(left, 9) * (1 - std::pow(left, 400)) / (1 - std::pow(left, 10));
        QVERIFY(near(model.outcome().hazard(), (lost + 0.2) / (spun + 20e6), 1e-12));
        WakeModel changed = model;
        changed.doubt(); // the machine is another one: what is known of it weighs as much as 15 ms
        changed.outcome().spun(85e6, false);
        QVERIFY(near(changed.outcome().hazard(),
                     (left * lost * 15e6 / spun + 0.2) / (left * 15e6 + 85e6 + 20e6), 1e-12));
        for (int i = 0; i < 10'000; ++i)
            model.outcome().spun(1e6, i % 100 == 0);             // ten a second: what was before fades
        QVERIFY(near(model.outcome().hazard(), 10 / 1e9, 4e-9)); // it stands on twenty of them
    }
};

JITTERSCOPE_TEST(WakeModelTest)

} // namespace jitterscope::wake_model_test

#include "wake_model_test.moc"

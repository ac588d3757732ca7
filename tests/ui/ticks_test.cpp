// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/plot/ticks.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace jitterscope::ticks_test {

using namespace jitterscope::ui;

namespace {

QStringList labels(const std::vector<LabelledTick>& ticks) {
    QStringList list;
    for (const LabelledTick& tick : ticks)
        list << QString::fromStdString(tick.label);
    return list;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

class TicksTest : public QObject {
    Q_OBJECT

private slots:
    void stepsAreOneTwoFive_data() {
        QTest::addColumn<double>("rough");
        QTest::addColumn<double>("expected");
        QTest::newRow("1") << 1.0 << 1.0;
        QTest::newRow("1.01") << 1.01 << 2.0;
        QTest::newRow("3") << 3.0 << 5.0;
        QTest::newRow("7") << 7.0 << 10.0;
        QTest::newRow("0.03") << 0.03 << 0.05;
        QTest::newRow("1568") << 1568.0 << 2000.0;
        QTest::newRow("zero") << 0.0 << 1.0;
        QTest::newRow("negative") << -4.0 << 1.0;
        QTest::newRow("infinite") << kInfinity << 1.0;
    }
    void stepsAreOneTwoFive() {
        QFETCH(double, rough);
        QFETCH(double, expected);
        QVERIFY(std::abs(niceStep(rough) - expected) < 1e-9 * expected);
    }
    void ticksLieInTheRangeAndAreFew() {
        for (const Range range :
             {Range{16.655, 16.69}, Range{-30, 0}, Range{0, 6271}, Range{1e-9, 2e-9}, Range{-1e12, 1e12}}) {
            const auto values = roundTicks(range.low, range.high, 6);
            QVERIFY(values.size() >= 2 && values.size() <= 7);
            for (const double value : values)
                QVERIFY(value >= range.low - range.span() * 1e-6 &&
                        value <= range.high + range.span() * 1e-6);
        }
    }
    void emptyAndInfiniteRangesHaveNoTicks() {
        for (const Range range : {Range{1, 1}, Range{2, 1}, Range{0, kInfinity}, Range{std::nan(""), 1}}) {
            QVERIFY(roundTicks(range.low, range.high, 5).empty());
            QVERIFY(frameTimeLabels(1e6)(range, 5).empty());
            QVERIFY(std::isfinite(niceRange({0, range.high}, 5).low));
        }
    }
    void labelsHaveTheDecimalsTheyNeed() {
        QCOMPARE(labels(numberLabels()({0, 1}, 5)), QStringList({"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
        QCOMPARE(labels(numberLabels({}, 1e6)({0, 2e6}, 4)),
                 QStringList({"0.0", "0.5", "1.0", "1.5", "2.0"}));
        QCOMPARE(labels(numberLabels(" %")({0, 10}, 2)), QStringList({"0 %", "5 %", "10 %"}));
    }
    void frameTimesAreLabelledWholeUntilTooManyDecimals() {
        constexpr double kPeriod = 1e9 / 60;
        QCOMPARE(labels(frameTimeLabels(kPeriod)({-1700, 3400}, 6)),
                 QStringList({"16.665", "16.666", "16.667", "16.668", "16.669", "16.670"}));
        const QStringList narrow = labels(frameTimeLabels(kPeriod)({-100, 100}, 4));
        QVERIFY2(narrow.contains(QStringLiteral("+50")) && narrow.contains(QStringLiteral("0")),
                 qPrintable(narrow.join(u' ')));
        QVERIFY(frameTimeTitle(kPeriod)({-100, 100}).ends_with("ns"));
        QCOMPARE(frameTimeTitle(kPeriod)({-1e6, 1e6}), std::string("frame time, ms"));
    }
    void aTimeAxisGrowsInSteps() {
        QCOMPARE(secondsAgo(0, 30).low, -10.0);
        QCOMPARE(secondsAgo(10.5, 30).low, -20.0);
        QCOMPARE(secondsAgo(29, 30).low, -30.0);
        QCOMPARE(secondsAgo(1e9, 30).low, -30.0);
    }
    void aSteadyRangeGrowsAtOnceAndShrinksLate() {
        SteadyRange range(5, 3);
        QCOMPARE(range.follow({0, 9}).high, 10.0);
        QCOMPARE(range.follow({0, 11}).high, 15.0);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(range.follow({0, 2}).high, 15.0);
        QCOMPARE(range.follow({0, 2}).high, 2.0);
        QCOMPARE(range.follow({0, kInfinity}).high, 2.0);
    }
};

JITTERSCOPE_TEST(TicksTest)

} // namespace jitterscope::ticks_test

#include "ticks_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace jitterscope::format_test {

using namespace jitterscope::ui;

class FormatTest : public QObject {
    Q_OBJECT

private slots:
    void fileNamesCarryStrategyRateAndMachine() {
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("adaptive");
        plan.period = Period::parseRate("60000/1001").value();
        QCOMPARE(format::fileStem(plan), QStringLiteral("adaptive-60000_1001hz-here"));
        plan.period = Period::parseRate("59.94").value();
        plan.machine = machineChoice("recorded");
        plan.machine.file = "/tmp/büro: 2.\n/my laptop?*.csv";
        const QString name = format::fileStem(plan);
        QCOMPARE(name, QStringLiteral("adaptive-59.94hz-recorded-my_laptop__"));
        QCOMPARE(format::fileSafe(QStringLiteral("..\\a/b:c\"é")), QStringLiteral("_._a_b_c__"));
        QVERIFY(format::fileSafe(QString(500, u'x')).size() <= 60);
    }
    void duration_data() {
        QTest::addColumn<double>("ns");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* text, double ns) {
            QTest::newRow(text) << ns << QString::fromUtf8(text);
        };
        row("0 ns", 0);
        row("0 ns", 0.4);
        row("35 ns", 35);
        row("−35 ns", -35);
        row("999 ns", 999.4);
        row("1.00 µs", 999.6);
        row("3.50 µs", 3'500);
        row("12.3 µs", 12'340);
        row("194.8 µs", 194'840);
        row("999.9 µs", 999'940);
        row("1.00 ms", 999'960);
        row("16.67 ms", 16'666'667);
        row("120.0 ms", 120'000'000);
        row("1.00 s", 1e9);
        row("86400.00 s", 86'400e9);
        row("–", std::numeric_limits<double>::quiet_NaN());
        row("–", std::numeric_limits<double>::infinity());
    }
    void duration() {
        QFETCH(double, ns);
        QFETCH(QString, expected);
        QCOMPARE(format::duration(ns), expected);
    }
    void signedDuration() {
        QCOMPARE(format::signedDuration(1'100), QStringLiteral("+1.10 µs"));
        QCOMPARE(format::signedDuration(-1'100), QStringLiteral("−1.10 µs"));
        QCOMPARE(format::signedDuration(0), QStringLiteral("0 ns"));
    }
    void frameTimesOfOnePeriodShareUnitAndDecimals() {
        constexpr double k60 = 1e9 / 60;
        QCOMPARE(format::frameTime(16'666'667, k60), QStringLiteral("16.667 ms"));
        QCOMPARE(format::frameTime(9'999'999, k60), QStringLiteral("10.000 ms"));
        QCOMPARE(format::frameTime(1'000'000, 1e6), QStringLiteral("1.0000 ms"));
        QCOMPARE(format::frameTime(250'000, 250'000), QStringLiteral("250.00 µs"));
    }
    void rate() {
        QCOMPARE(format::rate(59.998), QStringLiteral("59.998 Hz"));
        QCOMPARE(format::rate(144), QStringLiteral("144.00 Hz"));
        QCOMPARE(format::rate(1000), QStringLiteral("1000.0 Hz"));
        QCOMPARE(format::rate(100'000), QStringLiteral("100000 Hz"));
        QCOMPARE(format::rate(std::nan("")), QStringLiteral("–"));
    }
    void percent_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("0") << 0.0 << QStringLiteral("0 %");
        QTest::newRow("tiny") << 0.001 << QStringLiteral("<0.01 %");
        QTest::newRow("small") << 0.02 << QStringLiteral("0.02 %");
        QTest::newRow("usual") << 4.8 << QStringLiteral("4.8 %");
        QTest::newRow("whole") << 100.0 << QStringLiteral("100 %");
        QTest::newRow("many cores") << 412.3 << QStringLiteral("412 %");
    }
    void percent() {
        QFETCH(double, value);
        QFETCH(QString, expected);
        QCOMPARE(format::percent(value), expected);
    }
    void countsAreGrouped() {
        QCOMPARE(format::count(0), QStringLiteral("0"));
        QCOMPARE(format::count(999), QStringLiteral("999"));
        QCOMPARE(format::count(1'000), QStringLiteral("1\u2009000"));
        QCOMPARE(format::count(-12'345'678), QStringLiteral("−12\u2009345\u2009678"));
        QCOMPARE(format::needs(1000), QStringLiteral("needs 1000"));
    }
    void elapsed() {
        QCOMPARE(format::elapsed(7.9), QStringLiteral("00:07"));
        QCOMPARE(format::elapsed(3'723), QStringLiteral("1:02:03"));
        QCOMPARE(format::elapsed(-1), QStringLiteral("00:00"));
    }
    void ppm() {
        QCOMPARE(format::ppm(0.01), QStringLiteral("0.0 ppm"));
        QCOMPARE(format::ppm(0.12), QStringLiteral("+0.1 ppm"));
        QCOMPARE(format::ppm(-9311), QStringLiteral("−9\u2009311 ppm"));
    }
    void negativeZeroHasNoSign() { QCOMPARE(format::number(-0.0001, 2), QStringLiteral("0.00")); }
    void aChangeOfPlanIsNamedInAFewWords() {
        const RunPlan before = standardPlan();
        RunPlan after = before;
        QCOMPARE(format::planChange(before, after), QString());
        after.strategy.values.set(0, 2);
        QCOMPARE(format::planChange(before, after), QStringLiteral("X 2"));
        after.period = Period::parseRate("144").value();
        QCOMPARE(format::planChange(before, after), QStringLiteral("X 2, 144 Hz"));
        after.strategy = sleepChoice("spin");
        after.load = 3;
        QVERIFY(format::planChange(before, after).contains(QStringLiteral("144 Hz")));
    }
};

JITTERSCOPE_TEST(FormatTest)

} // namespace jitterscope::format_test

#include "format_test.moc"

// SPDX-License-Identifier: MIT
#include "core/experiment/oracle.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::oracle_test {

namespace {

bool near(std::optional<double> value, double expected) {
    return value && std::fabs(*value - expected) < 1e-6 * expected;
}

/// `count` sleeps of one length that wake 1, 2, … `count` µs late.
void addSleeps(MarginOracle& oracle, std::int64_t asked, int count, SleepKind kind = SleepKind::Absolute) {
    for (int i = 1; i <= count; ++i)
        oracle.add({0, asked, asked + 1'000 * i, 0, kind});
}

} // namespace

/// Expected values by hand: with oversleeps 1 … n µs and a margin of m µs the mean spin is m(m − 1)/2n µs.
class OracleTest : public QObject {
    Q_OBJECT

private slots:
    void theCheapestMarginOfALateShare() {
        MarginOracle oracle(Nanoseconds{0});
        addSleeps(oracle, 15'000'000, 1'000);
        oracle.addWakeUps(20'000'000, 1'000, 1'000);             // 20 µs each
        const Period period = Period::parseRate("62.5").value(); // 16 ms
        // A tenth late: m = 900 µs, spin 404.55 µs.
        QVERIFY(near(oracle.cpuPercent(period, 0.1, SleepKind::Absolute), 100 * (20 + 404.55) / 16'000));
        // None late: m = 1000 µs, spin 499.5 µs.
        QVERIFY(near(oracle.cpuPercent(period, 0, SleepKind::Absolute), 100 * (20 + 499.5) / 16'000));
        // All late: no margin at all, the wake-up alone.
        QVERIFY(near(oracle.cpuPercent(period, 1, SleepKind::Absolute), 100 * 20.0 / 16'000));
    }

    void whatIsWithinTheToleranceIsNotLate() {
        MarginOracle oracle(Nanoseconds{100'000});
        addSleeps(oracle, 15'000'000, 1'000);
        oracle.addWakeUps(20'000'000, 1'000, 1'000);
        // m = 800 µs, spin 319.6 µs.
        QVERIFY(near(oracle.cpuPercent(Period::parseRate("62.5").value(), 0.1, SleepKind::Absolute),
                     100 * (20 + 319.6) / 16'000));
    }

    void aMarginCountsForTheLengthThatItLeaves() {
        MarginOracle oracle(Nanoseconds{0});
        addSleeps(oracle, 4'000'000, 1'000); // of 16 ms these would leave 12 ms to spin
        oracle.addWakeUps(20'000'000, 1'000, 1'000);
        const auto cpu = oracle.cpuPercent(Period::parseRate("62.5").value(), 0.1, SleepKind::Absolute);
        QVERIFY(cpu && *cpu > 70 && *cpu < 80); // 12 ms but for up to a quarter octave
    }

    void spinningIsTheCheapestWhereNoSleepFits() {
        MarginOracle oracle(Nanoseconds{0});
        addSleeps(oracle, 200'000, 1'000); // up to a millisecond late, in a period of 250 µs
        oracle.addWakeUps(20'000'000, 1'000, 1'000);
        QVERIFY(near(oracle.cpuPercent(Period::parseRate("4000").value(), 0.001, SleepKind::Absolute), 100));
    }

    void otherKindsOfSleepCountWhereThereIsNoneOfTheOwn() {
        MarginOracle oracle(Nanoseconds{0});
        addSleeps(oracle, 15'000'000, 1'000, SleepKind::Relative);
        addSleeps(oracle, 15'000'000, 500, SleepKind::Timer); // half as late
        oracle.addWakeUps(20'000'000, 1'000, 1'000);
        const Period period = Period::parseRate("62.5").value();
        QVERIFY(near(oracle.cpuPercent(period, 0.1, SleepKind::Relative), 100 * (20 + 404.55) / 16'000));
        // m = 450 µs of 500: spin 202.05 µs
        QVERIFY(near(oracle.cpuPercent(period, 0.1, SleepKind::Timer), 100 * (20 + 202.05) / 16'000));
        QVERIFY(near(oracle.cpuPercent(period, 0.1, SleepKind::Absolute), 100 * (20 + 202.05) / 16'000));
    }

    void aFewLuckySleepsAreNotChosen() {
        MarginOracle oracle(Nanoseconds{0});
        addSleeps(oracle, 14'000'000, 1'000);
        for (int i = 0; i < 200; ++i) // of the next longer group, and never late
            oracle.add({0, 14'800'000, 14'800'001, 0, SleepKind::Absolute});
        oracle.addWakeUps(20'000'000, 1'000, 1'000);
        // Two in a hundred late: 20 of the many, 4 of the few, which say too little. m = 980 µs.
        QVERIFY(near(oracle.cpuPercent(Period::parseRate("67.2").value(), 0.02, SleepKind::Absolute),
                     100 * (20 + 980.0 * 979 / 2000) * 67.2 / 1e6));
    }

    void withoutEnoughSleepsThereIsNone() {
        MarginOracle oracle(Nanoseconds{0});
        const Period period = Period::parseRate("62.5").value();
        QVERIFY(!oracle.cpuPercent(period, 0.1, SleepKind::Absolute));
        addSleeps(oracle, 15'000'000, 1'000);
        QVERIFY(!oracle.cpuPercent(period, 0.1, SleepKind::Absolute)); // what does a wake-up cost?
        MarginOracle few(Nanoseconds{0});
        addSleeps(few, 15'000'000, 199);
        few.addWakeUps(1e6, 199, 199);
        QVERIFY(!few.cpuPercent(period, 0.1, SleepKind::Absolute));
    }

    void wakeUpsOfStrategiesWithOneSleepAWaitTellTheCost() {
        MarginOracle oracle(Nanoseconds{0});
        QVERIFY(!oracle.wakeCost());
        oracle.addWakeUps(50e6, 5'000, 1'000); // five short ones a wait
        QVERIFY(near(oracle.wakeCost(), 10e3));
        oracle.addWakeUps(20e6, 1'000, 1'000);
        oracle.addWakeUps(40e6, 1'050, 1'000);
        QVERIFY(near(oracle.wakeCost(), 60e6 / 2'050));
    }
};

JITTERSCOPE_TEST(OracleTest)

} // namespace jitterscope::oracle_test

#include "oracle_test.moc"

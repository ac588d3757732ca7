// SPDX-License-Identifier: MIT
#include "core/run/recent_waits.h"
#include "tests/support/forecast_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::recent_waits_test {

using namespace std::chrono_literals;

namespace {

bool near(double value, double expected, double tolerance) {
    return std::fabs(value - expected) <= tolerance;
}

/// Waits of 1 ms with one sleep, a spin of 100 µs and, one in `lateEvery`, 50 µs of that after the deadline.
RecentWaits even(int waits, int lateEvery) {
    RecentWaits recent;
    WaitFacts facts;
    facts.nativeSleeps = 1;
    facts.spin = 100'000;
    for (int i = 1; i <= waits; ++i) {
        const TimePoint due(i * 1ms);
        recent.add(facts, due, due + (i % lateEvery == 0 ? 50us : 0us), 1us);
    }
    return recent;
}

} // namespace

/// What the waits of late say of those to come. Expected values by hand, and by what then came.
class RecentWaitsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsSaidOfAFewWaits() {
        QVERIFY(!even(511, 10).next(LearnedLatency()));
        QVERIFY(even(512, 10).next(LearnedLatency()));
        RecentWaits recent = even(2'048, 10);
        recent.clear();
        QVERIFY(!recent.next(LearnedLatency()));
    }

    void theMeanIsForetold() {
        LearnedLatency learned;
        learned.sleepCost = 20'000;
        const WaitForecast next = even(4'096, 32).next(learned).value();
        QCOMPARE(next.waits, std::int64_t{2'048});
        QVERIFY(near(next.late, 1.0 / 32, 1e-12));
        // 20 µs a sleep; 100 µs a spin, but of one in 32 the last 50 µs were another thread's.
        QVERIFY(near(next.cpu, 0.12 - 0.05 / 32, 1e-9));
        // 64 of 2048, and as uncertain that of the next 2048: 2.14 · √(64 + 64) = 24 either way.
        QVERIFY2(near(2'048 * next.lateHigh, 64 + 24, 3), qPrintable(QString::number(2'048 * next.lateHigh)));
        QVERIFY2(near(2'048 * next.lateLow, 64 - 24, 3), qPrintable(QString::number(2'048 * next.lateLow)));
        QVERIFY(near(next.cpuHigh - next.cpu, 0.03 * next.cpu, 1e-6)); // all blocks alike
    }

    void aFewLateFramesMayBeNone() {
        const WaitForecast next = even(2'048, 600).next(LearnedLatency()).value();
        QCOMPARE(next.lateLow, 0.0);
        QVERIFY(2'048 * next.lateHigh > 8 && 2'048 * next.lateHigh < 14);
    }

    /// In nine of ten runs on each machine, what then came lies in the stated interval, and the means are
    /// within 1.5 times of each other: late frames by the clock read after each wait, CPU by the machine's
    /// own count.
    void whatIsForetoldComes_data() {
        QTest::addColumn<QByteArray>("machine");
        QTest::addColumn<int>("hertz");
        for (const char* machine : {"linux-slack1", "linux-slack1-loaded", "linux-rt-loaded", "windows-15ms",
                                    "windows-1ms-loaded", "fake-scheduler"}) {
            for (const int hertz : {60, 144, 1000})
                QTest::addRow("%s %d", machine, hertz) << QByteArray(machine) << hertz;
        }
    }
    void whatIsForetoldComes() {
        QFETCH(QByteArray, machine);
        QFETCH(int, hertz);
        constexpr int kRuns = 20;
        int late = 0;
        int cpu = 0;
        double said[2] = {};
        double came[2] = {};
        for (int seed = 101; seed <= 100 + kRuns; ++seed) { // not those of the benchmark
            const test::Foretold run =
                test::foretell(machine.constData(), hertz, static_cast<std::uint64_t>(seed));
            late += run.late >= run.forecast.lateLow && run.late <= run.forecast.lateHigh ? 1 : 0;
            cpu += run.cpu >= run.forecast.cpuLow && run.cpu <= run.forecast.cpuHigh ? 1 : 0;
            said[0] += run.forecast.late / kRuns;
            came[0] += run.late / kRuns;
            said[1] += run.forecast.cpu / kRuns;
            came[1] += run.cpu / kRuns;
        }
        // Where 19 of 20 are expected, 16 and fewer are less than one in sixty.
        QVERIFY2(late >= 17 && cpu >= 17, qPrintable(QString("late %1, CPU %2 of 20").arg(late).arg(cpu)));
        QVERIFY(said[1] < 1.5 * came[1] && came[1] < 1.5 * said[1]);
        QVERIFY(near(said[0], came[0], 0.002) || (said[0] < 1.5 * came[0] && came[0] < 1.5 * said[0]));
    }
};

JITTERSCOPE_TEST(RecentWaitsTest)

} // namespace jitterscope::recent_waits_test

#include "recent_waits_test.moc"

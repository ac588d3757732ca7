// SPDX-License-Identifier: MIT
#include "core/experiment/point_watch.h"
#include "core/machine/control_groups.h"
#include "core/machine/disturbance.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <deque>

namespace jitterscope::disturbance_test {

using namespace std::chrono_literals;

namespace {

/// Counters as a test writes them down.
class ScriptedMeter final : public CpuMeter {
public:
    explicit ScriptedMeter(std::deque<CpuCounters> readings) : m_readings(std::move(readings)) {}
    CpuCounters read() noexcept override {
        const CpuCounters next = m_readings.front();
        if (m_readings.size() > 1)
            m_readings.pop_front();
        return next;
    }

private:
    std::deque<CpuCounters> m_readings;
};

/// At `at` ms two processors were busy for `busy` ms together, this process for `own`.
CpuCounters counters(int at, int busy, int own) {
    CpuCounters reading;
    reading.at = TimePoint(std::chrono::milliseconds(at));
    reading.machineBusy = std::chrono::milliseconds(busy);
    reading.machineTotal = std::chrono::milliseconds(2 * at);
    reading.process = std::chrono::milliseconds(own);
    return reading;
}

} // namespace

class DisturbanceTest : public QObject {
    Q_OBJECT
private slots:
    void othersAreWhatThisProcessDidNotUse() {
        CpuUsage usage;
        usage.wall = 1s;
        usage.machinePercent = 80; // of two processors: 1.6 s
        usage.processPercent = 60; // 0.6 s
        QCOMPARE(othersPercent(usage, 2), std::optional(50.0));
        usage.processPercent = 170; // the counters' ticks differ
        QCOMPARE(othersPercent(usage, 2), std::optional(0.0));
        usage.wall = 499ms;
        QVERIFY(!othersPercent(usage, 2));
        usage.wall = 1s;
        usage.machinePercent.reset();
        QVERIFY(!othersPercent(usage, 2));
    }

    /// A hypervisor's time is busy time, but not that of programs.
    void stealIsNobodysProgram() {
        CpuUsage usage;
        usage.wall = 1s;
        usage.machinePercent = 80;
        usage.processPercent = 60;
        usage.stealPercent = 30;
        QCOMPARE(othersPercent(usage, 2), std::optional(20.0));
    }

    void whatDisturbedSaysWhoSaysSo_data() {
        QTest::addColumn<double>("others");
        QTest::addColumn<double>("pressure");
        QTest::addColumn<double>("steal");
        QTest::addColumn<QString>("said");
        QTest::newRow("calm") << 24.9 << 49.9 << 1.9 << QString();
        const auto who = QString::fromUtf8(saysBusy(kOwnSystem).data());
        QTest::newRow("others") << 25.0 << 0.0 << 0.0
                                << QStringLiteral("other programs used 25 % of the processors (%1)").arg(who);
        QTest::newRow("pressure") << 0.0 << 50.0 << 0.0
                                  << QStringLiteral("threads had to wait for a processor in 50 % of the time "
                                                    "(/proc/pressure/cpu)");
        QTest::newRow("steal") << 0.0 << 0.0 << 2.0
                               << QStringLiteral("the hypervisor took 2.0 % of the time (/proc/stat)");
    }
    void whatDisturbedSaysWhoSaysSo() {
        QFETCH(double, others);
        QFETCH(double, pressure);
        QFETCH(double, steal);
        QFETCH(QString, said);
        const std::vector<std::string> list = disturbancesOf({others, pressure, steal});
        QCOMPARE(list.size(), said.isEmpty() ? std::size_t{0} : std::size_t{1});
        QVERIFY(said.isEmpty() || QString::fromStdString(list.front()) == said);
        QVERIFY(!MachineLoad{}.known() && disturbancesOf({}).empty());
    }

    /// Of 2 s in ticks of all processors, and of the clock's 1 s.
    void usageHasPressureAndSteal() {
        CpuCounters from = counters(0, 0, 0);
        from.machineSteal = 0ms;
        from.cpuPressure = 5s;
        CpuCounters to = counters(1000, 500, 100);
        to.machineSteal = 50ms;
        to.cpuPressure = 5s + 640ms;
        const CpuUsage usage = usageBetween(from, to);
        QCOMPARE(usage.stealPercent, std::optional(2.5)); // of 2 s
        QCOMPARE(usage.pressurePercent, std::optional(64.0));
        to.cpuPressure = 7s; // it has another clock
        QCOMPARE(usageBetween(from, to).pressurePercent, std::optional(100.0));
        to.at = TimePoint(499ms);
        QVERIFY(!usageBetween(from, to).pressurePercent && !usageBetween(from, to).stealPercent);
    }

    void thePointsAreNamed() {
        // Of the first second a tenth is others'; of the second 40 %; then two short points that are judged
        // together.
        PointWatch watch(
            std::make_unique<ScriptedMeter>(std::deque{counters(0, 0, 0), counters(1000, 300, 100),
                                                       counters(2000, 1200, 200), counters(2300, 1500, 210),
                                                       counters(2600, 2000, 220), counters(3600, 2100, 300)}),
            2);
        for (std::size_t row = 0; row < 5; ++row)
            watch.rowAdded(row);
        // 900−100 of 2000 ms; then 800−20 of 1200 ms = 65 %
        QCOMPARE(watch.note(5),
                 std::string("disturbed: points 2–4; other programs used 65 % of the processors"));
    }

    void anUndisturbedExperimentSaysNothing() {
        PointWatch watch(
            std::make_unique<ScriptedMeter>(std::deque{counters(0, 0, 0), counters(1000, 200, 100)}), 2);
        watch.rowAdded(0);
        QVERIFY(watch.note(1).empty());
    }

    void fewerProcessorsAreSaid() {
        QCOMPARE(affinityText(1, 2),
                 std::string("it may run on 1 of 2 processors alone (taskset, a cpuset or CPUAffinity=)"));
        QVERIFY(affinityText(2, 2).empty());
        QVERIFY(affinityText(0, 2).empty() && affinityText(2, 0).empty()); // not known
    }

    /// A quota that was used up is said, and one that was not is no news.
    void aQuotaIsNamed() {
        const Throttling before{5, std::chrono::milliseconds{200}};
        QCOMPARE(throttlingText(before, Throttling{17, std::chrono::milliseconds{1400}}),
                 std::string("the quota of its control group stopped it 12 times, for 1.2 s"));
        QCOMPARE(throttlingText(before, Throttling{6, std::chrono::milliseconds{250}}),
                 std::string("the quota of its control group stopped it once, for 50 ms"));
        QVERIFY(throttlingText(before, before).empty());
        QVERIFY(throttlingText(std::nullopt, before).empty());
        QVERIFY(throttlingText(before, std::nullopt).empty());
    }
};

JITTERSCOPE_TEST(DisturbanceTest)

} // namespace jitterscope::disturbance_test

#include "disturbance_test.moc"

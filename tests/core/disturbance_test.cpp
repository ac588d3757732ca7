// SPDX-License-Identifier: MIT
#include "core/experiment/point_watch.h"
#include "core/machine/disturbance.h"

#include <QTest>

#include <cmath>
#include <deque>

using namespace jitterscope;
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
};

QTEST_APPLESS_MAIN(DisturbanceTest)
#include "disturbance_test.moc"

// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/time/scripted_time.h"
#include "tests/support/allocations.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace jitterscope::sleep_contract_test {

using namespace std::chrono_literals;

/// What the base header promises, for every strategy of the catalogue.
class SleepContractTest : public QObject {
    Q_OBJECT

private:
    static void strategies() {
        QTest::addColumn<QByteArray>("id");
        for (const SleepEntry& entry : sleepCatalog())
            QTest::newRow(std::string(entry.id).c_str())
                << QByteArray(entry.id.data(), static_cast<qsizetype>(entry.id.size()));
    }
    static const SleepEntry& entryOf(const QByteArray& id) {
        return *findEntry(sleepCatalog(), id.toStdString());
    }

private slots:
    void aPassedDeadlineReturnsAtOnce_data() { strategies(); }
    void aPassedDeadlineReturnsAtOnce() {
        QFETCH(QByteArray, id);
        const SleepEntry& entry = entryOf(id);
        ScriptedTime time;
        time.advance(1s);
        const auto strategy = entry.make(time, ParameterValues(entry.parameters));
        for (const Nanoseconds past : {Nanoseconds(0), Nanoseconds(1), Nanoseconds(500ms)}) {
            strategy->sleepUntil(TimePoint(1s) - past);
            QCOMPARE(time.at(), TimePoint(1s));
        }
        QVERIFY(time.sleeps().empty());
    }

    void noneIsEverEarlyUnlessItSaysSo_data() { strategies(); }
    void noneIsEverEarlyUnlessItSaysSo() {
        QFETCH(QByteArray, id);
        const SleepEntry& entry = entryOf(id);
        for (const MachineEntry& machine : machineCatalog()) {
            if (!machine.simulated || machine.needsFile)
                continue;
            const auto time = makeSimulatedTime(machineChoice(machine.id), 11).value();
            const auto strategy = entry.make(*time, ParameterValues(entry.parameters));
            Random random(3);
            for (int i = 0; i < 300; ++i) {
                const TimePoint deadline = time->now() + Nanoseconds(random.below(20'000'000));
                strategy->sleepUntil(deadline);
                const TimePoint end = time->now();
                if (!entry.mayWakeEarly)
                    QVERIFY2(end >= deadline, std::string(machine.id).c_str());
                QVERIFY2(end < deadline + 2s, std::string(machine.id).c_str());
            }
        }
    }

    void aStopEndsTheWait_data() { strategies(); }
    void aStopEndsTheWait() {
        QFETCH(QByteArray, id);
        const SleepEntry& entry = entryOf(id);
        for (const Nanoseconds stop : {Nanoseconds(0), Nanoseconds(3ms), Nanoseconds(700ms)}) {
            ScriptedTime time;
            time.setOversleep(50us);
            time.stopAt(TimePoint(stop));
            const auto strategy = entry.make(time, ParameterValues(entry.parameters));
            strategy->sleepUntil(TimePoint(1s));
            QVERIFY(time.at() <= TimePoint(stop) + 1ms);
        }
    }

    void theExtremesOfEveryParameterAreSafe_data() { strategies(); }
    void theExtremesOfEveryParameterAreSafe() {
        QFETCH(QByteArray, id);
        const SleepEntry& entry = entryOf(id);
        for (std::size_t index = 0; index < entry.parameters.size(); ++index) {
            for (const double value : {entry.parameters[index].minimum, entry.parameters[index].maximum}) {
                const auto time = makeSimulatedTime(machineChoice("linux-default"), 5).value();
                ParameterValues values(entry.parameters);
                values.set(index, value);
                const auto strategy = entry.make(*time, values);
                for (int i = 0; i < 50; ++i) {
                    const TimePoint deadline = time->now() + 16'666'667ns;
                    strategy->sleepUntil(deadline);
                    QVERIFY(entry.mayWakeEarly || time->now() >= deadline);
                }
            }
        }
    }

    void everyEntryExplainsItself_data() { strategies(); }
    void everyEntryExplainsItself() {
        QFETCH(QByteArray, id);
        const SleepEntry& entry = entryOf(id);
        QVERIFY(entry.name.size() > 3 && entry.description.size() > 40 && entry.source.size() > 5);
        for (const ParameterInfo& info : entry.parameters) {
            QVERIFY(!info.name.empty() && !info.label.empty() && info.meaning.size() > 15);
            QVERIFY(info.minimum <= info.standard && info.standard <= info.maximum);
            if (info.unit == Unit::Choice)
                QCOMPARE(static_cast<double>(info.choices.size()), info.maximum + 1);
        }
    }

    /// By its kind a machine decides whether it runs the strategy.
    void itSleepsAsItsEntrySays_data() { strategies(); }
    void itSleepsAsItsEntrySays() {
        QFETCH(QByteArray, id);
        const SleepEntry& entry = entryOf(id);
        ScriptedTime time;
        time.setOversleep(20us);
        const auto strategy = entry.make(time, ParameterValues(entry.parameters));
        for (int i = 0; i < 50; ++i)
            strategy->sleepUntil(time.at() + 20ms);
        for (const ScriptedTime::SleepCall& sleep : time.sleeps())
            QVERIFY2(sleep.kind == entry.kind, std::string(sleepKindId(sleep.kind)).c_str());
        QVERIFY(!time.sleeps().empty() || id == "spin");
    }

    void aWaitNeverAllocates_data() { strategies(); }
    void aWaitNeverAllocates() {
        QFETCH(QByteArray, id);
        const SleepEntry& entry = entryOf(id);
        for (const char* machine : {"linux-default-loaded", "windows-15ms", "fake-scheduler"}) {
            const auto time = makeSimulatedTime(machineChoice(machine), 11).value();
            const auto strategy = entry.make(*time, ParameterValues(entry.parameters));
            const ParameterValues others(entry.parameters);
            const std::int64_t before = test::allocations();
            for (int i = 0; i < 500; ++i)
                strategy->sleepUntil(time->now() + 4ms);
            strategy->setParameters(others);
            (void)strategy->estimate();
            QCOMPARE(test::allocations(), before);
        }
    }

    void idsAreUniqueAndStable() {
        for (const char* id : {"system-sleep", "spin", "precise-sleep", "timer-sleep", "hires-timer",
                               "sliced-sleep", "remaining-sleep", "absolute-sleep"})
            QVERIFY2(findEntry(sleepCatalog(), id) != nullptr, id);
        for (const SleepEntry& a : sleepCatalog()) {
            int same = 0;
            for (const SleepEntry& b : sleepCatalog())
                same += a.id == b.id ? 1 : 0;
            QCOMPARE(same, 1);
        }
    }
};

JITTERSCOPE_TEST(SleepContractTest)

} // namespace jitterscope::sleep_contract_test

#include "sleep_contract_test.moc"

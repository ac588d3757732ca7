// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"
#include "tests/support/loop_bench.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <functional>
#include <map>

using namespace jitterscope;

namespace {

/// A digest that any change of a bit changes (FNV-1a).
class Digest {
public:
    void add(std::uint64_t value) {
        m_hash ^= value;
        m_hash *= 0x100000001b3ULL;
    }
    [[nodiscard]] QByteArray text() const { return QByteArray::number(qulonglong{m_hash}, 16); }

private:
    std::uint64_t m_hash = 0xcbf29ce484222325ULL;
};

QByteArray digestOfRun(const char* machine, const std::function<void(RunPlan&)>& change) {
    RunPlan plan = standardPlan();
    plan.machine = machineChoice(machine);
    plan.seed = 7;
    plan.frames = 500;
    change(plan);
    SimulatedTime time(*modelOf(plan.machine).value(), plan.seed);
    test::LoopBench bench(time);
    bench.run(plan);
    Digest digest;
    for (const FrameSample& sample : bench.frames) {
        for (const std::int64_t value :
             {sample.iteration, sample.start, sample.deadline, sample.work, sample.spin, sample.oversleep,
              sample.nativeSleep, sample.margin, sample.estimate})
            digest.add(static_cast<std::uint64_t>(value));
    }
    return digest.text();
}

QByteArray digestOfExperiment(ExperimentPlan plan) {
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    plan.seed = 7;
    JobControl control;
    const auto result = runExperiment(plan, control);
    Digest digest;
    for (const auto& row : result.value().points.rows) {
        for (const Cell& cell : row) {
            digest.add(std::bit_cast<std::uint64_t>(numberOf(cell).value_or(-1)));
            for (const char letter : wordOf(cell))
                digest.add(static_cast<unsigned char>(letter));
        }
    }
    return digest.text();
}

using Digests = std::map<QByteArray, QByteArray>;

/// One for every entry of every catalogue that computes something.
Digests digestsNow() {
    Digests all;
    const auto key = [](const char* kind, std::string_view id) {
        return QByteArray(kind) + ' ' + QByteArray(id.data(), static_cast<qsizetype>(id.size()));
    };
    for (const SleepEntry& entry : sleepCatalog())
        all[key("strategy", entry.id)] =
            digestOfRun("windows-1ms", [&](RunPlan& plan) { plan.strategy = sleepChoice(entry.id); });
    for (const PacingEntry& entry : pacingCatalog())
        all[key("policy", entry.id)] = digestOfRun("linux-default", [&](RunPlan& plan) {
            plan.policy = policyChoice(entry.id);
            plan.work = workChoice("spikes");
        });
    for (const WorkEntry& entry : workCatalog())
        all[key("work", entry.id)] =
            digestOfRun("linux-default", [&](RunPlan& plan) { plan.work = workChoice(entry.id); });
    for (const MachineEntry& entry : machineCatalog()) {
        if (entry.simulated && !entry.needsFile)
            all[key("machine", entry.id)] =
                digestOfRun("linux-default", [&](RunPlan& plan) { plan.machine = machineChoice(entry.id); });
    }
    for (const ExperimentEntry& entry : experimentCatalog())
        all[key("experiment", entry.id)] = digestOfExperiment(experimentPlan(entry.id));
    ExperimentPlan calibration = experimentPlan("interval-sweep");
    calibration.values.set("calibrate", 1);
    all["calibration"] = digestOfExperiment(calibration);
    return all;
}

} // namespace

/// Simulated rows are the same bytes in Release, in Debug, under sanitizers and on every platform. The
/// digests in tests/core/digests.txt are not right or wrong by themselves: who changes an entry on purpose
/// writes them anew, with JITTERSCOPE_UPDATE_DIGESTS=1 build/release/bin/digests_test, and says so in the
/// commit.
class DigestsTest : public QObject {
    Q_OBJECT

private:
    Digests m_now;
    Digests m_file;

private slots:
    void initTestCase() {
        m_now = digestsNow();
        QFile file(QStringLiteral(JITTERSCOPE_DIGESTS));
        if (qEnvironmentVariableIsSet("JITTERSCOPE_UPDATE_DIGESTS")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            for (const auto& [key, digest] : m_now)
                file.write(key + ' ' + digest + '\n');
            file.close();
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), JITTERSCOPE_DIGESTS);
        for (const QByteArray& line : file.readAll().trimmed().split('\n'))
            m_file[line.left(line.lastIndexOf(' '))] = line.mid(line.lastIndexOf(' ') + 1);
    }

    void everyBuildMakesTheSameBytes_data() {
        QTest::addColumn<QByteArray>("key");
        for (const auto& [key, digest] : m_now)
            QTest::newRow(key.constData()) << key;
    }
    void everyBuildMakesTheSameBytes() {
        QFETCH(QByteArray, key);
        QVERIFY2(m_file.contains(key), "not in tests/core/digests.txt: see the comment of this class");
        QCOMPARE(m_now[key], m_file[key]);
    }

    void theFileNamesNothingThatIsGone() {
        for (const auto& [key, digest] : m_file)
            QVERIFY2(m_now.contains(key), key.constData());
    }
};

QTEST_APPLESS_MAIN(DigestsTest)
#include "digests_test.moc"

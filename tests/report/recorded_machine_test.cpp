// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/report/atomic_file.h"
#include "core/report/csv.h"
#include "core/report/experiment_files.h"
#include "core/report/read_calibration.h"
#include "core/run/collector.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace jitterscope;

namespace {

std::string calibrationOf(std::string_view machine, double repetitions) {
    ExperimentPlan plan = experimentPlan("interval-sweep");
    plan.machine = machineChoice(machine);
    const ExperimentEntry* entry = findEntry(experimentCatalog(), plan.id);
    plan.values.set(static_cast<std::size_t>(parameterIndex(entry->parameters, "calibrate")), 1);
    plan.values.set(static_cast<std::size_t>(parameterIndex(entry->parameters, "repetitions")), repetitions);
    JobControl control;
    auto result = runExperiment(plan, control);
    return result ? experimentCsv(result.value()) : std::string();
}

LoopResult loopOn(const MachineChoice& machine, const char* strategy, const char* rate, std::uint64_t seed) {
    ExperimentPlan plan = experimentPlan("race");
    plan.machine = machine;
    plan.seed = seed;
    JobControl control;
    BenchMachine bench(plan, control, 0);
    RunPlan loop;
    loop.strategy = sleepChoice(strategy);
    loop.period = Period::parseRate(rate).value();
    loop.frames = 20'000;
    loop.warmup = 100;
    return measureLoop(bench, loop, control);
}

/// Within 20 % or 1 µs (for CPU: 0.1 points), whichever is larger.
bool predicts(double predicted, double real, double absolute) {
    return std::fabs(predicted - real) <= std::max(0.2 * std::fabs(real), absolute);
}

} // namespace

class RecordedMachineTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    MachineChoice recorded(const std::string& text, const char* name = "machine.csv") {
        const std::string path = m_folder.filePath(name).toStdString();
        if (!writeWhole(path, text))
            qFatal("cannot write %s", path.c_str());
        MachineChoice machine = machineChoice("recorded");
        machine.file = path;
        return machine;
    }

private slots:
    void aCalibratedMachinePredictsTheOneItWasLearnedFrom_data() {
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<QByteArray>("rate");
        for (const char* strategy : {"system-sleep", "absolute-sleep", "precise-sleep", "spin"}) {
            for (const char* rate : {"60", "1000"})
                QTest::addRow("%s at %s Hz", strategy, rate) << QByteArray(strategy) << QByteArray(rate);
        }
    }
    void aCalibratedMachinePredictsTheOneItWasLearnedFrom() {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, rate);
        static const std::string calibration = calibrationOf("linux-default", 2000);
        const LoopResult real =
            loopOn(machineChoice("linux-default"), strategy.constData(), rate.constData(), 5);
        const LoopResult predicted = loopOn(recorded(calibration), strategy.constData(), rate.constData(), 6);
        QVERIFY(predicts(*predicted.figures.error.p50, *real.figures.error.p50, 1000));
        QVERIFY(predicts(*predicted.figures.error.p99, *real.figures.error.p99, 1000));
        QVERIFY(predicts(*predicted.cpu.threadPercent, *real.cpu.threadPercent, 0.1));
    }

    void theSleepsOfAPlainRunMakeAMachineThatSaysWhatItLacks() {
        Runner runner;
        RunPlan plan;
        plan.strategy = sleepChoice("absolute-sleep");
        plan.machine = machineChoice("linux-slack1");
        plan.frames = 2000;
        QVERIFY(runner.start(plan).ok());
        Collector collector(runner);
        while (!runner.finished())
            collector.drain();
        const std::string path = m_folder.filePath("sleeps.csv").toStdString();
        const auto result = collector.finish();
        QVERIFY(writeSleepsCsv(*result, path).ok());
        const auto model = readMachine(path);
        QVERIFY2(model.ok(), model.ok() ? "" : model.error().message().c_str());
        QCOMPARE(model.value().lacks.size(), std::size_t{2});
        MachineChoice machine = machineChoice("recorded");
        machine.file = path;
        const LoopResult predicted = loopOn(machine, "absolute-sleep", "60", 3);
        QVERIFY(predicts(*predicted.figures.error.p50, *result->figures.error.p50, 1000));
    }

    void damagedFilesAreRefusedWithTheirLine_data() {
        QTest::addColumn<QByteArray>("text");
        const std::string whole = calibrationOf("linux-rt", 20);
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("foreign") << QByteArray("time,value\n1,2\n");
        QTest::newRow("no rows") << QByteArray(
            "# jitterscope-csv: 1\n# kind: experiment\nquantity,kind,length_ns,share,value\n");
        QTest::newRow("other experiment")
            << QByteArray("# jitterscope-csv: 1\n# kind: experiment\nstrategy,frames\nspin,3\n");
        QTest::newRow("nan") << QByteArray(
            "# jitterscope-csv: 1\n# kind: experiment\nquantity,kind,length_ns,share,value\n"
            "oversleep_ns,relative,1000,0,nan\n");
        QTest::newRow("falling") << QByteArray(
            "# jitterscope-csv: 1\n# kind: experiment\nquantity,kind,length_ns,share,value\n"
            "oversleep_ns,relative,1000,0,50\noversleep_ns,relative,1000,0.5,40\n");
        QTest::newRow("samples") << QByteArray("# jitterscope-csv: 1\n# kind: samples\nframe,stretch\n1,2\n");
        QTest::newRow("half") << QByteArray::fromStdString(whole.substr(0, whole.size() / 3));
    }
    void damagedFilesAreRefusedWithTheirLine() {
        QFETCH(QByteArray, text);
        const MachineChoice machine = recorded(text.toStdString(), "damaged.csv");
        const auto model = readMachine(machine.file);
        QVERIFY(!model);
        const std::string message = model.error().message();
        QVERIFY2(message.find("damaged.csv") != std::string::npos, message.c_str());
        QVERIFY2(message.find("line") != std::string::npos, message.c_str());
        QVERIFY(message.find('\n') == std::string::npos);
        RunPlan plan;
        plan.machine = machine;
        Runner runner;
        QVERIFY(!runner.start(plan)); // refused before anything runs
    }

    void aFileCutAnywhereNeverCrashes() {
        const std::string whole = calibrationOf("linux-rt", 20);
        for (std::size_t length = 0; length < whole.size(); length += whole.size() / 97 + 1)
            (void)readMachine(recorded(whole.substr(0, length)).file);
        QVERIFY(readMachine(recorded(whole).file).ok());
    }

    void withoutAFileNothingStarts() {
        RunPlan plan;
        plan.machine = machineChoice("recorded");
        const auto checked = checkPlan(plan);
        QVERIFY(!checked);
        QVERIFY(checked.error().message().find("file=PATH") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(RecordedMachineTest)
#include "recorded_machine_test.moc"

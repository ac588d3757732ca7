// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"
#include "core/files/machine_file.h"
#include "core/files/result_files.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace jitterscope::experiment_matrix_test {

namespace {

QByteArray bytesOf(std::string_view text) {
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

/// Strategies that an experiment is given one at a time; one empty id where it compares none.
std::vector<std::string_view> strategiesFor(const ExperimentEntry& experiment) {
    if (experiment.strategies.empty())
        return {std::string_view()};
    std::vector<std::string_view> ids;
    for (const SleepEntry& strategy : sleepCatalog())
        ids.push_back(strategy.id);
    return ids;
}

/// Values that the experiment has, set to these.
void makeShorter(ExperimentPlan& plan, std::initializer_list<std::pair<const char*, double>> values) {
    for (const auto& [name, value] : values)
        plan.values.setIfThere(name, value);
}

/// What is wrong with a row; empty: nothing.
QByteArray faultOf(const std::vector<Cell>& row, const std::vector<Column>& columns) {
    constexpr double kFarthest = 1e15; // ns, or anything else
    if (row.size() != columns.size())
        return "a row of another width than its columns";
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::optional<double> number = numberOf(row[i]);
        if (number && (!std::isfinite(*number) || std::fabs(*number) > kFarthest))
            return bytesOf(columns[i].name) + " is not finite";
        if (number && columns[i].name == "thread_percent" && (*number < 0 || *number > 100.001))
            return bytesOf(columns[i].name) + " is no share of one core";
    }
    return {};
}

} // namespace

/// Every experiment with every strategy on every simulated machine, in virtual time: it runs to its end, or
/// says in one line why it does not.
class ExperimentMatrixTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// The file of a recorded machine, measured on a simulated one.
    [[nodiscard]] std::string recording() const {
        return m_folder.filePath(QStringLiteral("recorded.csv")).toStdString();
    }

private slots:
    void initTestCase() {
        ExperimentPlan plan = experimentPlan("interval-sweep");
        plan.values.set("calibrate", 1);
        plan.machine = machineChoice("linux-default");
        plan.quick = true;
        JobControl control;
        const auto calibrated = runExperiment(plan, control);
        QVERIFY(calibrated.ok());
        QFile file(QString::fromStdString(recording()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(QByteArray::fromStdString(experimentCsv(calibrated.value()))) > 0);
    }

    void everyExperimentRunsEveryStrategyOnEveryMachine_data() {
        QTest::addColumn<QByteArray>("experiment");
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<QByteArray>("machine");
        for (const ExperimentEntry& experiment : experimentCatalog()) {
            for (const std::string_view strategy : strategiesFor(experiment)) {
                for (const MachineEntry& machine : machineCatalog()) {
                    if (!machine.simulated)
                        continue; // takes minutes of real time, and says no more
                    const std::string name = std::string(experiment.id) + " / " + std::string(strategy) +
                                             " / " + std::string(machine.id);
                    QTest::newRow(name.c_str())
                        << bytesOf(experiment.id) << bytesOf(strategy) << bytesOf(machine.id);
                }
            }
        }
    }
    void everyExperimentRunsEveryStrategyOnEveryMachine() {
        QFETCH(QByteArray, experiment);
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, machine);
        ExperimentPlan plan = experimentPlan(experiment.toStdString());
        plan.machine = machineChoice(machine.toStdString());
        if (machine == "recorded")
            plan.machine.file = recording();
        plan.model = recordedModel(plan.machine).value();
        plan.quick = true;
        makeShorter(plan, {{"repetitions", 10}, {"rounds", 2}, {"seconds", 0.1}, {"frames", 30}});
        if (!strategy.isEmpty())
            plan.strategies = {strategy.toStdString()};
        const ExperimentEntry& entry = *findEntry(experimentCatalog(), plan.id);
        const bool runs =
            strategy.isEmpty() || entry.onlySimulated ||
            sleepSupport(*findEntry(sleepCatalog(), strategy.toStdString()), plan.machine.id).available;
        JobControl control;
        const auto result = runExperiment(plan, control);
        QCOMPARE(result.ok(), runs);
        if (!runs) {
            const std::string message = result.error().message();
            QCOMPARE(result.error().code, ErrorCode::Unsupported);
            QVERIFY(message.starts_with(strategy.toStdString() + " cannot run on " + plan.machine.id));
            QCOMPARE(message.find('\n'), std::string::npos);
            return;
        }
        QVERIFY(result.value().complete);
        QVERIFY(!result.value().points.rows.empty());
        for (const auto& row : result.value().points.rows) {
            const QByteArray fault = faultOf(row, result.value().points.columns);
            QVERIFY2(fault.isEmpty(), fault.constData());
        }
    }

    /// The timers of Windows are where Windows is.
    void aStrategyIsSupportedByTheMachineThatIsChosen() {
        const SleepEntry& timer = *findEntry(sleepCatalog(), "hires-timer");
        for (const MachineEntry& machine : machineCatalog()) {
            const bool has = machine.simulated
                                 ? machine.id.starts_with("windows") || machine.id == "fake-scheduler"
                                 : sleepKindSupport(timer.kind).available;
            QCOMPARE(sleepSupport(timer, machine.id).available, has);
            QCOMPARE(sleepSupport(timer, machine.id).reason.empty(), has);
            RunPlan plan = standardPlan();
            plan.strategy = sleepChoice("hires-timer");
            plan.machine = machineChoice(machine.id);
            plan.machine.file = recording();
            QCOMPARE(checkPlan(plan).ok(), has);
            for (const SleepEntry& strategy : sleepCatalog())
                QVERIFY(strategy.id == "hires-timer" || sleepSupport(strategy, machine.id).available);
        }
        QVERIFY(!sleepSupport(timer, "no-machine").available);
    }

    /// An experiment with a machine of its own does not bear another one's name.
    void whatIsSimulatedIsNamed() {
        ExperimentPlan plan = experimentPlan("robustness");
        plan.machine = machineChoice("windows-15ms");
        plan.quick = true;
        JobControl control;
        const auto result = runExperiment(plan, control);
        QVERIFY(result.ok());
        QCOMPARE(result.value().plan.machine.id, std::string("fake-scheduler"));
        QVERIFY(result.value().notes.front().find("windows-15ms as chosen is not used") != std::string::npos);
    }
};

JITTERSCOPE_TEST(ExperimentMatrixTest)

} // namespace jitterscope::experiment_matrix_test

#include "experiment_matrix_test.moc"

// SPDX-License-Identifier: MIT
#include "core/experiment/bench.h"
#include "core/experiment/experiment.h"
#include "core/files/atomic_file.h"
#include "core/files/machine_file.h"
#include "core/files/result_files.h"
#include "core/platform/system_time.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <thread>

namespace jitterscope::experiment_contract_test {

namespace {

/// A plan that takes a moment, on a simulated machine.
ExperimentPlan quickPlan(std::string_view id, std::uint64_t seed = 1) {
    ExperimentPlan plan = experimentPlan(id);
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    plan.seed = seed;
    return plan;
}

ExperimentResult runNow(const ExperimentPlan& plan) {
    JobControl control;
    auto result = runExperiment(plan, control);
    return result ? std::move(result).value() : ExperimentResult{};
}

/// Cancels itself as soon as so much is reported as done.
class CancelAt final : public JobControl {
public:
    explicit CancelAt(double done) : m_at(done) {}
    void report(double done, std::string what) override {
        JobControl::report(done, std::move(what));
        if (done >= m_at)
            cancel();
    }

private:
    double m_at;
};

/// Keeps what is reported.
class ProgressWatch final : public JobControl {
public:
    void report(double done, std::string what) override {
        reports.push_back(done);
        JobControl::report(done, std::move(what));
    }
    std::vector<double> reports;
};

} // namespace

/// What the base header promises, for every experiment of the catalogue.
class ExperimentContractTest : public QObject {
    Q_OBJECT

private:
    static void experiments() {
        QTest::addColumn<QByteArray>("id");
        for (const ExperimentEntry& entry : experimentCatalog())
            QTest::newRow(std::string(entry.id).c_str())
                << QByteArray(entry.id.data(), static_cast<qsizetype>(entry.id.size()));
    }

private slots:
    void theIdsAreThoseOfTheContract() {
        for (const char* id : {"accuracy", "interval-sweep", "cpu-table", "cpu-sweep", "robustness",
                               "x-sweep", "drift", "slots", "slack", "race"})
            QVERIFY2(findEntry(experimentCatalog(), id) != nullptr, id);
    }

    void everyRunFillsItsColumns_data() { experiments(); }
    void everyRunFillsItsColumns() {
        QFETCH(QByteArray, id);
        const ExperimentResult result = runNow(quickPlan(id.toStdString()));
        QVERIFY(result.complete && result.simulated);
        QVERIFY(result.startedUtc.empty() && result.facts.empty());
        QVERIFY(!result.points.rows.empty());
        for (const auto& row : result.points.rows)
            QCOMPARE(row.size(), result.points.columns.size());
        for (const Column& column : result.points.columns) {
            QVERIFY(!column.name.empty() && !column.label.empty() && column.meaning.size() > 4);
            if (column.quantity == Quantity::Time)
                QVERIFY2(column.name.ends_with("_ns"), column.name.c_str());
        }
    }

    void noTableForPeopleIsEmpty_data() { experiments(); }
    void noTableForPeopleIsEmpty() {
        QFETCH(QByteArray, id);
        const Digest digest = digestOf(runNow(quickPlan(id.toStdString())));
        QVERIFY(!digest.parts.empty());
        for (const Table& part : digest.parts)
            QVERIFY(!part.columns.empty() && !part.rows.empty());
    }

    void aSeedGivesTheSameFileAgain_data() { experiments(); }
    void aSeedGivesTheSameFileAgain() {
        QFETCH(QByteArray, id);
        const std::string first = experimentCsv(runNow(quickPlan(id.toStdString(), 7)));
        QCOMPARE(experimentCsv(runNow(quickPlan(id.toStdString(), 7))), first);
        if (id != "slots") // absolute sleeps against a grid of 50 ms differ by latency alone
            QVERIFY(experimentCsv(runNow(quickPlan(id.toStdString(), 8))) != first);
    }

    void progressRisesFromNoneToAll_data() { experiments(); }
    void progressRisesFromNoneToAll() {
        QFETCH(QByteArray, id);
        ProgressWatch control;
        QVERIFY(runExperiment(quickPlan(id.toStdString()), control).ok());
        QVERIFY(control.reports.size() > 2);
        QVERIFY(std::is_sorted(control.reports.begin(), control.reports.end()));
        QVERIFY(control.reports.front() >= 0 && control.reports.front() < 0.5);
        QVERIFY(control.reports[control.reports.size() - 2] > 0.4); // the last one is runExperiment's own
        QCOMPARE(control.reports.back(), 1.0);
    }

    void aCancelInTheMiddleKeepsWhatThereIs_data() { experiments(); }
    void aCancelInTheMiddleKeepsWhatThereIs() {
        QFETCH(QByteArray, id);
        const ExperimentPlan plan = quickPlan(id.toStdString());
        CancelAt control(0.4);
        const auto result = runExperiment(plan, control);
        QVERIFY(result.ok() && control.cancelled());
        QVERIFY(!result.value().complete);
        QVERIFY(result.value().points.rows.size() < runNow(plan).points.rows.size());
    }

    /// What the window and the terminal say beforehand, against the time that passes on a simulated machine.
    void itTakesAboutAsLongAsItSays_data() { experiments(); }
    void itTakesAboutAsLongAsItSays() {
        QFETCH(QByteArray, id);
        const ExperimentEntry& entry = *findEntry(experimentCatalog(), id.toStdString());
        if (entry.onlySimulated)
            return; // it never takes anybody's time
        ExperimentPlan plan = quickPlan(entry.id);
        plan.machine = machineChoice("linux-slack1");
        JobControl control;
        QVERIFY(runExperiment(plan, control).ok());
        const double said = entry.duration(effectivePlan(plan));
        const double took = static_cast<double>(control.simulated().count()) / 1e9;
        QVERIFY2(took > 0.5 * said && took < 2 * said,
                 qPrintable(QStringLiteral("said %1 s, took %2 s").arg(said).arg(took)));
    }

    void aCancelThatComesLateCutsNothing_data() { experiments(); }
    void aCancelThatComesLateCutsNothing() {
        QFETCH(QByteArray, id);
        const ExperimentPlan plan = quickPlan(id.toStdString());
        CancelAt control(1);
        const auto result = runExperiment(plan, control);
        QVERIFY(result.ok() && control.cancelled());
        QVERIFY(result.value().complete);
        QCOMPARE(result.value().points.rows.size(), runNow(plan).points.rows.size());
    }

    void aCancelAtTheBeginningIsNotComplete_data() { experiments(); }
    void aCancelAtTheBeginningIsNotComplete() {
        QFETCH(QByteArray, id);
        CancelAt control(0);
        const auto result = runExperiment(quickPlan(id.toStdString()), control);
        QVERIFY(result.ok() && control.cancelled());
        QVERIFY(!result.value().complete);
    }

    /// The file of a quick run says what it was measured with, not what a long one would have been.
    void aQuickResultHoldsTheValuesThatWereUsed_data() { experiments(); }
    void aQuickResultHoldsTheValuesThatWereUsed() {
        QFETCH(QByteArray, id);
        const ExperimentPlan asked = quickPlan(id.toStdString());
        const ExperimentEntry& entry = *findEntry(experimentCatalog(), asked.id);
        const ExperimentPlan used = runNow(asked).plan;
        QCOMPARE(used.values == asked.values, entry.quick.empty());
        ExperimentPlan patient = asked;
        patient.values = used.values;
        patient.quick = false;
        QCOMPARE(runNow(patient).points.rows, runNow(asked).points.rows);
        const std::string csv = experimentCsv(runNow(quickPlan("accuracy")));
        QVERIFY(csv.find("# param.frames: 60\n") != std::string::npos);
    }

    void aRateIsKeptExactly() {
        ExperimentPlan plan = quickPlan("drift"); // 60 Hz; the grid policies start on it, not beside it
        plan.values.set("frames", 6000);
        plan.quick = false;
        plan.strategies = {"spin"};
        const Table points = runNow(plan).points;
        for (std::size_t row = 0; row < points.rows.size(); ++row) {
            if (wordOf(points.at(row, "policy")) == "drop-and-rest")
                QVERIFY(*numberOf(points.at(row, "offset_ns")) >= 0); // 0.33 ns a frame are 2 µs in the end
        }
    }

    /// All points are of one file, whatever happens to it meanwhile.
    void theFileOfAMachineIsReadBeforeAndOnce() {
        QTemporaryDir folder;
        MachineChoice machine = machineChoice("recorded");
        machine.file = folder.filePath(QStringLiteral("machine.csv")).toStdString();
        ExperimentPlan calibration = quickPlan("interval-sweep");
        calibration.values.set("calibrate", 1);
        QVERIFY(writeWhole(machine.file, experimentCsv(runNow(calibration))).ok());
        const auto model = recordedModel(machine);
        QVERIFY(QFile::remove(QString::fromStdString(machine.file)));
        for (const char* id : {"slack", "x-sweep", "race"}) {
            ExperimentPlan plan = quickPlan(id);
            plan.machine = machine;
            plan.model = model.value();
            QVERIFY(!runNow(plan).points.rows.empty());
            plan.model = nullptr;
            JobControl control;
            const auto refused = runExperiment(plan, control);
            QVERIFY(!refused && refused.error().what.find("has not been read") != std::string::npos);
        }
    }

    void everyColumnSaysItsQuantityInJson() {
        const std::string json = experimentJson(runNow(quickPlan("accuracy")));
        QVERIFY(json.find("\"quantity\": \"time\"") != std::string::npos);
        QVERIFY(json.find("\"quantity\": \"word\"") != std::string::npos);
    }

    /// Where a number means lateness beyond a tolerance, the tolerance stands beside it; questions hold for
    /// every value of the parameters.
    void whatIsLateIsSaid() {
        ExperimentPlan race = quickPlan("race");
        race.values.set("tolerance", 50'000);
        const Table raced = runNow(race).points;
        const Column& late = raced.columns[static_cast<std::size_t>(raced.column("late_fraction"))];
        QCOMPARE(late.label, std::string("Late > 50 µs"));
        QVERIFY(late.meaning.find("50 µs") != std::string::npos);
        ExperimentPlan sweep = quickPlan("x-sweep");
        sweep.values.set("rate", 1000);
        const Table swept = runNow(sweep).points;
        QCOMPARE(swept.columns[static_cast<std::size_t>(swept.column("late_fraction"))].label,
                 std::string("Late > 10 µs"));
        for (const ExperimentEntry& entry : experimentCatalog()) {
            for (const char* fixed : {"60 Hz", "16.67", "thousand", "one second"})
                QVERIFY2(entry.asks.find(fixed) == std::string_view::npos, std::string(entry.id).c_str());
        }
    }

    /// A loop that runs every second slot has no drift, and is not at its rate.
    void whatIsLostStandsBesideTheDrift() {
        ExperimentPlan plan = quickPlan("drift");
        plan.machine = machineChoice("windows-15ms");
        plan.values.set("rate", 144);
        plan.values.set("work", 0);
        const Table points = runNow(plan).points;
        for (std::size_t row = 0; row < points.rows.size(); ++row) {
            if (wordOf(points.at(row, "policy")) != "drop-and-rest")
                continue;
            QVERIFY(std::fabs(*numberOf(points.at(row, "rate_hz_measured")) - 64) < 2);
            QVERIFY(std::fabs(*numberOf(points.at(row, "lost_fraction")) - (1 - 64.0 / 144)) < 0.02);
        }
    }

    void cancellingKeepsWhatIsMeasured_data() { experiments(); }
    void cancellingKeepsWhatIsMeasured() {
        QFETCH(QByteArray, id);
        ExperimentPlan plan = experimentPlan(id.toStdString()); // on the real machine, where it takes long
        if (plan.id == "robustness")
            plan.values.set("repetitions", 100'000);
        ExperimentResult result;
        Job job;
        QVERIFY(job.start([&](JobControl& control) {
                       if (auto run = runExperiment(plan, control))
                           result = std::move(run).value();
                   })
                    .ok());
        while (job.doing().empty() && !job.finished())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        job.cancel();
        job.join();
        QVERIFY(job.cancelled());
        QVERIFY(!result.complete);
        QVERIFY(!result.points.columns.empty());
        for (const auto& row : result.points.rows)
            QCOMPARE(row.size(), result.points.columns.size());
    }

    void badPlansAreRefusedByTheirField_data() { experiments(); }
    void badPlansAreRefusedByTheirField() {
        QFETCH(QByteArray, id);
        const ExperimentEntry* entry = findEntry(experimentCatalog(), id.toStdString());
        for (std::size_t i = 0; i < entry->parameters.size(); ++i) {
            ExperimentPlan plan = experimentPlan(entry->id);
            plan.values.set(i, entry->parameters[i].maximum * 2 + 1);
            const auto checked = checkExperiment(plan);
            QVERIFY(!checked);
            QVERIFY(checked.error().what.find(entry->parameters[i].name) != std::string::npos);
        }
        ExperimentPlan plan = experimentPlan(entry->id);
        plan.strategies = {"nonsense"};
        QVERIFY(!checkExperiment(plan));
        if (!entry->strategies.empty()) {
            plan.strategies.clear();
            QVERIFY(!checkExperiment(plan));
        }
        QVERIFY(entry->asks.ends_with("?") && entry->look.size() > 80 && entry->article.size() > 20);
        QVERIFY(entry->duration(experimentPlan(entry->id)) > 0);
    }

    void whatCannotRunHereIsLeftOutAndSaidSo() {
        if (sleepKindSupport(SleepKind::HighResolutionTimer).available)
            QSKIP("this machine runs every strategy");
        ExperimentPlan plan = experimentPlan("accuracy");
        plan.strategies = {"hires-timer", "spin"};
        plan.values.set("frames", 2);
        const ExperimentResult result = runNow(plan);
        QCOMPARE(result.points.rows.size(), std::size_t{1});
        QVERIFY(!result.notes.empty() && result.notes[0].find("hires-timer") == 0);
        QVERIFY(!result.startedUtc.empty() && !result.facts.empty());
    }
};

JITTERSCOPE_TEST(ExperimentContractTest)

} // namespace jitterscope::experiment_contract_test
#include "experiment_contract_test.moc"

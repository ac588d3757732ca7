// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"
#include "core/report/experiment_files.h"

#include <QTest>

#include <bit>
#include <thread>

using namespace jitterscope;

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
        QCOMPARE(experimentCatalog().size(), std::size_t{10});
    }

    void everyRunFillsItsColumns_data() { experiments(); }
    void everyRunFillsItsColumns() {
        QFETCH(QByteArray, id);
        const ExperimentResult result = runNow(quickPlan(id.toStdString()));
        QVERIFY(result.complete && result.simulated);
        QVERIFY(result.startedUtc.empty() && result.machine.empty());
        QVERIFY(!result.points.rows.empty());
        for (const auto& row : result.points.rows)
            QCOMPARE(row.size(), result.points.columns.size());
        for (const Column& column : result.points.columns) {
            QVERIFY(!column.name.empty() && !column.label.empty() && column.meaning.size() > 4);
            if (column.quantity == Quantity::Time)
                QVERIFY2(column.name.ends_with("_ns"), column.name.c_str());
        }
    }

    void aSeedGivesTheSameFileAgain_data() { experiments(); }
    void aSeedGivesTheSameFileAgain() {
        QFETCH(QByteArray, id);
        const std::string first = experimentCsv(runNow(quickPlan(id.toStdString(), 7)));
        QCOMPARE(experimentCsv(runNow(quickPlan(id.toStdString(), 7))), first);
        if (id != "slots") // absolute sleeps against a grid of 50 ms differ by latency alone
            QVERIFY(experimentCsv(runNow(quickPlan(id.toStdString(), 8))) != first);
    }

    /// Not right or wrong by themselves: the same in Release, in Debug, under sanitizers and on every
    /// platform. A change of an experiment or of the machine model changes them on purpose.
    void everyBuildMakesTheSameBytes_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<quint64>("digest");
        const std::initializer_list<std::pair<const char*, quint64>> rows{
            {"accuracy", 3095487612918422887ULL},   {"interval-sweep", 4399306788409375232ULL},
            {"cpu-table", 10374937417788997700ULL}, {"cpu-sweep", 15775276286807024155ULL},
            {"robustness", 4889780505323427331ULL}, {"x-sweep", 11525354266835365993ULL},
            {"drift", 8164220906752947620ULL},      {"slots", 13757584154227473573ULL},
            {"slack", 11269602067483196981ULL},     {"race", 6508018613526977915ULL}};
        for (const auto& [id, digest] : rows)
            QTest::newRow(id) << QByteArray(id) << digest;
    }
    void everyBuildMakesTheSameBytes() {
        QFETCH(QByteArray, id);
        QFETCH(quint64, digest);
        quint64 hash = 0xcbf29ce484222325ULL; // FNV-1a over the rows
        for (const auto& row : runNow(quickPlan(id.toStdString(), 7)).points.rows) {
            for (const Cell& cell : row) {
                const double number = numberOf(cell).value_or(-1);
                for (const std::uint64_t value :
                     {std::bit_cast<std::uint64_t>(number), std::uint64_t{wordOf(cell).size()}}) {
                    hash ^= value;
                    hash *= 0x100000001b3ULL;
                }
            }
        }
        QCOMPARE(hash, digest);
    }

    void cancellingKeepsWhatIsMeasured_data() { experiments(); }
    void cancellingKeepsWhatIsMeasured() {
        QFETCH(QByteArray, id);
        ExperimentPlan plan = experimentPlan(id.toStdString()); // on the real machine, where it takes long
        if (plan.id == "robustness")
            plan.values.set(0, 100'000);
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
        ExperimentPlan plan = experimentPlan("accuracy");
        plan.strategies = {"hires-timer", "spin"};
        plan.values.set(0, 2);
        const ExperimentResult result = runNow(plan);
        QCOMPARE(result.points.rows.size(), std::size_t{1});
        QVERIFY(!result.notes.empty() && result.notes[0].find("hires-timer") == 0);
        QVERIFY(!result.startedUtc.empty() && !result.machine.empty());
    }
};

QTEST_APPLESS_MAIN(ExperimentContractTest)
#include "experiment_contract_test.moc"

// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <csignal>

namespace jitterscope::cli_experiment_test {

using Json = nlohmann::json;

class CliExperimentTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(name); }

private slots:
    void everyExperimentRunsAndWritesItsFiles_data() {
        QTest::addColumn<QString>("id");
        for (const ExperimentEntry& entry : experimentCatalog())
            QTest::newRow(std::string(entry.id).c_str()) << QString::fromStdString(std::string(entry.id));
    }
    void everyExperimentRunsAndWritesItsFiles() {
        QFETCH(QString, id);
        const QString csv = path("points.csv");
        const QString json = path("points.json");
        const Called called = call({"experiment", id, "--quick", "--machine", "linux-rt", "--seed", "3",
                                    "--csv", csv, "--json", json});
        QCOMPARE(called.code, 0);
        QVERIFY(called.err.isEmpty());
        QVERIFY(called.out.contains("SIMULATED · "));
        const QList<QByteArray> rows = rowsOf(contentOf(csv));
        const Json parsed = Json::parse(contentOf(json).toStdString());
        QCOMPARE(static_cast<qsizetype>(parsed["results"].size()), rows.size() - 1);
        QCOMPARE(static_cast<qsizetype>(parsed["columns"].size()), rows[0].split(',').size());
        QCOMPARE(parsed["plan"]["experiment"].get<std::string>(), id.toStdString());
        QVERIFY(parsed["simulated"].get<bool>() && parsed["complete"].get<bool>());
        for (const QByteArray& row : rows)
            QCOMPARE(row.count(','), rows[0].count(','));
    }

    void aSeedGivesTheSameBytesInAnyLocale() {
        const QStringList arguments{"experiment", "drift", "--quick", "--machine", "windows-1ms",
                                    "--seed",     "9",     "--csv",   "-"};
        const Called once = call(arguments);
        QCOMPARE(once.code, 0);
        QVERIFY(once.out.startsWith("# jitterscope-csv: 1\n"));
        QVERIFY(once.err.contains("SIMULATED")); // the table steps aside for the data
        QCOMPARE(call(arguments, "de_DE.UTF-8").out, once.out);
    }

    void raceHasTheKeysOfTheContract() {
        const QString json = path("race.json");
        const Called called =
            call({"race", "--machine", "linux-default", "--strategies", "spin,absolute-sleep", "--rates",
                  "60,59.94", "--rounds", "3", "--seconds", "0.5", "--json", json});
        QCOMPARE(called.code, 0);
        const Json results = Json::parse(contentOf(json).toStdString())["results"];
        QCOMPARE(results.size(), std::size_t{4});
        for (const Json& row : results) {
            for (const char* key :
                 {"strategy", "rate_hz", "rounds", "frames", "lost_iterations", "late_fraction", "error_ns",
                  "cpu_percent", "native_sleeps_per_frame", "oracle_cpu_percent", "dominated_by"})
                QVERIFY2(row.contains(key), key);
            QVERIFY(row["late_fraction"]["low"] <= row["late_fraction"]["value"]);
            QVERIFY(row["late_fraction"]["value"] <= row["late_fraction"]["high"]);
            QVERIFY(row["cpu_percent"]["low"] <= row["cpu_percent"]["median"]);
            QVERIFY(row["dominated_by"].is_array());
            QVERIFY(row["error_ns"].contains("p50") && row["error_ns"].contains("max"));
        }
        QCOMPARE(results[0]["rate_hz"].get<double>(), 60.0);
        QVERIFY(std::abs(results[2]["rate_hz"].get<double>() - 59.94) < 1e-9);
    }

    void aRaceRunsBesideWhatIsAskedFor() {
        const QString json = path("beside.json");
        const Called called =
            call({"race", "--beside", "window-and-bursts", "--load", "1", "--strategies", "absolute-sleep",
                  "--rates", "1000", "--rounds", "1", "--seconds", "0.05", "--json", json});
        QCOMPARE(called.code, 0);
        QVERIFY(called.out.contains("beside window-and-bursts"));
        QVERIFY(called.out.contains("note: beside it ran the load burst: "));
        const Json written = Json::parse(contentOf(json).toStdString());
        QCOMPARE(written["plan"]["param.beside"].get<std::string>(), std::string("window-and-bursts"));
        QCOMPARE(written["plan"]["param.load"].get<std::string>(), std::string("1"));
        const std::string notes = written["notes"].dump();
        for (const char* kind : {"busy: 1 thread,", "window: 1 thread,", "burst: "})
            QVERIFY2(notes.find(kind) != std::string::npos, kind);
    }

    /// A hundred columns and a page or two, also with every strategy that there is.
    void tablesAreForPeople_data() { everyExperimentRunsAndWritesItsFiles_data(); }
    void tablesAreForPeople() {
        QFETCH(QString, id);
        const Called called = call({"experiment", id, "--quick", "--machine", "windows-1ms"});
        QCOMPARE(called.code, 0);
        const QList<QByteArray> lines = called.out.split('\n');
        for (const QByteArray& line : lines)
            QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
        QVERIFY2(lines.size() <= 75, qPrintable(QString::number(lines.size())));
        QVERIFY(!called.out.contains("e+"));
    }

    void aRaceNamesAWinnerForEachRate() {
        const QStringList arguments{"race",    "--machine", "linux-slack1", "--rates",
                                    "60,1000", "--rounds",  "20",           "--strategies"};
        const QStringList field = arguments + QStringList{"spin,adaptive,absolute-sleep"};
        const Called called = call(field);
        QCOMPARE(called.code, 0);
        QVERIFY(called.out.contains("\n60 Hz: adaptive is the cheapest of the "));
        QVERIFY(called.out.simplified().contains("adaptive may miss up to"));
        QVERIFY(called.out.contains("\n1000 Hz: adaptive wins: "));
        QVERIFY(called.out.contains("Late > 1 µs"));
        QVERIFY(!called.out.contains("Oracle"));
        const Called late = call(arguments + QStringList{"absolute-sleep"});
        QVERIFY2(late.out.contains("\n60 Hz: none is on time; absolute-sleep misses fewest: 100 % missed"),
                 late.out.constData());
        const Called wide = call(field + QStringList{"--wide"});
        QVERIFY(wide.out.contains("Oracle") && wide.out.contains("Compared with"));
    }

    void aDriftTableHasARowForEachPolicy() {
        const Called called =
            call({"experiment", "drift", "--machine", "windows-15ms", "--param", "rate=144"});
        QCOMPARE(called.code, 0);
        for (const char* policy :
             {"drop-and-rest", "keep-working", "fixed-sleep", "remainder", "measured-accumulator"})
            QCOMPARE(called.out.count(QByteArray("\n") + policy + "  "), qsizetype{1});
        QVERIFY(called.out.contains("Rate achieved") && called.out.contains("Slots lost"));
    }

    /// One line for each figure of the article.
    void everyExperimentHasItsFigure_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"accuracy", "interval-sweep", "cpu-table", "cpu-sweep", "robustness",
                               "x-sweep", "drift", "slots", "slack"})
            QTest::newRow(id) << QString(id);
    }
    void everyExperimentHasItsFigure() {
        QFETCH(QString, id);
        const QStringList arguments{"experiment", id, "--quick", "--svg", "-"};
        const Called called =
            call(id == "robustness" ? arguments : arguments + QStringList{"--machine", "linux-default"});
        QCOMPARE(called.code, 0);
        QVERIFY2(called.out.startsWith("<svg") && called.out.endsWith("</svg>\n"), called.out.constData());
        QVERIFY(called.err.contains("SIMULATED")); // the table steps aside for the data
    }

    void aRobustnessTableIsAMap() {
        const Called called = call({"experiment", "robustness", "--quick", "--strategies", "adaptive"});
        QCOMPARE(called.code, 0);
        QCOMPARE(called.out.count("\n10 ms "), qsizetype{2}); // carried and fresh
        QVERIFY(called.out.count('\n') < 50);
        QVERIFY(call({"experiment", "robustness", "--quick", "--wide"}).out.count('\n') > 500);
    }

    void whatItWasMeasuredWithIsSaid() {
        const Called called = call({"experiment", "accuracy", "--quick", "--machine", "linux-rt"});
        QVERIFY(called.out.contains("With frames 60, rate 60, x 1, form printed, rows points"));
    }

    void aCalibrationMakesARecordedMachine() {
        const QString file = path("machine.csv");
        QCOMPARE(call({"experiment", "interval-sweep", "--param", "calibrate=true", "--machine", "linux-rt",
                       "--csv", file})
                     .code,
                 0);
        const Called run =
            call({"run", "--machine", "recorded:file=" + file, "--frames", "200", "--csv", "-"});
        QCOMPARE(run.code, 0);
        QCOMPARE(rowsOf(run.out).size(), qsizetype{202});
        const Called experiment =
            call({"experiment", "cpu-table", "--quick", "--machine", "recorded:file=" + file});
        QCOMPARE(experiment.code, 0);
    }

    void wrongUsageIsOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* field, const QStringList& arguments) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << QByteArray(field);
        };
        row("experiment", {"experiment"});
        row("experiment", {"experiment", "magic"});
        row("--param", {"experiment", "accuracy", "--param", "frames=0"});
        row("--param", {"experiment", "accuracy", "--param", "x=nan"});
        row("--param", {"experiment", "accuracy", "--param", "colour=red"});
        row("--strategies", {"experiment", "slots", "--strategies", "spin"});
        row("strategy", {"experiment", "accuracy", "--strategies", "spin,,spin"});
        row("--machine", {"experiment", "accuracy", "--machine", "mars"});
        row("file", {"experiment", "accuracy", "--machine", "recorded"});
        row("--seed", {"experiment", "accuracy", "--seed", "-1"});
        row("--json", {"experiment", "accuracy", "--csv", "a.csv", "--json", "a.csv"});
        row("--rates", {"race", "--rates", "60,0"});
        row("--rates", {"race", "--rates", ""});
        row("--rounds", {"race", "--rounds", "0"});
        row("--seconds", {"race", "--seconds", "1e9"});
        row("--tolerance", {"race", "--tolerance", "soon"});
        row("--load", {"race", "--load", "1000"});
        row("--beside 'elephants': not one of its choices (takes WHAT: none or window or ",
            {"race", "--beside", "elephants"});
    }
    void wrongUsageIsOneLine() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, field);
        const Called called = call(arguments);
        QCOMPARE(called.code, 2);
        QVERIFY(called.out.isEmpty());
        QCOMPARE(called.err.count('\n'), qsizetype{1});
        QVERIFY2(called.err.contains(field), called.err.constData());
    }

    void aFileThatCannotBeWrittenCostsNoMeasurement() {
        const Called called =
            call({"experiment", "cpu-sweep", "--csv", "/nowhere/at/all.csv"}); // minutes, were it to run
        QCOMPARE(called.code, 1);
        QCOMPARE(called.err.count('\n'), qsizetype{1});
    }

    void anInterruptKeepsWhatIsMeasured() {
        const QString csv = path("interrupted.csv");
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        // Twenty seconds, were it to go on.
        process.start(JITTERSCOPE_CLI, {"experiment", "accuracy", "--strategies", "spin,system-sleep",
                                        "--param", "frames=1", "--param", "rate=0.1", "--csv", csv});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(handlesInterrupts(process.processId()), 5000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        const Called called = finished(process);
        QCOMPARE(called.code, 130);
        QVERIFY(contentOf(csv).contains("# complete: false\n"));
    }

private:
    /// Whether the process catches SIGINT by now (bit 1 of SigCgt).
    static bool handlesInterrupts(qint64 pid) {
        const QByteArray status = contentOf(QString("/proc/%1/status").arg(pid));
        const qsizetype at = status.indexOf("SigCgt:");
        return at >= 0 &&
               (status.mid(at + 7, 17).trimmed().toULongLong(nullptr, 16) & (1ULL << (SIGINT - 1))) != 0;
    }
};

JITTERSCOPE_TEST(CliExperimentTest)

} // namespace jitterscope::cli_experiment_test

#include "cli_experiment_test.moc"

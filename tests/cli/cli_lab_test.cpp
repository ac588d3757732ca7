// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"
#include "tests/cli/command_line.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

using namespace jitterscope;
using Json = nlohmann::json;

class CliLabTest : public QObject {
    Q_OBJECT

private slots:
    void everyLabRunsAndWritesItsNumbers_data() {
        QTest::addColumn<QString>("id");
        for (const LabEntry& entry : labCatalog())
            QTest::newRow(entry.id.data()) << QString::fromUtf8(entry.id.data());
    }
    void everyLabRunsAndWritesItsNumbers() {
        QFETCH(QString, id);
        const LabEntry& entry = *findEntry(labCatalog(), id.toStdString());
        const QTemporaryDir folder;
        const QString path = folder.filePath("lab.json");
        const Called called = call({"lab", id, "--json", path});
        QCOMPARE(called.code, 0);
        QVERIFY(called.err.isEmpty());
        for (const QByteArray& line : called.out.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
        QVERIFY(called.out.contains("SIMULATED") && called.out.contains("In your own code: "));
        const LabResult expected = runLab(entry, ParameterValues(entry.knobs)).value();
        const Json json = Json::parse(contentOf(path).toStdString());
        QCOMPARE(json["schema"].get<int>(), 1);
        QCOMPARE(json["lab"].get<std::string>(), id.toStdString());
        QCOMPARE(json["answer"].get<double>(), expected.answer);
        QVERIFY(json["guess"].is_null() && json["simulated"].get<bool>());
        QCOMPARE(json["knobs"].size(), entry.knobs.size());
        QCOMPARE(json["explanation"].size(), expected.explanation.size());
        QCOMPARE(json["question"]["choices"].size(), entry.closing.choices.size());
        for (std::size_t i = 0; i < expected.tables.size(); ++i)
            QCOMPARE(json["tables"][i]["rows"].size(), expected.tables[i].rows.size());
        for (std::size_t i = 0; i < expected.series.size(); ++i)
            QCOMPARE(json["series"][i]["points"].size(), expected.series[i].points.size());
    }

    /// At the end of the run, the guess in it.
    void thePictureIsWritten() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("lab.svg");
        QCOMPARE(call({"lab", "audio", "--guess", "12", "--svg", path}).code, 0);
        const QByteArray svg = contentOf(path);
        QVERIFY(svg.startsWith("<svg") && svg.endsWith("</svg>\n"));
        QVERIFY(svg.contains("you predicted 12 ms") && svg.contains("waits behind 14 ms"));
        const Called both = call({"lab", "audio", "--svg", path, "--json", path});
        QCOMPARE(both.code, 2);
        QCOMPARE(contentOf(path), svg);
    }

    void theArticlesExplosion() {
        const Called called = call({"lab", "audio", "--guess", "12"});
        QCOMPARE(called.code, 0);
        QVERIFY(called.out.contains("Your guess was 12 ms; it is 14 ms: 2 ms too low."));
        QVERIFY(called.out.simplified().contains("30 ms − 16 ms = 14 ms"));
    }

    void whatCanBeMeasuredIsMeasuredHere() {
        const Called called = call({"lab", "clocks", "--here", "--json", "-"});
        QCOMPARE(called.code, 0);
        const Json json = Json::parse(called.out.toStdString());
        QVERIFY(!json["simulated"].get<bool>());
        QVERIFY(called.err.contains("MEASURED HERE") && !called.err.contains("SIMULATED"));
    }

    void knobsTurn() {
        const Called called = call({"lab", "audio", "--param", "queued=60ms", "--param", "frame=33ms",
                                    "--guess", "27", "--json", "-"});
        QCOMPARE(called.code, 0);
        const Json json = Json::parse(called.out.toStdString()); // the text then goes to standard error
        QCOMPARE(json["answer"].get<double>(), 27.0);
        QCOMPARE(json["guess"].get<double>(), 27.0);
        QCOMPARE(json["knobs"]["queued"].get<double>(), 60e6);
        QVERIFY(called.err.contains("27 ms: right."));
    }

    void anAnswerIsJudged() {
        QVERIFY(call({"lab", "audio"}).out.contains("\n  b) The new station comes about 180 ms late"));
        QVERIFY(call({"lab", "audio", "--answer", "b"}).out.contains("\nb: Right: "));
        QVERIFY(call({"lab", "audio", "--answer", "a"}).out.contains("\na: 50 ms, the longest piece,"));
    }

    void plainTerminalsGetPlainText() {
        const Called called = call({"lab", "estimator", "--param", "wait=16ms"}, "C");
        QCOMPARE(called.code, 0);
        for (const char byte : called.out)
            QVERIFY(static_cast<unsigned char>(byte) < 0x80);
    }

    void wrongUsageIsOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* field, const QStringList& arguments) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << QByteArray(field);
        };
        row("lab", {"lab"});
        row("one of sleep,", {"lab", "magic"});
        row("--param 'colour=red'", {"lab", "audio", "--param", "colour=red"});
        row("--param 'queued=-1ms'", {"lab", "audio", "--param", "queued=-1ms"});
        row("--guess 'soon': 0 ms … 60 ms", {"lab", "audio", "--guess", "soon"});
        row("--guess '501'", {"lab", "audio", "--guess", "501"});
        row("--guess", {"lab", "audio", "--guess", "1", "--guess", "2"});
        row("--answer 'z'", {"lab", "audio", "--answer", "z"});
        row("--here", {"lab", "well", "--here"});
        row("--json", {"lab", "audio", "--json", ""});
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

    void aFileThatCannotBeWrittenIsAFailure() {
        const Called called = call({"lab", "audio", "--json", "/nowhere/at/all.json"});
        QCOMPARE(called.code, 1);
        QCOMPARE(called.err.count('\n'), qsizetype{1});
        QVERIFY(called.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(CliLabTest)
#include "cli_lab_test.moc"

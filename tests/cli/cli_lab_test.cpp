// SPDX-License-Identifier: MIT
#include "core/lab/challenge.h"
#include "core/lab/lab.h"
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::cli_lab_test {

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
        QVERIFY(svg.contains("you predicted 12 ms") && svg.contains("heard 14 ms late on average"));
        const Called both = call({"lab", "audio", "--svg", path, "--json", path});
        QCOMPARE(both.code, 2);
        QCOMPARE(contentOf(path), svg);
    }

    /// The sheet for the class has no answer, the key for the teacher has it, the report both and the
    /// picture.
    void sheetKeyAndReportAreWritten() {
        const QTemporaryDir folder;
        const QString sheet = folder.filePath("sheet.html");
        const QString key = folder.filePath("key.html");
        const QString page = folder.filePath("lab.html");
        const QString text = folder.filePath("lab.md");
        QCOMPARE(call({"lab", "audio", "--guess", "12", "--sheet", sheet, "--key", key, "--html", page,
                       "--markdown", text})
                     .code,
                 0);
        const QByteArray answer = "heard 14";
        QVERIFY(!contentOf(sheet).contains(answer) && contentOf(sheet).contains("I think: ____"));
        QVERIFY(contentOf(key).contains(answer) && contentOf(key).contains("What usually goes wrong"));
        for (const QString& each : {page, text})
            QVERIFY2(contentOf(each).contains(answer) && contentOf(each).contains("Your guess was 12"),
                     qPrintable(each));
        QVERIFY(contentOf(page).contains("<svg"));
        QCOMPARE(call({"lab", "audio", "--sheet", sheet, "--key", sheet}).code, 2);
        QCOMPARE(call({"lab", "audio", "--key", "/nowhere/key.html"}).code, 1);
        for (const char* option : {"--sheet", "--key"})
            QCOMPARE(call({"lab", "challenge", option, sheet}).code, 2);
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
        QVERIFY(call({"lab", "audio"}).out.contains("\nb) The new station comes about 180 ms late"));
        QVERIFY(call({"lab", "audio", "--answer", "b"}).out.contains("\nb) Right: "));
        QVERIFY(call({"lab", "audio", "--answer", "a"}).out.contains("\na) 50 ms, the longest gap,"));
    }

    /// What the labs advise meets every goal; what one writes without them meets three at most.
    void theChallengeIsPlayed() {
        const Called first = call({"lab", "challenge"});
        QCOMPARE(first.code, 0);
        QVERIFY(first.err.isEmpty() && first.out.contains("SIMULATED · virtual time. Machine 1 of 5: "));
        for (const QByteArray& line : first.out.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 100, line.constData());
        const ChallengeResult expected = runChallenge(ParameterValues(challengeKnobs()), 1).value();
        QVERIFY(first.out.contains("\n" + QByteArray::fromStdString(expected.headline()) + "\n"));
        QVERIFY(first.out.simplified().contains("do: Play the lab drift."));
        QVERIFY(first.out.contains("frames more than 0.5 ms off 16.67 ms")); // what the figure beside it is
        const Called advised = call({"lab",     "challenge",
                                     "--seed",  "6",
                                     "--param", "timer=the-finest",
                                     "--param", "wait=sleep-most",
                                     "--param", "policy=keep-working",
                                     "--param", "clock=monotonic",
                                     "--param", "move=whole-refreshes",
                                     "--param", "behind=slow-motion",
                                     "--param", "picture=is-given-the-number",
                                     "--param", "queued=20ms"});
        QCOMPARE(advised.code, 0);
        QVERIFY(advised.out.simplified().contains(
                    "Machine 1 of 5, another minute (6): A desktop with Windows.") &&
                advised.out.contains("\n9 of 9 goals are met.\n"));
        QVERIFY(!advised.out.contains("how to avoid it"));
    }

    void theChallengeWritesItsNumbers() {
        const QTemporaryDir folder;
        const QString svg = folder.filePath("challenge.svg");
        const Called called =
            call({"lab", "challenge", "--seed", "3", "--param", "wait=spin", "--json", "-", "--svg", svg});
        QCOMPARE(called.code, 0);
        QVERIFY(called.err.contains("goals are met.")); // the text gives way
        const QString page = folder.filePath("challenge.html");
        QCOMPARE(call({"lab", "challenge", "--seed", "3", "--param", "wait=spin", "--html", page}).code, 0);
        QVERIFY(contentOf(page).contains("<svg") && contentOf(page).contains("goals are met."));
        ParameterValues choices(challengeKnobs());
        choices.set("wait", 1);
        const ChallengeResult expected = runChallenge(choices, 3).value();
        const Json json = Json::parse(called.out.toStdString());
        QCOMPARE(json["schema"].get<int>(), 1);
        QCOMPARE(json["lab"].get<std::string>(), std::string("challenge"));
        QVERIFY(json["simulated"].get<bool>());
        QCOMPARE(json["seed"].get<int>(), 3);
        QCOMPARE(json["choices"]["wait"].get<std::string>(), std::string("spin"));
        QCOMPARE(json["choices"].size(), challengeKnobs().size());
        QCOMPARE(json["goals_met"].get<std::size_t>(), expected.met());
        QCOMPARE(json["goals"].size(), expected.goals.size());
        for (std::size_t i = 0; i < expected.goals.size(); ++i) {
            QCOMPARE(json["goals"][i]["came_out"].get<double>(), expected.goals[i].got);
            QCOMPARE(json["goals"][i]["met"].get<bool>(), expected.goals[i].met());
        }
        QCOMPARE(json["series"][0]["points"].size(), expected.frames.points.size());
        QVERIFY(contentOf(svg).startsWith("<svg") && contentOf(svg).contains("goals are met."));
    }

    void plainTerminalsGetPlainText() {
        const Called called = call({"lab", "estimator", "--param", "wait=16ms"}, "C");
        QCOMPARE(called.code, 0);
        for (const char byte : called.out)
            QVERIFY(static_cast<unsigned char>(byte) < 0x80);
        QVERIFY(called.out.contains("sqrt(m2 / (n - 1))") && called.out.contains("which is delta ="));
        QVERIFY(call({"lab", "drift"}, "C").out.simplified().contains("a drift of +267 333 ppm"));
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
        row("--seed", {"lab", "audio", "--seed", "2"});
        row("--seed 'two'", {"lab", "challenge", "--seed", "two"});
        row("--param 'wait=never'", {"lab", "challenge", "--param", "wait=never"});
        row("--param 'queued=1s'", {"lab", "challenge", "--param", "queued=1s"});
        row("--guess", {"lab", "challenge", "--guess", "5"});
        row("--answer", {"lab", "challenge", "--answer", "a"});
        row("--here", {"lab", "challenge", "--here"});
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

JITTERSCOPE_TEST(CliLabTest)

} // namespace jitterscope::cli_lab_test

#include "cli_lab_test.moc"

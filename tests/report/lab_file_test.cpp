// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/files/atomic_file.h"
#include "core/files/lab_file.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::lab_file_test {

namespace {

using Json = nlohmann::json;

LabState fullState() {
    LabState state = labState(*findEntry(labCatalog(), "well"));
    state.guess = 12.25;
    state.knobs.set("cost", 30e6);
    state.knobs.set("form", 0);
    state.step = LabStep::Explain;
    state.moment = 2.5;
    state.choice = 1;
    return state;
}

/// A file that says nothing of the game is about the question.
LabState atTheQuestion(std::string_view lab) {
    LabState state = labState(*findEntry(labCatalog(), lab));
    state.step = LabStep::Predict;
    return state;
}

QString messageOf(const Result<LabState>& read) {
    return read ? QStringLiteral("(read)") : QString::fromStdString(read.error().message());
}

Table tableOf(const LabResult& result, std::string_view id) {
    return result.table(id);
}

} // namespace

class LabFileTest : public QObject {
    Q_OBJECT

private slots:
    void everyLabSurvivesSavingAndReading() {
        for (const LabEntry& entry : labCatalog()) {
            const LabState state = labState(entry);
            const auto read = parseLabFile(labFileText(state));
            QVERIFY2(read.ok(), qPrintable(messageOf(read)));
            QVERIFY2(read.value() == state, entry.id.data());
            QVERIFY(read.value().knobs.areOf(entry.knobs));
        }
    }
    void everyFieldSurvives() {
        const auto read = parseLabFile(labFileText(fullState()));
        QVERIFY2(read.ok(), qPrintable(messageOf(read)));
        QVERIFY(read.value() == fullState());
        QVERIFY(!(read.value().guessKnobs ==
                  read.value().knobs)); // the guess was made before the knobs were turned
    }
    void aFileIsWrittenWholeAndRead() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a lab.jslab")).toStdString();
        QVERIFY(writeLabFile(path, fullState()).ok());
        QVERIFY(readLabFile(path).value() == fullState());
        QVERIFY(!writeLabFile("/no/such/folder/x.jslab", fullState()).ok());
    }
    void absentFieldsTakeTheirDefaults() {
        const auto read = parseLabFile(R"({"jitterscope_lab": 1, "lab": "drift", "of a later version": 3})");
        QVERIFY(read.value() == atTheQuestion("drift"));
    }
    void knobsOfAGuessNeedAGuess() {
        const auto read =
            parseLabFile(R"({"jitterscope_lab": 1, "lab": "well", "guess_knobs": {"cost": 30000000}})");
        QVERIFY(read.value() == atTheQuestion("well"));
    }
    /// A measurement cannot be asked of a lab that has none.
    void onlyWhatCanBeMeasuredIsHere() {
        for (const LabEntry& entry : labCatalog()) {
            LabState state = labState(entry);
            state.here = true;
            const auto read = parseLabFile(labFileText(state));
            QCOMPARE(read.value().here, entry.measure != nullptr);
        }
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* name, const char* fields, const char* named) {
            QTest::newRow(name) << QByteArray("{\"jitterscope_lab\": 1, ") + fields + "}"
                                << QString::fromUtf8(named);
        };
        QTest::newRow("empty") << QByteArray() << QStringLiteral("it is empty");
        QTest::newRow("garbage") << QByteArray("{\n\n\x01\xff")
                                 << QStringLiteral("line 3: it is not valid JSON");
        QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n") << QStringLiteral("line 1");
        QTest::newRow("a list") << QByteArray("[1]") << QStringLiteral("not the state of a lab");
        QTest::newRow("a plan") << QByteArray(R"({"jitterscope-plan": 1})")
                                << QStringLiteral("not the state of a lab");
        QTest::newRow("future") << QByteArray(R"({"jitterscope_lab": 2, "lab": "well"})")
                                << QStringLiteral("version 2 is newer");
        QTest::newRow("future, by its head")
            << QByteArray(R"({"jitterscope": "lab-state", "version": 2, "jitterscope_lab": 1, "lab": "x"})")
            << QStringLiteral("version 2 is newer");
        QTest::newRow("what a lab showed") << QByteArray(R"({"jitterscope": "lab", "version": 1})")
                                           << QStringLiteral("\"lab\": this is not the state of a lab");
        QTest::newRow("huge") << QByteArray(R"({"jitterscope_lab": 1e999})")
                              << QStringLiteral("out of range");
        QTest::newRow("version 0") << QByteArray(R"({"jitterscope_lab": 0, "lab": "well"})")
                                   << QStringLiteral("not the state of a lab");
        row("no lab", R"("knobs": {})", "field 'lab'");
        row("unknown lab", R"("lab": "swamp")", "swamp");
        row("lab is a number", R"("lab": 3)", "field 'lab'");
        row("knob too high", R"("lab": "well", "knobs": {"cost": 1e12})", "cost");
        row("knob is a word", R"("lab": "well", "knobs": {"cost": "much"})", "knobs.cost");
        row("knob is null", R"("lab": "well", "knobs": {"cost": null})", "knobs.cost");
        row("unknown choice", R"("lab": "well", "knobs": {"form": "torn"})", "knobs.form");
        row("knobs are a list", R"("lab": "well", "knobs": [1])", "field 'knobs'");
        row("old knob too low", R"("lab": "well", "guess_knobs": {"cost": -1})", "cost");
        row("guess outside", R"("lab": "well", "guess": 61)", "field 'guess': a number from 0");
        row("guess is a word", R"("lab": "well", "guess": "six")", "field 'guess'");
        row("run without guess", R"("lab": "well", "step": "run")", "there is no guess");
        row("unknown step", R"("lab": "well", "guess": 6, "step": "sleep")", "predict, run or explain");
        row("step is a number", R"("lab": "well", "guess": 6, "step": 1)", "predict, run or explain");
        row("negative moment", R"("lab": "well", "moment_s": -1)", "field 'moment_s'");
        row("no such choice", R"("lab": "well", "choice": 3)", "from 0 to 2");
        row("negative choice", R"("lab": "well", "choice": -1)", "from 0 to 2");
        row("here is a word", R"("lab": "well", "here": "yes")", "field 'here'");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, named);
        const auto read = parseLabFile(text.toStdString());
        QVERIFY2(messageOf(read).contains(named), qPrintable(messageOf(read)));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("bad.jslab"));
        QVERIFY(writeWhole(path.toStdString(), text.toStdString()).ok());
        QVERIFY(messageOf(readLabFile(path.toStdString())).contains(QStringLiteral("bad.jslab")));
    }
    /// Cut off anywhere, a file is an Error; only the line end may go.
    void aTruncatedFileIsRefused() {
        const std::string whole = labFileText(fullState());
        for (std::size_t length = 1; length + 2 < whole.size(); ++length) {
            const auto read = parseLabFile(std::string_view(whole).substr(0, length));
            QVERIFY2(!read.ok() && read.error().what.find("ends in the middle") != std::string::npos,
                     qPrintable(QStringLiteral("%1: %2").arg(length).arg(messageOf(read))));
        }
    }
    /// docs/labs.md has a row for each lab and for each field of the file.
    void theNoteKnowsEveryLabAndField() {
        QFile file(QStringLiteral(JITTERSCOPE_LABS_NOTE));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray note = file.readAll();
        qsizetype last = 0;
        for (const LabEntry& entry : labCatalog()) {
            const qsizetype row = note.indexOf(QByteArray("\n| `") + entry.id.data() + "` |");
            QVERIFY2(row > last, entry.id.data()); // there, and in the order of the gallery
            last = row;
        }
        LabState state = fullState();
        const QByteArray text = QByteArray::fromStdString(labFileText(state));
        for (const QByteArray& line : text.split('\n')) {
            if (line.startsWith("  \"")) // a field of the file itself
                QVERIFY2(note.contains("\n| `" + line.mid(3, line.indexOf('"', 3) - 3) + "` |"),
                         line.constData());
        }
    }
    /// What a row says in figures is what its lab computes.
    void theNotesFiguresAreThoseOfTheLabs_data() {
        QTest::addColumn<QString>("lab");
        QTest::addColumn<QString>("says"); // %1: the figure
        QTest::addColumn<double>("figure");
        const auto run = [](const char* id, const std::vector<std::pair<const char*, double>>& knobs) {
            const LabEntry& entry = *findEntry(labCatalog(), id);
            ParameterValues values(entry.knobs);
            for (const auto& [name, value] : knobs)
                values.set(name, value);
            return runLab(entry, values).value();
        };
        const auto late = [&](double slack) { return run("sleep", {{"slack", slack}}).answer; };
        QTest::newRow("sleep") << "sleep"
                               << "slack of 1 ns takes %1 µs of it away" << std::round(late(50e3) - late(1));
        QTest::newRow("estimator") << "estimator"
                                   << "article 1's wait of %1 ms"
                                   << tableOf(run("estimator", {}), "steps").number(0, "left_ms");
        QTest::newRow("audio") << "audio"
                               << "30 ms queued and frames of 16 ms are %1 ms of lag"
                               << run("audio", {{"queued", 30e6}}).answer;
        const auto worked = [&](std::size_t frame) {
            return tableOf(run("drift", {}), "example").number(frame, "work_ms");
        };
        QTest::newRow("drift") << "drift"
                               << "article 5's %1, 90 and 20 ms" << worked(0);
        QTest::newRow("drift, third") << "drift"
                                      << "article 5's 180, 90 and %1 ms" << worked(2);
    }
    void theNotesFiguresAreThoseOfTheLabs() {
        QFETCH(QString, lab);
        QFETCH(QString, says);
        QFETCH(double, figure);
        QFile file(QStringLiteral(JITTERSCOPE_LABS_NOTE));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString note = QString::fromUtf8(file.readAll());
        const qsizetype begin = note.indexOf(QStringLiteral("\n| `%1` |").arg(lab));
        const QString row = note.mid(begin, note.indexOf(QLatin1Char('\n'), begin + 1) - begin);
        QVERIFY2(row.contains(says.arg(figure)), qPrintable(says.arg(figure) + QStringLiteral(" in ") + row));
    }
    /// The step before the guess, for programs that know no game: they read `predict`.
    void theGameIsAStepOfItsOwn() {
        LabState state = labState(*findEntry(labCatalog(), "well"));
        QVERIFY(state.step == LabStep::Play);
        QVERIFY(labFileText(state).find("\"step\": \"predict\"") != std::string::npos);
        QVERIFY(parseLabFile(labFileText(state)).value().step == LabStep::Play);
        state.step = LabStep::Predict;
        QVERIFY(parseLabFile(labFileText(state)).value().step == LabStep::Predict);
        QVERIFY(parseLabFile(R"({"jitterscope_lab": 1, "lab": "well"})").value().step == LabStep::Predict);
        QVERIFY(
            parseLabFile(R"({"jitterscope_lab": 1, "lab": "well", "guess": 3, "step": "run", "play": true})")
                .value()
                .step == LabStep::Run);
    }

    /// Guesses for the setting that most have count, for each lab by itself.
    void guessesOfAClassAreGathered() {
        std::vector<LabState> files;
        const auto add = [&files](std::string_view lab, std::optional<double> guess, double cost) {
            LabState state = labState(*findEntry(labCatalog(), lab));
            state.guess = guess;
            state.knobs.setIfThere("cost", cost);
            state.guessKnobs = state.knobs;
            files.push_back(state);
        };
        add("drift", 100, 0);
        add("well", 12, 30e6);
        add("well", 50, 30e6);
        add("well", 7, 20e6);
        add("well", std::nullopt, 30e6);
        add("audio", 9, 0);
        files.back().here = true; // another answer on each machine
        const HandedIn gathered = gatherVotes(files);
        QCOMPARE(gathered.lesson.size(), std::size_t{2});
        QCOMPARE(gathered.lesson[0].lab, std::string("well"));
        QCOMPARE(gathered.lesson[0].votes, (std::vector<double>{12, 50}));
        QCOMPARE(gathered.lesson[0].knobs["cost"], 30e6);
        QCOMPARE(gathered.lesson[1].votes, (std::vector<double>{100}));
        QCOMPARE(gathered.others, std::size_t{1});
        QCOMPARE(gathered.without, std::size_t{2});
    }

    void aLessonSurvivesSavingAndReading() {
        Lesson lesson;
        for (const char* id : {"well", "drift"}) {
            const LabEntry& entry = *findEntry(labCatalog(), id);
            setVotes(lesson, {id, ParameterValues(entry.knobs), {1, 12.5, 12.5}});
        }
        lesson[0].knobs.set("cost", 15e6);
        const Lesson read = parseLesson(lessonText(lesson)).value();
        QVERIFY(read == lesson);
        const Json json = Json::parse(lessonText(lesson));
        QCOMPARE(json["jitterscope"].get<std::string>(), std::string("lesson"));
        QVERIFY(std::abs(json["labs"][0]["answer"].get<double>() - 60) <
                1e-3); // 15 ms for 16.7 ms: it keeps up
        setVotes(lesson, {"well", lesson[0].knobs, {}});
        QCOMPARE(lesson.size(), std::size_t{1});

        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("lesson.jslab")).toStdString();
        QVERIFY(writeWhole(path, lessonText(lesson)).ok());
        QVERIFY(std::get<Lesson>(readLabOrLesson(path).value()) == lesson);
        QVERIFY(messageOf(readLabFile(path)).contains(QStringLiteral("votes of a lesson")));
        QVERIFY(writeLabFile(path, fullState()).ok());
        QVERIFY(std::get<LabState>(readLabOrLesson(path).value()) == fullState());
    }

    void badLessonsSayWhere_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* name, const char* text, const char* named) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(named);
        };
        row("another kind", R"({"jitterscope": "run", "version": 1})", "not the votes of a lesson");
        row("newer", R"({"jitterscope": "lesson", "version": 2, "labs": []})",
            "version 2 is newer|2 is newer");
        row("no version", R"({"jitterscope": "lesson", "labs": []})", "'version'");
        row("no labs", R"({"jitterscope": "lesson", "version": 1})", "'labs'");
        row("no object", R"({"jitterscope": "lesson", "version": 1, "labs": [3]})", "'lab'");
        row("unknown lab",
            R"({"jitterscope": "lesson", "version": 1, "labs": [{"lab": "bog", "votes": []}]})", "bog");
        row("no votes", R"({"jitterscope": "lesson", "version": 1, "labs": [{"lab": "well"}]})", "'votes'");
        row("words", R"({"jitterscope": "lesson", "version": 1, "labs": [{"lab": "well", "votes": ["12"]}]})",
            "'votes'");
        row("out of range",
            R"({"jitterscope": "lesson", "version": 1, "labs": [{"lab": "well", "votes": [61]}]})",
            "from 0 to 60");
        row("knob",
            R"({"jitterscope": "lesson", "version": 1, "labs": [{"lab": "well", "votes": [6], "knobs": {"cost": -1}}]})",
            "cost");
        row("cut off", "{\"jitterscope\": \"lesson\", \"ver", "ends in the middle");
    }
    void badLessonsSayWhere() {
        QFETCH(QString, text);
        QFETCH(QString, named);
        const auto read = parseLesson(text.toStdString());
        QVERIFY(!read);
        const QString said = QString::fromStdString(read.error().message());
        QVERIFY2(said.contains(QRegularExpression(named)), qPrintable(said));
    }

    void whatIsNoFileIsNamed() {
        QVERIFY(messageOf(readLabFile("/nowhere/x.jslab")).contains(QStringLiteral("/nowhere/x.jslab")));
        QVERIFY(!readLabFile("/dev/zero").ok());
    }
};

JITTERSCOPE_TEST(LabFileTest)

} // namespace jitterscope::lab_file_test

#include "lab_file_test.moc"

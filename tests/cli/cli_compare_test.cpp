// SPDX-License-Identifier: MIT
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::cli_compare_test {

using Json = nlohmann::json;

class CliCompareTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    void record(const char* name, const QStringList& more) {
        const Called called = call(
            QStringList{"run", "--machine", "linux-default", "--frames", "2000", "--csv", file(name)} + more);
        QCOMPARE(called.code, 0);
    }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile to(path);
        QVERIFY(to.open(QIODevice::WriteOnly));
        QCOMPARE(to.write(bytes), bytes.size());
    }

private slots:
    void initTestCase() {
        record("a.csv", {"--strategy", "absolute-sleep"});
        record("same.csv", {"--strategy", "absolute-sleep", "--seed", "2"});
        record("b.csv", {"--strategy", "adaptive"});
    }

    void theVerdictComesFirst() {
        const Called called = call({"compare", file("a.csv"), file("b.csv")});
        QCOMPARE(called.code, 0);
        QVERIFY2(called.out.startsWith("B is on time more often: "), called.out.constData());
        QVERIFY(called.out.contains("One thing differs: strategy (absolute-sleep"));
        QVERIFY(
            QRegularExpression("Median error +1\\d\\d\\.\\d µs +3\\d ns +−").match(called.out).hasMatch());
        QVERIFY(call({"compare", file("a.csv"), file("same.csv")}).out.startsWith("No difference shown."));
    }
    void theSameCallGivesTheSameBytes() {
        const QStringList arguments{"compare", file("a.csv"), file("b.csv"), "--json", "-"};
        QCOMPARE(call(arguments).out, call(arguments).out);
        QVERIFY(call(arguments).out != call(arguments + QStringList{"--seed", "9"}).out);
        QCOMPARE(call(arguments).out, call(arguments, "de_DE.UTF-8").out);
    }
    void reportsAreWritten() {
        const Called called =
            call({"compare", file("a.csv"), file("b.csv"), "--json", file("c.json"), "--csv", file("c.csv"),
                  "--markdown", file("c.md"), "--html", file("c.html")});
        QCOMPARE(called.code, 0);
        QCOMPARE(Json::parse(contentOf(file("c.json")).toStdString())["verdict"].get<std::string>(),
                 "better");
        QVERIFY(rowsOf(contentOf(file("c.csv"))).first().startsWith("figure,unit,a,b"));
        QVERIFY(contentOf(file("c.md")).startsWith("# Comparison of two runs"));
        QVERIFY(contentOf(file("c.html")).contains("<svg"));
    }
    void aJobJudgesBothByItsTolerance() {
        const Called called = call({"compare", file("a.csv"), file("b.csv"), "--job", "game-144"});
        QCOMPARE(called.code, 0);
        QVERIFY2(called.out.contains("Frames more than 500 µs late"), called.out.constData());
        QVERIFY(!call({"compare", file("a.csv"), file("b.csv")}).out.contains("more than 500 µs late"));
        QCOMPARE(
            call({"compare", file("a.csv"), file("b.csv"), "--job", "game-144", "--tolerance", "1ms"}).code,
            2);
        QCOMPARE(call({"compare", file("a.csv"), file("b.csv"), "--job", "own"}).code, 2);
        QCOMPARE(call({"compare", file("a.csv"), file("b.csv"), "--job", "chess"}).code, 2);
    }
    /// 2 % more in every frame: what another capture of the same would show, unless one knows better.
    void whatRepeatsShowCanBeSaid() {
        for (const auto& [name, factor] : {std::pair{"first.txt", 1.0}, {"second.txt", 1.02}}) {
            QByteArray text = "frametime\n";
            for (int i = 0; i < 4000; ++i) // spread evenly, in no order that lasts
                text += QByteArray::number(factor * (16 + i * 7919 % 1009 / 1000.0), 'f', 6) + "\n";
            write(file(name), text);
        }
        const auto verdict = [&](const QStringList& more) {
            const Called called = call(QStringList{"compare", file("first.txt"), file("second.txt"), "--unit",
                                                   "ms", "--quantity", "frame-time", "--json", "-"} +
                                       more);
            return called.code == 0 ? Json::parse(called.out.toStdString())["verdict"].get<std::string>()
                                    : called.err.toStdString();
        };
        QCOMPARE(verdict({}), "about-the-same");
        QCOMPARE(verdict({"--repeats", "1"}), "slower");
        QCOMPARE(verdict({"--repeats", "2.5"}), "about-the-same");
        QCOMPARE(call({"compare", file("first.txt"), file("second.txt"), "--repeats", "101"}).code, 2);
    }
    void aGateBreaksOnlyForSure() {
        const auto code = [&](const char* a, const char* b, const QStringList& bounds) {
            QStringList arguments{"compare", file(a), file(b)};
            for (const QString& bound : bounds)
                arguments << "--assert" << bound;
            return call(arguments).code;
        };
        QCOMPARE(code("a.csv", "b.csv", {"p99<=A*1.05", "late.fraction<=A"}), 0);
        QCOMPARE(code("b.csv", "a.csv", {"p99<=A*1.05"}), 3);
        QCOMPARE(code("a.csv", "same.csv", {"p50<=A*1.02", "p50>=A*0.98"}), 0);
        QCOMPARE(code("a.csv", "b.csv", {"p99.9<=A"}), 3);           // too few frames
        QCOMPARE(code("a.csv", "b.csv", {"p50<=A", "p50<=1ns"}), 3); // one broken is enough
        const Called broken = call({"compare", file("b.csv"), file("a.csv"), "--assert", "p99<=A*1.05"});
        QVERIFY2(broken.err.contains("--assert does not hold: p99<=A*1.05: error.p99 of B is"),
                 broken.err.constData());
    }
    void aFileWithSeveralRunsIsChosenFrom() {
        QCOMPARE(call({"race", "--machine", "linux-default", "--strategies", "spin,adaptive,absolute-sleep",
                       "--rates", "240", "--rounds", "2", "--csv", file("race.csv")})
                     .code,
                 0);
        const Called several = call({"compare", file("race.csv"), file("a.csv")});
        QCOMPARE(several.code, 2);
        QVERIFY2(several.err.contains("holds 3 runs") && several.err.contains("#2 race.csv"),
                 several.err.constData());
        QCOMPARE(call({"compare", file("race.csv#1"), file("race.csv#3")}).code, 0);
        QCOMPARE(call({"compare", file("race.csv#4"), file("a.csv")}).code, 2);
        QCOMPARE(call({"compare", file("race.csv")}).code, 2); // three, not two
    }
    void foldersOfRecordingsAreCompared() {
        for (const char* const side : {"base", "head"}) {
            QVERIFY(QDir(m_folder.path()).mkpath(side));
            for (int part = 1; part <= 5; ++part)
                record(qPrintable(QStringLiteral("%1/%2.csv").arg(QLatin1String(side)).arg(part)),
                       {"--strategy", "absolute-sleep", "--seed",
                        QString::number(part + (side[0] == 'b' ? 0 : 10))});
        }
        const Called called = call({"compare", file("base"), file("head"), "--json", "-"});
        QVERIFY2(called.code == 0, called.err.constData());
        const Json json = Json::parse(called.out.toStdString());
        QCOMPARE(json["recordings_drawn"]["a"].get<int>(), 5);
        QCOMPARE(json["a"]["recordings"].get<int>(), 5);
        QVERIFY(called.err.contains("5 recordings of A, 5 of B"));
    }
    void otherProgramsLogsAreCompared() {
        QFile log(file("log.csv"));
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write("frametime\n");
        for (int i = 0; i < 2000; ++i)
            log.write(QByteArray::number(16.0 + (i * 37 % 101) / 100.0) + "\n");
        log.close();
        const Called called = call({"compare", file("a.csv"), file("log.csv"), "--column", "frametime",
                                    "--unit", "ms", "--quantity", "frame-time", "--json", "-"});
        QVERIFY2(called.code == 0, called.err.constData());
        const Json json = Json::parse(called.out.toStdString());
        for (const Json& figure : json["figures"])
            QCOMPARE(figure["id"].get<std::string>().find("error"), std::string::npos);
    }
    void wrongUsageIsOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("none") << QStringList{};
        QTest::newRow("three") << QStringList{"1", "2", "3"};
        QTest::newRow("assert") << QStringList{file("a.csv"), file("b.csv"), "--assert", "p99"};
        QTest::newRow("tolerance") << QStringList{file("a.csv"), file("b.csv"), "--tolerance", "soon"};
        QTest::newRow("seed") << QStringList{file("a.csv"), file("b.csv"), "--seed", "-1"};
        QTest::newRow("same file") << QStringList{file("a.csv"), file("b.csv"), "--json", file("a.csv")};
    }
    void wrongUsageIsOneLine() {
        QFETCH(QStringList, arguments);
        const Called called = call(QStringList{"compare"} + arguments);
        QCOMPARE(called.code, 2);
        QCOMPARE(called.err.count('\n'), 1);
        QVERIFY(called.out.isEmpty());
    }
    /// Names, settings, facts and headers that forge lines or command the terminal: every line that is seen
    /// is ours.
    void whatComesFromOutsideForgesNoLine_data() {
#ifdef Q_OS_WIN
        QSKIP("Windows has no file with a control character in its name");
#endif
        QTest::addColumn<QStringList>("arguments");
        const QByteArray evil = "\nB is better: FORGED\r\x1b[31m\tFORGED\nB FORGED";
        const QString samples = m_folder.filePath(QString::fromLatin1("samples" + evil + ".csv"));
        QByteArray header = contentOf(file("a.csv"));
        header.replace("# strategy: absolute-sleep", "# strategy: absolute\x1b[31m\rFORGED");
        QVERIFY(header.contains("FORGED"));
        const QString log = m_folder.filePath(QString::fromLatin1("log" + evil + ".json"));
        QByteArray bytes = contentOf(JITTERSCOPE_LOGS "/capframex.json");
        Json capture = Json::parse(bytes.toStdString().substr(bytes.startsWith("\xef\xbb\xbf") ? 3 : 0));
        for (const char* key : {"Processor", "ProcessName", "AppVersion", "OS", "GameName", "Comment"})
            capture["Info"][key] = capture["Info"][key].get<std::string>() + evil.toStdString();
        write(samples, header);
        write(log, QByteArray::fromStdString(capture.dump()));
        const QString plain = QStringLiteral(JITTERSCOPE_LOGS "/capframex.json");
        QTest::newRow("compare samples") << QStringList{"compare", file("a.csv"), samples};
        QTest::newRow("compare logs") << QStringList{"compare", plain, log};
        QTest::newRow("compare, bounds") << QStringList{"compare", log, plain, "--assert", "p99<=A*0.1"};
        QTest::newRow("compare, data beside") << QStringList{"compare", samples, log, "--json", "/dev/null"};
        QTest::newRow("summarize") << QStringList{"summarize", samples, log};
        QTest::newRow("choose a run") << QStringList{"compare", samples};
    }
    void whatComesFromOutsideForgesNoLine() {
        QFETCH(QStringList, arguments);
        const Called called = call(arguments);
        QVERIFY(called.out.contains("FORGED") || called.err.contains("FORGED"));
        for (const QByteArray& text : {called.out, called.err}) {
            QVERIFY2(!text.contains('\x1b') && !text.contains('\r') && !text.contains('\t'),
                     text.constData());
            for (const QByteArray& line : text.split('\n'))
                QVERIFY2(!line.startsWith("B is better: FORGED") && !line.startsWith("B FORGED"),
                         text.constData());
        }
        QVERIFY(called.code == 2 || called.out.count('\n') > 10); // our own lines stay
    }
    void whatCannotBeReadOrWrittenSaysSo() {
        QCOMPARE(call({"compare", file("missing.csv"), file("b.csv")}).code, 1);
        if (!QFile::exists("/dev/full"))
            return; // the rest is of a disk that is full
        const Called full = call({"compare", file("a.csv"), file("b.csv"), "--json", "/dev/full"});
        QCOMPARE(full.code, 1);
        QVERIFY2(full.err.contains("space"), full.err.constData());
    }
    /// Each command that writes files, with names that strangers must not read.
    void whoAsksGetsFilesForStrangers() {
        QVERIFY(QDir(m_folder.path()).mkpath("annes files"));
        const QString log = file("annes files/HollowNest.csv");
        QVERIFY(QFile::copy(QStringLiteral(JITTERSCOPE_LOGS "/presentmon2-two.csv"), log));
        const QString machine = "recorded:file=" + file("annes files/sleeps.csv");
        QCOMPARE(call({"run", "--machine", "linux-default", "--frames", "4000", "--sleeps-csv",
                       file("annes files/sleeps.csv")})
                     .code,
                 0);
        const QList<QStringList> commands{
            {"run", "--machine", machine, "--frames", "50", "--json", "-"},
            {"run", "--machine", machine, "--frames", "50", "--csv", "-"},
            {"experiment", "accuracy", "--quick", "--machine", machine, "--csv", "-"},
            {"experiment", "accuracy", "--quick", "--machine", machine, "--json", "-"},
            {"race", "--machine", machine, "--rounds", "1", "--seconds", "0.05", "--rates", "60",
             "--strategies", "spin,adaptive", "--json", "-"},
            {"compare", log, log, "--process", "game.exe", "--markdown", "-"},
            {"compare", log, log, "--process", "game.exe", "--json", "-"},
            {"compare", log, log, "--process", "game.exe", "--csv", "-"},
            {"compare", log, log, "--process", "game.exe", "--html", "-"},
            {"summarize", log, "--process", "game.exe", "--json", "-"},
        };
        for (const QStringList& command : commands) {
            const Called open = call(command);
            QVERIFY2(open.code == 0 && (open.out.contains("HollowNest") || open.out.contains("annes files")),
                     qPrintable(command.join(' ') + '\n' + open.out + open.err));
            const Called called = call(command + QStringList{"--redact"});
            QCOMPARE(called.code, 0);
            for (const char* secret : {"HollowNest", "annes", "game.exe", "/tmp"})
                QVERIFY2(!called.out.contains(secret),
                         qPrintable(command.join(' ') + ": " + secret + '\n' + called.out));
            QVERIFY2(called.out.contains("names of programs"), qPrintable(command.join(' ')));
        }
        for (const QStringList& command :
             QList<QStringList>{{"lab", "well", "--json", "-"},
                                {"diagnose", "--quick", "--machine", "linux-default", "--json", "-"}})
            QVERIFY(call(command + QStringList{"--redact"}).out.contains("\"left_out\""));
        const Called both = call({"diagnose", "--names", "--redact"});
        QCOMPARE(both.code, 2);
        QVERIFY(both.err.contains("--redact"));
    }
};

JITTERSCOPE_TEST(CliCompareTest)

} // namespace jitterscope::cli_compare_test

#include "cli_compare_test.moc"

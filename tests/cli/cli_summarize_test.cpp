// SPDX-License-Identifier: MIT
#include "core/pacer/pacer.h"
#include "core/pacer/pacer_recording.h"
#include "core/time/scripted_time.h"
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

namespace jitterscope::cli_summarize_test {

using Json = nlohmann::json;

class CliSummarizeTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void record(const QString& name, const QStringList& more) {
        const Called called = call(QStringList{"run", "--machine", "linux-default-loaded", "--frames", "1500",
                                               "--warmup", "10", "--csv", m_folder.filePath(name + ".csv"),
                                               "--json", m_folder.filePath(name + ".json")} +
                                   more);
        QCOMPARE(called.code, 0);
    }

private slots:
    void initTestCase() {
        record("a", {"--strategy", "system-sleep", "--rate", "59.94"});
        record("b", {"--strategy", "absolute-sleep", "--rate", "1000", "--tolerance", "10us", "--work",
                     "uniform"});
    }

    void figuresOfAFileAreThoseOfItsRun() {
        const Called called =
            call({"summarize", m_folder.filePath("a.csv"), m_folder.filePath("b.csv"), "--json", "-"});
        QCOMPARE(called.code, 0);
        const Json files = Json::parse(called.out.toStdString())["files"];
        QCOMPARE(files.size(), std::size_t{2});
        for (const auto& [index, name] : {std::pair{0, "a"}, {1, "b"}}) {
            const Json run = Json::parse(contentOf(m_folder.filePath(QString(name) + ".json")).toStdString());
            for (const char* key :
                 {"frames", "warmup_frames", "lost_iterations", "frame_time_ns", "lateness_ns", "error_ns",
                  "oversleep_ns", "late", "rate_hz_measured", "drift_ppm"})
                QVERIFY2(files[static_cast<std::size_t>(index)][key] == run[key], key);
        }
        QVERIFY(called.err.contains("error p99.9")); // the table goes aside when data takes standard output
    }

    void recordingsOfThisProgramHaveAFigure() {
        const QStringList files{m_folder.filePath("a.csv"), m_folder.filePath("b.csv")};
        const Called drawn = call(QStringList{"summarize"} + files + QStringList{"--svg", "-"});
        QVERIFY2(drawn.code == 0, drawn.err.constData());
        for (const char* part : {"<svg", "a.csv", "b.csv", "lateness"})
            QVERIFY2(drawn.out.contains(part), part);
        QCOMPARE(
            call(QStringList{"summarize"} + files + QStringList{"--svg", "-", "--figure", "own-quantiles"})
                .out,
            drawn.out);
        const Called none =
            call(QStringList{"summarize"} + files + QStringList{"--svg", "-", "--figure", "quantiles"});
        QVERIFY(none.code != 0 && none.err.contains("nothing to draw as quantiles"));
    }

    void theReportHoldsWhatTheTerminalShows() {
        const QString log = m_folder.filePath("game.csv");
        std::ofstream out(log.toStdString());
        out << "frametime_ms\n";
        for (int i = 0; i < 3000; ++i)
            out << 16 + i % 3 << "\n";
        out.close();
        const QString markdown = m_folder.filePath("s.md");
        const QString page = m_folder.filePath("s.html");
        const QString picture = m_folder.filePath("s.svg");
        const Called called = call({"summarize", m_folder.filePath("a.csv"), log, "--markdown", markdown,
                                    "--html", page, "--svg", picture});
        QVERIFY2(called.code == 0, called.err.constData());
        const QByteArray text = contentOf(markdown);
        QVERIFY2(QRegularExpression("frame time p99.9 +18.00 ms\n").match(called.out).hasMatch(),
                 called.out.constData());
        QVERIFY(text.contains("| frame time p99.9 | 18.00 ms |"));
        QVERIFY(called.out.contains("system-sleep") && text.contains("system-sleep"));
        QVERIFY(contentOf(page).contains("<svg") && contentOf(page).contains("18.00 ms"));
        QVERIFY(contentOf(picture).startsWith("<svg") || contentOf(picture).startsWith("<?xml"));
        QVERIFY(text.contains("game.csv"));
        QCOMPARE(call({"summarize", log, "--redact", "--markdown", markdown}).code, 0);
        QVERIFY(!contentOf(markdown).contains("game"));
        QVERIFY(contentOf(markdown).contains("file 1"));
    }
    void filesStandSideBySide() {
        const Called called = call({"summarize", m_folder.filePath("a.csv"), m_folder.filePath("b.csv")});
        QCOMPARE(called.code, 0);
        QVERIFY(called.err.isEmpty());
        QVERIFY2(QRegularExpression("strategy +system-sleep +absolute-sleep\n").match(called.out).hasMatch(),
                 called.out.constData());
        QVERIFY(QRegularExpression("frames +1500 +1500\n").match(called.out).hasMatch());
    }

    /// A long name is cut in the middle, and never in a character.
    void namesAreCutBetweenCharacters() {
        const QString name = m_folder.filePath(QStringLiteral("aäääääääääääääääx.csv")); // 36 bytes
        QVERIFY(QFile::copy(m_folder.filePath("a.csv"), name));
        const Called called = call({"summarize", name});
        QCOMPARE(called.code, 0);
        QVERIFY2(called.out.contains("aäääää..ääx.csv"), called.out.constData());
    }
    void aRecordingOfAnotherProgramIsReadLikeARun() {
        ScriptedTime clock;
        PacerOptions options;
        options.strategy = {"system-sleep"};
        options.recordFrames = 100;
        Pacer pacer = Pacer::make(clock, Period::fromDuration(10ms).value(), options).value();
        for (int n = 0; n < 100; ++n) { // every fourth frame begins 300 µs late, frame 50 works for 3 periods
            clock.pushOversleeps({n % 4 == 3 ? 300us : 20us});
            clock.advance(n == 50 ? 35ms : 1ms);
            pacer.wait();
        }
        const std::string path = m_folder.filePath("pacer.csv").toStdString();
        QVERIFY(writeRecording(pacer, path).ok());
        const Called called = call({"summarize", QString::fromStdString(path), "--json", "-"});
        QCOMPARE(called.code, 0);
        const Json file = Json::parse(called.out.toStdString())["files"][0];
        QVERIFY(file["warnings"].empty());
        QCOMPARE(file["frames"].get<int>(), 99);         // frame 0 has no wait
        QCOMPARE(file["lost_iterations"].get<int>(), 2); // slots 51 and 52
        QCOMPARE(file["late"]["tolerance_ns"].get<int>(), 100'000);
        QCOMPARE(file["late"]["count"].get<int>(), 25); // n = 3, 7, … 95, and after the long frame
        QCOMPARE(file["lateness_ns"]["p50"].get<double>(), 20'000.0);
        QVERIFY2(QRegularExpression("strategy +system-sleep\n").match(called.err).hasMatch(),
                 called.err.constData());
    }

    void logsOfOtherProgramsStandBesideOnesOwn() {
        const QString logs = QStringLiteral(JITTERSCOPE_LOGS "/");
        const QStringList files{m_folder.filePath("a.csv"), logs + "mangohud-ms.csv",
                                logs + "cyclictest-h.txt"};
        const Called called =
            call(QStringList{"summarize"} + files + QStringList{"--json", "-", "--beyond", "20ms"});
        QCOMPARE(called.code, 0);
        const Json json = Json::parse(called.out.toStdString());
        QCOMPARE(json["schema"].get<int>(), 1);
        QCOMPARE(json["files"].size(), std::size_t{3});
        QCOMPARE(json["files"][0]["frames"].get<int>(), 1500);
        QCOMPARE(json["files"][1]["format"].get<std::string>(), std::string("mangohud"));
        const Json& run = json["files"][1]["runs"][0];
        std::ifstream kept(JITTERSCOPE_GOLDEN);
        const Json golden = Json::parse(kept)["mangohud-ms.csv"][2]["runs"][0];
        for (const char* name : {"count", "p50", "p99", "p99_9", "max"})
            QVERIFY2(run["frame_time_ns"][name] == golden[name], name);
        QVERIFY(run["lateness_ns"].is_null() && !run["rate_estimated"].get<bool>());
        QCOMPARE(run["beyond"]["limit_ns"].get<int>(), 20'000'000);
        QVERIFY(run["beyond"]["share"].get<double>() > 0);
        const Json& thread = json["files"][2]["runs"][1];
        QVERIFY(thread["frame_time_ns"].is_null() && thread["rate_hz"].is_null());
        QCOMPARE(thread["percentiles"].get<std::string>(), std::string("histogram"));
        QVERIFY2(called.err.contains("frame time p99.9") && called.err.contains("above 20 ms"),
                 called.err.constData());
    }

    /// `≈` where a mean was computed from wide buckets; frames that were never shown, where a log says so.
    void whatIsNearAndWhatWasNeverShownIsMarked() {
        const QString logs = JITTERSCOPE_LOGS;
        const Called called = call({"summarize", logs + "/tags.hlog", logs + "/percentiles.hgrm",
                                    logs + "/presentmon1.csv", logs + "/mangohud-ms.csv", "--unit", "ms"});
        QVERIFY2(called.code == 0, called.err.constData());
        const auto has = [&](const char* pattern) {
            return QRegularExpression(QString::fromUtf8(pattern), QRegularExpression::MultilineOption)
                .match(QString::fromUtf8(called.out))
                .hasMatch();
        };
        QVERIFY2(has("^duration mean +≈ [0-9.]+ \\S+ +≈ [0-9.]+ \\S+ +[0-9.]+ \\S+ +–"),
                 called.out.constData());
        QVERIFY2(has("^not displayed +– +– +– +3 +–$"), called.out.constData());
        QVERIFY2(has("^Dropped frames +– +– +– +0.27"), called.out.constData()); // 3 of 1098
        QVERIFY2(has("^Average FPS +– +– +– +[0-9.]+ FPS"), called.out.constData());
        QVERIFY2(has("^rate, Hz +– +– +– +[0-9.]+ +[0-9.]+$"), called.out.constData());
    }

    void whatALogLeavesOpenIsAUsageError() {
        const QString logs = QStringLiteral(JITTERSCOPE_LOGS "/");
        const Called two = call({"summarize", logs + "presentmon2-two.csv"});
        QCOMPARE(two.code, 2);
        QVERIFY2(two.err.contains("dwm.exe (1204)") && two.err.contains("--process"), two.err.constData());
        QCOMPARE(call({"summarize", logs + "presentmon2-two.csv", "--process", "dwm"}).code, 0);
        QCOMPARE(call({"summarize", logs + "percentiles.hgrm"}).code, 2);
        QCOMPARE(call({"summarize", logs + "percentiles.hgrm", "--unit", "ms"}).code, 0);
        for (const QStringList& wrong :
             {QStringList{"--format", "word"}, {"--unit", "h"}, {"--quantity", "speed"}, {"--beyond", "x"}}) {
            const Called called = call(QStringList{"summarize", logs + "ocat.csv"} + wrong);
            QCOMPARE(called.code, 2);
            QVERIFY2(called.err.contains(wrong[0].toUtf8()) && called.err.count('\n') == 1,
                     called.err.constData());
        }
    }

    void fileThatIsNoneIsNamedWithItsLine() {
        QFile broken(m_folder.filePath("broken.csv"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write(contentOf(m_folder.filePath("a.csv")).replace("\n10,", "\n10;"));
        broken.close();
        const Called called = call({"summarize", m_folder.filePath("a.csv"), broken.fileName()});
        QCOMPARE(called.code, 1);
        QVERIFY(called.out.isEmpty());
        QVERIFY2(called.err.contains("broken.csv' line ") && called.err.count('\n') == 1,
                 called.err.constData());
    }

    void aFileThatIsCutOffIsReadWithAWarning() {
        QFile cut(m_folder.filePath("cut.csv"));
        QVERIFY(cut.open(QIODevice::WriteOnly));
        const QByteArray whole = contentOf(m_folder.filePath("a.csv"));
        cut.write(whole.left(whole.indexOf("\n1000,") + 9));
        cut.close();
        const Called called = call({"summarize", cut.fileName(), "--json", "-"});
        QCOMPARE(called.code, 0);
        QVERIFY2(called.err.contains("warning: ") && called.err.contains("the row is cut off, and left out"),
                 called.err.constData());
        const Json json = Json::parse(called.out.toStdString());
        QCOMPARE(json["files"][0]["warnings"].size(), std::size_t{2});
        QCOMPARE(json["files"][0]["frames"].get<int>(), 989); // 0 … 999 less the first and ten of warm-up
    }

    void outputAndInputAreNotOneFile() {
#ifdef Q_OS_WIN
        QSKIP("a link of QFile's is a shortcut there: another file");
#endif
        const QByteArray before = contentOf(m_folder.filePath("a.csv"));
        QVERIFY(QFile::link(m_folder.filePath("a.csv"), m_folder.filePath("link.csv")));
        for (const char* name : {"a.csv", "./a.csv", "link.csv"}) {
            const Called called =
                call({"summarize", m_folder.filePath("a.csv"), "--json", m_folder.filePath(name)});
            QCOMPARE(called.code, 2);
            QVERIFY2(called.err.contains("the same file as"), called.err.constData());
        }
        QCOMPARE(contentOf(m_folder.filePath("a.csv")), before);
    }

    void aFolderIsItsFiles() {
        QTemporaryDir folder;
        const QString logs = QStringLiteral(JITTERSCOPE_LOGS "/");
        QVERIFY(QFile::copy(logs + "mangohud-ms.csv", folder.filePath("one.csv")));
        QVERIFY(QFile::copy(logs + "mangohud-us.csv", folder.filePath("two.csv")));
        QFile summary(folder.filePath("one_Summary.csv"));
        QVERIFY(summary.open(QIODevice::WriteOnly) && summary.write("Average FPS\n59.9\n") > 0);
        summary.close();
        const Called called = call({"summarize", folder.path()});
        QVERIFY2(called.code == 0, called.err.constData());
        QVERIFY2(called.out.contains("one.csv") && called.out.contains("two.csv"), called.out.constData());
        QVERIFY2(called.err.contains("'one_Summary.csv' holds averages"), called.err.constData());
        QVERIFY(QRegularExpression("values +1200 +300\n").match(called.out).hasMatch());
    }

    /// Through a pipe, by each of its names; it is read twice, and cannot be opened twice.
    void whatComesThroughAPipeIsRead() {
#ifdef Q_OS_WIN
        QSKIP("it takes a shell of Unix");
#endif
        const QString log = QStringLiteral(JITTERSCOPE_LOGS "/mangohud-ms.csv");
        const QString fifo = m_folder.filePath("fifo");
        const QString cli = QString::fromLocal8Bit(JITTERSCOPE_CLI);
        for (const QString& script :
             {QStringLiteral("cat '%1' | '%2' summarize -"),
              QStringLiteral("cat '%1' | '%2' summarize /dev/stdin"),
              QStringLiteral("mkfifo '%3' && { cat '%1' > '%3' & '%2' summarize '%3'; }"),
              QStringLiteral("'%2' summarize /dev/stdin < '%1'")}) {
            QProcess shell;
            shell.start("sh", {"-c", script.arg(log, cli, fifo)});
            QVERIFY(shell.waitForFinished());
            const QByteArray out = shell.readAllStandardOutput();
            QVERIFY2(QRegularExpression("values +1200\n").match(out).hasMatch(),
                     (out + shell.readAllStandardError()).constData());
        }
    }

    void missingAndEndlessFilesAreRefused() {
        for (const char* file : {"/no/such/file.csv", "/dev/zero", "/"}) {
            const Called called = call({"summarize", file});
            QCOMPARE(called.code, 1);
            QCOMPARE(called.err.count('\n'), 1);
        }
    }
};

JITTERSCOPE_TEST(CliSummarizeTest)

} // namespace jitterscope::cli_summarize_test

#include "cli_summarize_test.moc"
